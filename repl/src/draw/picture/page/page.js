'use strict';
// The whole game is in the page: frames that say what came onto the board and what left it.
const game = JSON.parse(document.getElementById('game').textContent);
const by = id => document.getElementById(id);
const make = (name, attributes) => {
  const element = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const key in attributes) element.setAttribute(key, attributes[key]);
  return element;
};
const shown = new Map();
const most = game.frames.length - 1;
let at = -1;

function put([symbol, x, y]) {
  const key = symbol + ' ' + x + ' ' + y;
  if (!game.tiles[symbol]) {
    shown.set(key, by('pieces').appendChild(make('use', { href: '#s' + symbol, x, y })));
    return;
  }
  const tile = make('g', {}), square = { x, y, width: 100, height: 100 };
  tile.append(make('rect', { ...square, class: 'ground' }), make('use', { ...square, href: '#s' + symbol }), make('rect', { ...square, class: 'edge' }));
  shown.set(key, by('tiles').appendChild(tile));
}

function take([symbol, x, y]) {
  const key = symbol + ' ' + x + ' ' + y;
  shown.get(key)?.remove();
  shown.delete(key);
}

// Around the tiles that lie there, and some room.
function fitted() {
  const places = [...by('tiles').children].map(tile => [+tile.firstChild.getAttribute('x'), +tile.firstChild.getAttribute('y')]);
  const range = axis => {
    const all = places.map(place => place[axis]), low = Math.min(...all), high = Math.max(...all) + 100;
    const more = Math.max(20, (600 - (high - low)) / 2);
    return [low - more, high - low + 2 * more];
  };
  const [x, width] = range(0), [y, height] = range(1);
  return places.length ? [x, y, width, height].join(' ') : '0 0 100 100';
}

function show(wanted) {
  const to = Math.min(Math.max(wanted, 0), most);
  while (at < to) {
    at++;
    game.frames[at].gone.forEach(take);
    game.frames[at].come.forEach(put);
  }
  while (at > to) {
    game.frames[at].come.forEach(take);
    game.frames[at].gone.forEach(put);
    at--;
  }
  const frame = game.frames[at], last = by('last');
  last.style.visibility = frame.last ? 'visible' : 'hidden';
  if (frame.last) {
    last.setAttribute('x', frame.last[0] + 1);
    last.setAttribute('y', frame.last[1] + 1);
  }
  by('board').setAttribute('viewBox', fitted());
  by('slider').value = at;
  by('slider').setAttribute('aria-valuetext', frame.name);
  by('now').textContent = frame.name + '\n' + frame.lines.join('\n');
  game.players.forEach((player, seat) => {
    by('points' + seat).textContent = frame.points[seat];
    by('held' + seat).textContent = game.texts[frame.held[seat]];
  });
  by('beside').textContent = game.texts[frame.beside];
  game.players.forEach((player, seat) => {
    by('dot' + seat).setAttribute('cx', along(at));
    by('dot' + seat).setAttribute('cy', height(frame.points[seat]));
  });
  tell(at);
  const mark = by('mark');
  mark.setAttribute('x1', along(at));
  mark.setAttribute('x2', along(at));
  document.querySelector('#log [aria-current]')?.removeAttribute('aria-current');
  const line = by('t' + at);
  if (line) {
    line.setAttribute('aria-current', 'true');
    const list = by('log'), item = line.parentNode;
    if (item.offsetTop < list.scrollTop + list.offsetTop || item.offsetTop + item.offsetHeight > list.scrollTop + list.offsetTop + list.clientHeight)
      list.scrollTop = item.offsetTop - list.offsetTop - list.clientHeight / 2;
  }
  // Inside another page there is no address of its own.
  if (location.hash !== '#' + at && location.protocol !== 'about:') history.replaceState(null, '', '#' + at);
}

