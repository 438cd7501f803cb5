#!/usr/bin/env bash
# The step of the GitHub Action: checks and scans, and shows both in the summary of the run.
set -uo pipefail

callgate() { npx --yes "callgate@$CALLGATE_VERSION" "$@"; }

failed=0
report=$(mktemp)
trap 'rm -f "$report"' EXIT

# show TITLE COMMAND…: runs it, and keeps what it printed
show() {
  local title=$1
  shift
  "$@" >"$report" 2>&1 || failed=1
  cat "$report"
  { echo "## $title" && echo && cat "$report" && echo; } >>"$GITHUB_STEP_SUMMARY"
}

read -r -a files <<<"$CALLGATE_CHECK"
for file in "${files[@]}"; do show "Check of $file" callgate check "$file"; done
if [ -n "$CALLGATE_SCAN" ]; then
  show "Scan of $CALLGATE_SCAN" callgate scan --config "$CALLGATE_SCAN" --yes --format markdown --fail-on "$CALLGATE_FAIL_ON"
fi
exit "$failed"
