/** Exported names that are declared in more than one file. This list may only shrink. */
export const TWO_MEANINGS: readonly string[] = [
  'REFERENCE_INSTANT',
  'createRedisStore',
  'createSqliteStore',
  'isArray',
  'isObject',
  'runContract',
];

/** Functions with five positional parameters or more, as file and name. This list may only shrink. */
export const MANY_PARAMETERS: readonly string[] = [
  'contract/checks/consistency/state-list-differs.ts isHidden',
  'contract/checks/schema/schema-undocumented-property.ts unmentioned',
  'contract/concurrency/worker-pool.ts inParallel',
  'contract/fixtures/fixtures.ts prepare',
  'contract/fixtures/list-lookup.ts aboveList',
  'contract/fixtures/path-parameters.ts -',
  'generation/draw/draw-array.ts drawItem',
  'generation/draw/draw-array.ts unused',
  'generation/draw/draw-object.ts addExtras',
  'generation/draw/draw-object.ts chooseEntries',
  'generation/draw/draw-object.ts drawEntries',
  'generation/draw/draw-text.ts byPattern',
  'journal/deprecated-use.ts -',
  'resources/build/infer.ts full',
  'server/exchange/serve-answer.ts record',
  'spec/match/path-tree.ts search',
  'state/model/collection-state.ts -',
  'state/redis/redis-replicas.ts -',
  'state/sqlite/sqlite-collection.ts indexEntity',
  'state/sqlite/sqlite-collection.ts putEntity',
  'validation/judge/write-only.ts walk',
  'wire/params/styles.ts split',
];
