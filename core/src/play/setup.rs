//! What a game is played with: sets, options and players. Shared by all games of one setup.

use std::sync::Arc;

use crate::rules::manifest::{Expansion, Recipe, RecipeError, Resolved, TILE_ID, is_tile_id};
use crate::rules::script::{self, Role, Scripted, Scripts, Setting, Source, Thing};
use crate::table::catalogue::{Catalogue, CompileError, DraftTile, MAX_FIGURES};
use crate::table::fault::Fault;
use crate::table::moment::Heard;
use crate::table::rulebook::{Cost, Printed, Rulebook};
use crate::table::sheet::{ReasonId, Reasons};
use crate::table::state::State;
use crate::table::tile::{Drawing, Edge, FIELD, StrokeError, Tile};
use crate::table::turn::{Causes, Rules};

/// What a game is played with.
pub struct Setup {
    recipe: Recipe,
    resolved: Resolved,
    rules: Rules,
    printed: Rules,
    scripts: Option<Arc<Scripts>>,
    reasons: Arc<Reasons>,
    players: Vec<String>,
    lab: bool,
}

/// Why a game cannot be set up.
#[derive(Clone, Debug, thiserror::Error)]
pub enum SetupError {
    /// The sets cannot be combined, or an option is unknown.
    #[error(transparent)]
    Recipe(#[from] RecipeError),
    /// What the sets declare cannot be played.
    #[error(transparent)]
    Compile(#[from] CompileError),
    /// A script cannot be loaded.
    #[error(transparent)]
    Script(#[from] Box<Fault>),
    /// Two players have the same name, or a name cannot be typed.
    #[error("{0}")]
    Players(String),
    /// A tile of a lab is drawn wrong.
    #[error("in \"{text}\": {error}")]
    Stroke {
        /// The stroke.
        text: String,
        /// What is wrong with it.
        error: StrokeError,
    },
    /// There are more figures than a feature can count.
    #[error("{0} figures are too many: a game can have at most {MAX_FIGURES}")]
    TooManyFigures(usize),
    /// A tile of a lab has a name that cannot be typed.
    #[error("`{0}` cannot be a tile's name: {TILE_ID}")]
    TileName(String),
    /// A tile of a lab uses a kind that is not in play.
    #[error("`{0}` is not a kind of feature in play")]
    UnknownKind(String),
}

impl Setup {
    /// Sets up a game for these players; their number replaces that of the recipe.
    pub fn new(mut recipe: Recipe, players: Vec<String>, lab: bool) -> Result<Setup, SetupError> {
        recipe.players = players.len();
        check_names(&players)?;
        let recipe = recipe.ordered()?;
        let (draft, resolved) = recipe.draft()?;
        let catalogue = Arc::new(draft.compile()?);
        let figures: usize = catalogue.figures.iter().map(|figure| figure.count as usize).sum();
        if figures * players.len() > MAX_FIGURES {
            return Err(SetupError::TooManyFigures(figures * players.len()));
        }
        let reasons = Arc::new(Reasons::default());
        let sources = sources(&recipe);
        let setting = setting(&recipe, &resolved, &catalogue, &players, &reasons, lab);
        let scripts = (!sources.is_empty()).then(|| Scripts::load(sources, setting)).transpose()?.map(Arc::new);
        let book: Box<dyn Rulebook> = match &scripts {
            None => Box::new(Printed),
            Some(scripts) => Box::new(Scripted(scripts.clone())),
        };
        let causes = Causes { deploy: reasons.id("deploy"), score: reasons.id("score") };
        let printed = Rules { heard: Heard::default(), catalogue: catalogue.clone(), book: Box::new(Printed), causes };
        let rules = Rules { heard: book.heard(), catalogue, book, causes };
        Ok(Setup { recipe, resolved, rules, printed, scripts, reasons, players, lab })
    }

    /// Returns the same setup with another value for an option.
    pub fn with_option(&self, name: &str, value: &str) -> Result<Setup, SetupError> {
        let mut recipe = self.recipe.clone();
        recipe.options.insert(name.into(), value.into());
        Setup::new(recipe, self.players.clone(), self.lab)
    }

    /// Returns the same setup with one more tile, drawn in strokes with a kind each. The pile has none of it.
    pub fn with_tile(&self, id: &str, strokes: &[[&str; 2]]) -> Result<Setup, SetupError> {
        if !is_tile_id(id) {
            return Err(SetupError::TileName(id.escape_default().to_string()));
        }
        let drawings = strokes
            .iter()
            .map(|&[kind, text]| {
                let edge = self.edge(kind).ok_or_else(|| SetupError::UnknownKind(kind.into()))?;
                Ok(Drawing { kind, edge, text })
            })
            .collect::<Result<Vec<_>, SetupError>>()?;
        let face = Tile::read(&drawings).map_err(|error| {
            let text = strokes.get(error.drawing).map_or(String::new(), |[_, text]| text.to_string());
            SetupError::Stroke { text, error }
        })?;
        let mut recipe = self.recipe.clone();
        recipe.extra_tiles.push(DraftTile { id: id.into(), expansion: "lab".into(), count: 0, face, tags: Vec::new() });
        Setup::new(recipe, self.players.clone(), self.lab)
    }

    /// Returns the same setup with one more rule: hooks as they stand in the table that a script returns.
    pub fn with_hooks(&self, code: &str) -> Result<Setup, SetupError> {
        let mut recipe = self.recipe.clone();
        recipe.extra_hooks.push(code.into());
        Setup::new(recipe, self.players.clone(), self.lab)
    }

    fn edge(&self, kind: &str) -> Option<Edge> {
        match kind {
            FIELD => Some(Edge::None),
            _ => self.rules.catalogue.kind_named(kind).map(|id| self.rules.catalogue.kind(id).edge),
        }
    }

    /// Returns what the setup was made from.
    pub fn recipe(&self) -> &Recipe {
        &self.recipe
    }

    /// Returns the edition and the value of every option.
    pub fn resolved(&self) -> &Resolved {
        &self.resolved
    }

    /// Returns what the manifests declare.
    pub fn catalogue(&self) -> &Catalogue {
        &self.rules.catalogue
    }

    /// Returns the text of a reason in the log.
    pub fn reason(&self, id: ReasonId) -> Option<Arc<str>> {
        self.reasons.text(id)
    }

    /// Returns the expansion that gave a reason; `None` if it was the table itself.
    pub fn reason_by(&self, id: ReasonId) -> Option<Arc<str>> {
        self.reasons.expansion(id).filter(|expansion| !expansion.is_empty())
    }

    /// Forgets what scripts answered in imagined ends, so that the next one is reckoned in full. The points are the same;
    /// tests compare them.
    pub fn forget_reckoned(&self) {
        self.rules.book.forget();
    }

    /// Returns where the time of scripts went since profiling was switched on; `on` switches it.
    pub fn profile(&self, on: bool) -> Vec<Cost> {
        self.rules.book.profile(on)
    }

    /// Returns how often the rules of each expansion did something in play that was watched on this thread
    /// ([`script::watched`]), since the last call.
    pub fn fired(&self) -> Vec<(String, u32)> {
        self.rules.book.fired()
    }

    /// Returns the names of the players in seat order.
    pub fn players(&self) -> &[String] {
        &self.players
    }

    /// Whether it is a lab, in which any position can be set up.
    pub fn is_lab(&self) -> bool {
        self.lab
    }

    /// Returns the rules of the turn loop.
    #[inline]
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Runs typed Lua on the table. Returns what it printed and its results, one line each.
    pub(crate) fn evaluate(
        &self,
        (state, code): (&mut State, &str),
        role: Role,
        name: &dyn Fn(Thing) -> String,
    ) -> Result<Vec<String>, Box<Fault>> {
        let Setup { recipe, resolved, rules, players, reasons, scripts, lab, .. } = self;
        let setting = setting(recipe, resolved, &rules.catalogue, players, reasons, *lab);
        script::evaluate(&sources(recipe), &setting, scripts.as_ref(), (state, code), (role, name))
    }

    /// Returns the rules of the manifests alone, for estimates that ask no script.
    pub(crate) fn printed(&self) -> &Rules {
        &self.printed
    }
}

/// Returns what scripts know about the setup.
fn setting(
    recipe: &Recipe,
    resolved: &Resolved,
    catalogue: &Arc<Catalogue>,
    players: &[String],
    reasons: &Arc<Reasons>,
    lab: bool,
) -> Setting {
    let ruling = recipe.expansions.iter().filter(|portion| portion.extent.rules);
    let sets = ruling.map(|portion| portion.expansion.id().to_string()).collect();
    Setting {
        catalogue: catalogue.clone(),
        options: resolved.options.clone(),
        players: players.to_vec(),
        sets,
        lab,
        reasons: reasons.clone(),
    }
}

/// Returns the scripts of the expansions in play, in load order, each with the expansions that it directly or
/// indirectly follows.
fn sources(recipe: &Recipe) -> Vec<Source> {
    let mut follows: Vec<(&str, Vec<String>)> = Vec::new();
    let mut sources = Vec::new();
    let ruling = recipe.expansions.iter().filter(|portion| portion.extent.rules);
    for expansion in ruling.map(|portion| &*portion.expansion) {
        let mut all: Vec<String> = expansion.follows().map(String::from).collect();
        let far = follows.iter().filter(|(id, _)| all.iter().any(|near| near == id)).flat_map(|(_, far)| far.clone());
        all.extend(far.collect::<Vec<_>>());
        sources.extend(source(expansion).map(|source| Source { follows: all.clone(), ..source }));
        follows.push((expansion.id(), all));
    }
    let sets: Vec<String> = sources.iter().map(|source: &Source| source.expansion.clone()).collect();
    sources.extend(recipe.extra_hooks.iter().zip(1..).map(|(code, n)| typed(code, n, &sets)));
    sources
}

/// Returns hooks that were typed in a lab, as a script.
fn typed(code: &str, n: usize, sets: &[String]) -> Source {
    Source {
        expansion: format!("lab-{n}"),
        file: "hook".into(),
        text: format!("return {{ {code}\n}}").into(),
        others: Vec::new(),
        follows: sets.to_vec(),
    }
}

/// Returns the script of an expansion, if it has one.
fn source(expansion: &Expansion) -> Option<Source> {
    let (file, text) = expansion.script()?;
    let others = expansion.scripts().map(|(path, file, text)| (path.into(), file.into(), text.clone()));
    Some(Source {
        expansion: expansion.id().into(),
        file: file.into(),
        text: text.clone(),
        others: others.collect(),
        follows: Vec::new(),
    })
}

/// Checks the players' names. They are typed in `Owner:kind@PLACE` and in lists, so they must be short, different
/// words.
fn check_names(players: &[String]) -> Result<(), SetupError> {
    for (i, name) in players.iter().enumerate() {
        if name.is_empty() {
            return Err(SetupError::Players("a player's name is empty".into()));
        }
        let fits = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_');
        if name.starts_with('-') || name.chars().count() > 24 || !name.chars().all(fits) {
            let why = "use at most 24 letters, digits, - and _, and do not start with -";
            return Err(SetupError::Players(format!("`{name}` cannot be a player's name: {why}")));
        }
        if players[..i].iter().any(|other| other.eq_ignore_ascii_case(name)) {
            return Err(SetupError::Players(format!("two players are called {name}")));
        }
    }
    Ok(())
}
