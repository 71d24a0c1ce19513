/** Exported names that are declared in more than one file. This list may only shrink. */
export const TWO_MEANINGS: readonly string[] = [
  'REFERENCE_INSTANT',
  'createRedisStore',
  'createSqliteStore',
  'isArray',
  'isObject',
  'runContract',
];

/** Rooms in which names that a file does not export are not held to the rule of exported ones yet. This list may only shrink. */
export const PRIVATE_NAMES_OPEN: readonly string[] = ['contract'];
