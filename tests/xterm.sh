#!/usr/bin/env bash
# Draws a board in a real xterm with sixels and keeps a screenshot: tests/xterm.sh PATH/TO/bastide OUT.png [COLUMNSxLINES]
# Needs xterm, xvfb and imagemagick (apt-get install xterm xvfb imagemagick). Look at the picture.
set -euo pipefail
bastide=$(realpath "$1") out=$2 size=${3:-120x40}
home=$(mktemp -d)
export HOME=$home XDG_STATE_HOME=$home LANG=C.UTF-8
unset NO_COLOR TMUX
server= terminal=
trap 'kill $terminal $server 2>/dev/null || true; rm -rf "$home"' EXIT
"$bastide" -c "new --players Ann,Ben --bots greedy,random --seed 5; run 40; save $home/game.txt" >/dev/null
# The server chooses a free display and says which.
Xvfb -displayfd 1 -screen 0 1400x1000x24 >"$home/display" 2>/dev/null & server=$!
until [ -s "$home/display" ]; do kill -0 $server; sleep 0.2; done
DISPLAY=:$(cat "$home/display")
export DISPLAY
xterm -ti vt340 -geometry "$size" -fa Monospace -fs 11 -e "$bastide" load "$home/game.txt" & terminal=$!
# Until the picture is there, however slow the machine is; a slow one gets a minute and a half.
for _ in $(seq 90); do
  sleep 1
  import -window root "$out"
  # The meadow of the picture; characters have another green.
  green=$(convert "$out" -fuzz 4% -fill magenta -opaque '#6d9a44' -fuzz 0 -fill black +opaque magenta -fill white -opaque magenta -format '%[fx:int(mean*w*h)]' info:)
  if [ "$green" -gt 5000 ]; then
    echo "$out: $green pixels of meadow"
    exit 0
  fi
  kill -0 $terminal
done
echo "$out: no picture of a board" >&2
exit 1
