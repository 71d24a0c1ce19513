/**
 * The story that a run tells, as plain data: everything here survives `JSON.stringify`, and every secret has been
 * taken out before an event is made. Times are milliseconds; instants are milliseconds since the Unix epoch.
 * Text that came from the target is kept as it came: whoever prints it must escape it for the medium.
 */
/** The parts of a run, in the order in which they run. */
export const PHASES = [
  'examples',
  'coverage',
  'stateful',
  'protocol',
  'lifecycle',
  'scenarios',
  'traffic',
  'fuzz',
] as const;

export type Phase = (typeof PHASES)[number];
