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
  if (location.hash !== '#' + at) history.replaceState(null, '', '#' + at);
}

const along = n => 300 * n / Math.max(most, 1);
const highest = Math.max(1, ...game.frames.flatMap(frame => frame.points));
game.players.forEach((player, seat) => {
  const points = game.frames.map((frame, n) => along(n) + ',' + (98 - 96 * frame.points[seat] / highest)).join(' ');
  by('chart').append(make('polyline', { points, stroke: player.colour }));
});
by('chart').append(make('line', { id: 'mark', y1: 0, y2: 100 }));

const asked = () => parseInt(location.hash.slice(1), 10);
by('slider').addEventListener('input', event => show(+event.target.value));
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
