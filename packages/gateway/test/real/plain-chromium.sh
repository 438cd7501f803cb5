#!/bin/sh
# Chromium without the pages that its own address bar loads behind every window: they cost more than what the tests open.
# Of a switch that is given twice only the last counts, so the one that is given is made longer.
for arg do
  shift
  case $arg in
    --disable-features=*) arg="$arg,WebUIOmniboxPopup,WebUIOmniboxAimPopup,WebUIOmniboxFullPopup,PreloadTopChromeWebUI,SpareRendererForSitePerProcess" ;;
  esac
  set -- "$@" "$arg"
done
exec /usr/bin/chromium "$@"
