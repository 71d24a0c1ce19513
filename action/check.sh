#!/usr/bin/env bash
# Runs the check with every report, and hands its exit status on as an output, so that reports are uploaded before the job fails.
set -uo pipefail

reports="$RUNNER_TEMP/standin"
mkdir -p "$reports"

# shellcheck source=action/command.sh
. "$GITHUB_ACTION_PATH/action/command.sh"

place=()
if [ "$INPUT_TARGET" = self ]; then place+=(--self); elif [ -n "$INPUT_TARGET" ]; then place+=("$INPUT_TARGET"); fi
if [ -n "$INPUT_DOCUMENT" ]; then place+=("$INPUT_DOCUMENT"); fi
# Words, not code: nothing in them is expanded.
read -r -a more <<<"$INPUT_ARGS"

"${standin[@]}" check ${place[@]+"${place[@]}"} --wait "$INPUT_WAIT" \
  --report "json=$reports/standin.json" \
  --report "junit=$reports/standin.xml" \
  --report "html=$reports/standin.html" \
  --report "sarif=$reports/standin.sarif" \
  --report "markdown=$reports/standin.md" \
  ${more[@]+"${more[@]}"}
status=$?

# The last event of the run has its summary.
findings="$(REPORT="$reports/standin.json" node -e '
  const { readFileSync } = require("node:fs");
  try {
    const last = readFileSync(process.env.REPORT, "utf8").trim().split("\n").at(-1);
    const { findings } = JSON.parse(last).summary;
    console.log(findings.filter(({ severity, known }) => severity === "error" && known === undefined).length);
  } catch { console.log(0) }
')"
if [ -f "$reports/standin.md" ]; then cat "$reports/standin.md" >>"$GITHUB_STEP_SUMMARY"; fi
{
  echo "exit-status=$status"
  echo "findings=$findings"
  echo "reports=$reports"
} >>"$GITHUB_OUTPUT"
