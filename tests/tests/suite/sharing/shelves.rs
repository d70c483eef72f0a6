//! Shelves: made from a folder of packs, served by a small web server on this machine, searched and installed from.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::path::PathBuf;
use std::thread;
use std::time::Duration;

use bastide_tests::program::{Home, Run};

use super::{RULE, good, home, manifest, packed, set, tree, version};

/// How a server answers.
#[derive(Clone)]
enum Manner {
    /// With the files of a folder.
    Files(PathBuf),
    /// With another address.
    Redirect(String),
    /// With a number of bytes, however many were asked for.
    Flood(usize),
    /// With a byte now and then.
    Slow,
    /// With bytes that are not an HTTP answer.
    Nonsense,
}

/// Starts a server on a free port and returns its address. It ends with the test.
fn serve(manner: Manner) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}", listener.local_addr().unwrap());
    thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let manner = manner.clone();
            thread::spawn(move || answer(stream, &manner));
        }
    });
    address
}

fn answer(mut stream: TcpStream, manner: &Manner) -> Option<()> {
    let mut lines = BufReader::new(stream.try_clone().ok()?).lines();
    let first = lines.next()?.ok()?;
    while !lines.next()?.ok()?.is_empty() {}
    let path = first.split(' ').nth(1)?.trim_start_matches('/').to_string();
    match manner {
        Manner::Files(folder) => match fs::read(folder.join(path)) {
            Ok(bytes) => {
                let head = format!("HTTP/1.1 200 OK\r\nContent-Length: {}\r\nConnection: close\r\n\r\n", bytes.len());
                stream.write_all(&[head.as_bytes(), &bytes].concat()).ok()
            }
            Err(_) => {
                stream.write_all(b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n").ok()
            }
        },
        Manner::Redirect(to) => {
            let head =
                format!("HTTP/1.1 302 Found\r\nLocation: {to}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
            stream.write_all(head.as_bytes()).ok()
        }
        Manner::Flood(bytes) => {
            stream.write_all(b"HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n").ok()?;
            (0..bytes / 4_096).try_for_each(|_| stream.write_all(&[b' '; 4_096]).ok())
        }
        Manner::Slow => {
            stream.write_all(b"HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n").ok()?;
            (0..600).try_for_each(|_| {
                thread::sleep(Duration::from_millis(100));
                stream.write_all(b" ").ok()
            })
        }
        Manner::Nonsense => stream.write_all(b"SSH-2.0-OpenSSH_9\r\n").ok(),
    }
}

/// Makes a shelf with two versions of `tiny` and a house rule, and returns its folder.
fn shelf(home: &Home) -> PathBuf {
    home.write("calm.lua", RULE);
    for name in [packed(home, "1.0.0"), packed(home, "1.2.0")] {
        fs::create_dir_all(home.path("packs")).unwrap();
        fs::rename(home.path(&name), home.path("packs").join(&name)).unwrap();
    }
    good(&home.run(&["pack", "calm.lua", "--out", "packs"], ""));
    good(&home.run(&["shelf", "packs", "--out", "site", "--title", "A <i>shelf</i>"], ""));
    home.path("site")
}

fn name_shelves(home: &Home, shelves: &[&str]) {
    let list: Vec<String> = shelves.iter().map(|shelf| format!("\"{shelf}\"")).collect();
    home.write("config/bastide/config.toml", format!("shelves = [{}]\n", list.join(", ")));
}

fn out(home: &Home, arguments: &[&str]) -> Run {
    home.run(arguments, "")
}

#[test]
fn a_set_is_found_installed_and_updated_from_a_web_server() {
    let home = home();
    let site = shelf(&home);
    let (address, down) = (serve(Manner::Files(site)), serve(Manner::Nonsense));
    name_shelves(&home, &[&address, &down]);
    let said = out(&home, &["expansions", "search", "rule"]);
    assert!(good(&said).out.starts_with("tiny 1.2.0    Two tiles & a rule.\n"), "{said:?}");
    assert!(said.err.contains(&format!("the shelf {down} is left out: ")), "{said:?}");
    assert_eq!(good(&out(&home, &["expansions", "search"])).out.lines().count(), 2);
    assert!(good(&out(&home, &["expansions", "search", "tinny"])).out.starts_with("tiny 1.2.0"), "a slip is found");
    assert!(good(&out(&home, &["expansions", "search", "zzz"])).out.contains("No shelf has anything like zzz."));
    assert_eq!(out(&home, &["install", "tiny@1.0.0"]).code, Some(1), "nobody agreed");
    good(&out(&home, &["install", "tiny@1.0.0", "--yes"]));
    assert_eq!(version(&home).as_deref(), Some("1.0.0"));
    assert!(good(&out(&home, &["expansions", "search", "tiny"])).out.contains("(you have 1.0.0)"));
    let said = out(&home, &["expansions", "update"]);
    assert!(said.code == Some(1) && said.err.contains("--yes"), "{said:?}");
    assert_eq!(version(&home).as_deref(), Some("1.0.0"));
    good(&out(&home, &["expansions", "update", "--yes"]));
    assert_eq!(version(&home).as_deref(), Some("1.2.0"));
    let said = out(&home, &["expansions", "update", "--yes"]);
    assert!(good(&said).out.contains("The shelves that could be read have nothing newer."), "{said:?}");
    name_shelves(&home, &[&address]);
    assert!(good(&out(&home, &["expansions", "update", "--yes"])).out.contains("Everything is up to date."));
    let said = out(&home, &["install", "tinny", "--yes"]);
    assert!(said.code == Some(1) && said.err.contains("did you mean `tiny`?"), "{said:?}");
    // What could not be read may have something newer: nobody is told that all is well.
    name_shelves(&home, &[&down]);
    for action in ["search", "update"] {
        let said = out(&home, &["expansions", action, "tiny", "--yes"]);
        assert!(said.code == Some(4) && said.out.contains("No shelf could be read."), "{said:?}");
    }
    name_shelves(&home, &[&address, &down]);
    good(&out(&home, &["install", &format!("{address}/calm-1.0.0.bastide"), "--yes"]));
    good(&out(&home, &["new", "calm"]));
}

#[test]
fn a_folder_is_a_shelf_too() {
    let home = home();
    shelf(&home);
    name_shelves(&home, &["site", "missing"]);
    good(&out(&home, &["install", "tiny", "--yes"]));
    assert_eq!(version(&home).as_deref(), Some("1.2.0"));
    let said = out(&home, &["expansions", "search", "calm"]);
    assert!(
        good(&said).out.contains("Nothing happens.") && said.err.contains("the shelf missing is left out"),
        "{said:?}"
    );
}

#[test]
fn a_shelf_that_lies_is_told_and_nothing_is_installed() {
    let home = home();
    let site = shelf(&home);
    let address = serve(Manner::Files(site.clone()));
    name_shelves(&home, &[&address]);
    let index = fs::read_to_string(site.join("index.json")).unwrap();
    let hash = index.split("\"sha256\": \"").nth(1).unwrap()[..64].to_string();
    let swapped = |from: &str, to: &str| {
        fs::write(site.join("index.json"), index.replace(from, to)).unwrap();
        let said = out(&home, &["install", "calm", "--yes"]);
        assert!(!home.path("data").exists(), "{said:?}");
        said.err
    };
    assert!(index.contains(&hash));
    assert!(swapped(&hash, &"0".repeat(64)).contains("its hash is not the one in the index"));
    assert!(swapped("calm-1.0.0.bastide", "tiny-1.0.0.bastide").contains("is not what its index says"));
    for elsewhere in ["../x.bastide", "https://example.org/x.bastide", "/x", "a/b"] {
        assert!(swapped("calm-1.0.0.bastide", elsewhere).contains("is not a file beside it"), "{elsewhere}");
    }
    assert!(swapped("\"format\": 1", "\"format\": 2").contains("has format 2; this program reads format 1"));
    assert!(swapped("{", "[").contains("cannot be read"));
    fs::write(site.join("index.json"), &index).unwrap();
    fs::write(site.join("calm-1.0.0.bastide"), "other").unwrap();
    assert!(out(&home, &["install", "calm", "--yes"]).err.contains("its size is not the one in the index"));
    fs::remove_file(site.join("calm-1.0.0.bastide")).unwrap();
    assert!(out(&home, &["install", "calm", "--yes"]).err.contains("the server answers 404"));
    good(&out(&home, &["install", "tiny", "--yes"]));
}

#[test]
fn servers_that_flood_lead_away_or_take_forever_are_left_out() {
    let home = home();
    shelf(&home);
    let flood = serve(Manner::Flood(9 << 20));
    let away = serve(Manner::Redirect("http://127.0.0.1:9/index.json".into()));
    let slow = serve(Manner::Slow);
    name_shelves(
        &home,
        &[&flood, &away, "http://example.org", "ftp://example.org", "http://127.0.0.1:1", &slow, "site"],
    );
    let said = out(&home, &["expansions", "search", "tiny"]);
    assert!(good(&said).out.contains("tiny 1.2.0"), "{said:?}");
    for part in [
        format!("{flood}/index.json has more than 8388608 bytes"),
        "leads to `http://127.0.0.1:9/index.json`, which is not an https:// address".into(),
        "http://example.org/index.json is not secure".into(),
        "things are fetched by https:// only".into(),
        "the shelf http://127.0.0.1:1 is left out: http://127.0.0.1:1/index.json cannot be fetched".into(),
        format!("{slow}/index.json cannot be fetched: the server is too slow (10 seconds)"),
    ] {
        assert!(said.err.contains(&part), "{part}: {}", said.err);
    }
    assert_eq!(said.err.lines().count(), 6, "{}", said.err);
    let flood = serve(Manner::Flood(17 << 20));
    let said = out(&home, &["install", &format!("{flood}/x.bastide"), "--yes"]);
    assert!(said.code == Some(4) && said.err.contains("more than 16777216 bytes"), "{said:?}");
    assert_eq!(out(&home, &["install", "https://127.0.0.1:1/x.bastide", "--yes"]).code, Some(4));
}

#[test]
fn without_a_shelf_it_says_how_one_is_named() {
    let home = home();
    let said = out(&home, &["expansions", "search", "x"]);
    assert!(said.code == Some(1) && said.err.contains("no shelf is named in the settings"), "{said:?}");
    set(&home, "tiny", "tiny", "1.0.0");
    let said = out(&home, &["install", "tiny", "--yes"]);
    assert!(said.code == Some(1) && said.err.contains("`install ./tiny` means the one here"), "{said:?}");
}

#[test]
fn the_pages_escape_what_packs_say_and_need_nothing_from_elsewhere() {
    let home = home();
    let site = shelf(&home);
    let pages: Vec<String> = ["index.html", "tiny.html", "calm.html"]
        .iter()
        .map(|name| fs::read_to_string(site.join(name)).unwrap())
        .collect();
    for page in &pages {
        for bad in ["<b>", "<i>", "<script", "src=\"http", "href=\"http", "url(", "@import", "{{", "}}}"] {
            assert!(!page.contains(bad), "{bad}: {page}");
        }
        assert!(page.contains("<title>") && page.contains("<html lang=\"en\">") && page.contains("default-src 'none'"));
        let pictures = page.matches("<img ").count();
        assert_eq!(page.matches("alt=\"").count(), pictures);
        for link in page.split("href=\"").skip(1).chain(page.split("src=\"").skip(1)) {
            let file = link.split('"').next().unwrap();
            let file = file.split('#').next().unwrap();
            assert!(file == "data:," || site.join(file).is_file(), "{file} is there");
        }
    }
    for part in
        ["Tiny &lt;b&gt;", "Two tiles &amp; a rule.", "Nothing to see", "tiny-1.0.0.bastide", "a (2): ", "on_place"]
    {
        assert!(pages[1].contains(part), "{part}");
    }
    assert!(pages[0].contains("1 expansion and 1 house rule"), "{}", pages[0]);
    let picture = fs::read_to_string(site.join("tiny-tiles.svg")).unwrap();
    assert!(picture.starts_with("<svg") || picture.starts_with("<?xml"));
}

#[test]
fn a_set_that_needs_another_of_the_shelf_has_a_page() {
    let home = home();
    shelf(&home);
    set(&home, "sets/far", "far", "1.0.0");
    set(&home, "sets/tiny", "tiny", "1.2.0");
    home.write("sets/far/expansion.toml", manifest("far", "1.0.0") + "requires = { tiny = \"1\" }\n");
    good(&out(&home, &["--expansions", "sets", "pack", "sets/far", "--out", "packs"]));
    good(&out(&home, &["shelf", "packs"]));
    assert!(fs::read_to_string(home.path("packs/far.html")).unwrap().contains("tiny 1"));
}

#[test]
fn a_bad_pack_is_left_out_of_a_shelf_and_told() {
    let home = home();
    shelf(&home);
    home.write("packs/evil-1.0.0.bastide", "no zip");
    fs::copy(home.path("packs/calm-1.0.0.bastide"), home.path("packs/other-name.bastide")).unwrap();
    let before = tree(&home.path("site"));
    let said = out(&home, &["shelf", "packs", "--out", "site", "--title", "A <i>shelf</i>"]);
    assert!(said.code == Some(3) && said.out.contains("3 packs of 2 sets"), "{said:?}");
    assert!(
        said.err.contains("evil-1.0.0.bastide is not a pack")
            && said.err.contains("should be called calm-1.0.0.bastide")
    );
    assert_eq!(tree(&home.path("site")), before, "the same packs give the same site");
    fs::create_dir(home.path("none")).unwrap();
    assert_eq!(out(&home, &["shelf", "none"]).code, Some(1));
    assert_eq!(out(&home, &["shelf", "packs", "--out", "site", "--read-only"]).code, Some(1));
}
