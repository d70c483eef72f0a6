#!/usr/bin/env bash
# Draws a board in a real xterm with sixels and keeps a screenshot: tests/xterm.sh PATH/TO/bastide OUT.png [COLUMNSxLINES]
# Needs xterm, xvfb, xdotool and imagemagick (apt-get install xterm xvfb xdotool imagemagick). Look at the picture.
set -euo pipefail
bastide=$(realpath "$1") out=$2 size=${3:-120x40}
home=$(mktemp -d)
export DISPLAY=:97 HOME=$home XDG_STATE_HOME=$home LANG=C.UTF-8
unset NO_COLOR TMUX
Xvfb :97 -screen 0 2000x1400x24 >/dev/null 2>&1 &
server=$!
trap 'kill $terminal $server 2>/dev/null; rm -rf "$home"' EXIT
terminal=
sleep 1
xterm -ti vt340 -geometry "$size" -fa Monospace -fs 11 -e "$bastide" & terminal=$!
sleep 2
# Without a window manager, keys go where the pointer is.
xdotool mousemove 100 100
for line in 'new --players Ann,Ben --bots greedy,greedy --seed 5' 'run 40'; do
  xdotool type --delay 5 "$line"
  xdotool key Return
  sleep 3
done
import -window root "$out"
# The meadow of the picture; characters have another green.
green=$(convert "$out" -fuzz 4% -fill magenta -opaque '#6d9a44' -fuzz 0 -fill black +opaque magenta -fill white -opaque magenta -format '%[fx:int(mean*w*h)]' info:)
echo "$out: $green pixels of meadow"
test "$green" -gt 5000
