/** Exported names that are declared in more than one file. This list may only shrink. */
export const TWO_MEANINGS: readonly string[] = [
  'REFERENCE_INSTANT',
  'createRedisStore',
  'createSqliteStore',
  'isArray',
  'isObject',
  'runContract',
];
