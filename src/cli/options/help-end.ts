/** All exit statuses. Each command names those that it uses. */
const STATUSES = {
  0: 'success, without findings that fail the command',
  1: 'findings that fail the command',
  2: 'invalid input: an argument, a file, the document, credential or base path',
  3: 'target or document cannot be reached, or a report cannot be written',
  70: 'a defect in standin',
  130: 'interrupted by Ctrl-C (143: ended by SIGTERM)',
} as const;

/** The end of a help: examples as pairs of a command and what it does, and exit statuses. */
export function helpEnd(
  examples: readonly (readonly [command: string, effect: string])[],
  statuses: readonly (keyof typeof STATUSES)[],
): string {
  const shown = examples.map(([command, effect]) => `  ${command}\n      ${effect}`);
  const ends = statuses.map((status) => `  ${String(status).padEnd(5)}${STATUSES[status]}`);
  return `\nExamples:\n${shown.join('\n')}\n\nExit status:\n${ends.join('\n')}`;
}