// The curve of points: a scale at the left, turns below, names and points at the end of each line.
const chart = { left: 26, right: 262, top: 8, bottom: 106 };
const all = game.frames.flatMap(frame => frame.points), highest = Math.max(1, ...all), lowest = Math.min(0, ...all);
const along = n => chart.left + (chart.right - chart.left) * n / Math.max(most, 1);
const height = points => chart.bottom - (chart.bottom - chart.top) * (points - lowest) / (highest - lowest);
const write = (text, attributes) => {
  const label = make('text', attributes);
  label.textContent = text;
  return by('chart').appendChild(label);
};
// The smallest of 1, 2, 5, 10, 20 … that divides a range into a few steps.
const step = range => {
  for (let unit = 1; ; unit *= 10) for (const of of [1, 2, 5]) if (range / (of * unit) <= 5) return of * unit;
};

function draw() {
  const points = step(highest - lowest), turns = step(most);
  for (let n = Math.ceil(lowest / points) * points; n <= highest; n += points) {
    by('chart').append(make('line', { class: 'grid', x1: chart.left, x2: chart.right, y1: height(n), y2: height(n) }));
    write(n, { x: chart.left - 5, y: height(n) + 3.5, class: 'end' });
  }
  for (let n = 0; n <= most; n += turns) write(n, { x: along(n), y: chart.bottom + 14, class: 'middle' });
  by('chart').append(make('line', { id: 'mark', y1: chart.top, y2: chart.bottom }));
  game.players.forEach((player, seat) => {
    const line = game.frames.map((frame, n) => along(n) + ',' + height(frame.points[seat])).join(' ');
    by('chart').append(make('polyline', { points: line, class: 'rim' }), make('polyline', { points: line, stroke: player.colour }));
    by('chart').append(make('circle', { id: 'dot' + seat, r: 3.2, fill: player.colour }));
  });
  // Labels that would overlap are moved apart; the order of the lines stays.
  const last = game.frames[most].points, labels = game.players.map((player, seat) => ({ player, points: last[seat], y: height(last[seat]) }));
  labels.sort((a, b) => a.y - b.y);
  labels.forEach((label, n) => { if (n) label.y = Math.max(label.y, labels[n - 1].y + 13); });
  const over = labels[labels.length - 1].y - chart.bottom;
  labels.reverse().forEach((label, n, list) => { if (over > 0) label.y = Math.min(label.y, n ? list[n - 1].y - 13 : chart.bottom); });
  labels.forEach(({ player, points, y }) => {
    const name = [...player.name], short = name.length > 6 ? name.slice(0, 5).join('') + '…' : player.name;
    by('chart').append(make('circle', { cx: chart.right + 8, cy: y, r: 4, fill: player.colour, class: 'key' }));
    write(points + ' ' + short, { x: chart.right + 15, y: y + 4 });
  });
}

// Where the pointer is, in turns.
function pointed(event) {
  const box = by('chart').getBoundingClientRect(), x = (event.clientX - box.left) * 336 / box.width;
  return Math.min(Math.max(Math.round(most * (x - chart.left) / (chart.right - chart.left)), 0), most);
}

function tell(n) {
  const frame = game.frames[n];
  by('told').textContent = frame.name + ': ' + game.players.map((player, seat) => player.name + ' ' + frame.points[seat]).join(', ');
}
draw();
by('chart').addEventListener('click', event => show(pointed(event)));
by('chart').addEventListener('pointermove', event => tell(pointed(event)));
by('chart').addEventListener('pointerleave', () => tell(at));

const asked = () => parseInt(location.hash.slice(1), 10);
by('slider').addEventListener('input', event => show(+event.target.value));
by('log').addEventListener('click', event => {
  const line = event.target.closest('a');
  if (!line) return;
  event.preventDefault();
  show(+line.id.slice(1));
});
by('first').onclick = () => show(0);
by('back').onclick = () => show(at - 1);
by('next').onclick = () => show(at + 1);
by('end').onclick = () => show(most);
addEventListener('hashchange', () => { if (!isNaN(asked())) show(asked()); });
addEventListener('keydown', event => {
  if (event.target === by('slider') || event.altKey || event.ctrlKey || event.metaKey) return;
  const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: most }[event.key];
  if (to === undefined) return;
  event.preventDefault();
  show(to);
});
show(isNaN(asked()) ? most : asked());
