/**
 * The events of a run, as plain data: everything survives `JSON.stringify`, and secrets are removed before
 * an event is made. Durations are milliseconds; instants are milliseconds since the Unix epoch. Strings
 * from the target are unchanged: a reporter must escape them.
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
