/** What every command may end with; a command names those that it has. */
const STATUSES = {
  0: 'done, and nothing that counts was found',
  1: 'findings that count',
  2: 'wrong input: an argument, a file, the document',
  3: 'target or document out of reach, or a report that cannot be written',
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
