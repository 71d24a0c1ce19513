#!/usr/bin/env bash
# Compares the document with that of the base branch, adds the report to that of the check, and hands the exit status on as an output.
set -uo pipefail

# shellcheck source=action/command.sh
. "$GITHUB_ACTION_PATH/action/command.sh"

"${standin[@]}" diff "$INPUT_DOCUMENT" --base-ref "origin/$INPUT_BASE" \
  --report "json=$INPUT_REPORTS/compare.json" \
  --report "html=$INPUT_REPORTS/compare.html" \
  --report "markdown=$INPUT_REPORTS/compare.md"
status=$?

if [ -f "$INPUT_REPORTS/compare.md" ]; then
  cat "$INPUT_REPORTS/compare.md" >>"$GITHUB_STEP_SUMMARY"
  { echo; cat "$INPUT_REPORTS/compare.md"; } >>"$INPUT_REPORTS/standin.md"
fi
echo "exit-status=$status" >>"$GITHUB_OUTPUT"
