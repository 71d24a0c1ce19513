/**
 * mock: decides the answer to a request. Sees core, wire, spec, validation, generation, resources and state.
 * The story of one request is `respond/respond.ts`, top to bottom.
 *
 * layers: model < relations < facts < fields < entity < seed < parts < answer < refuse < pages < roles < records < respond
 * - model: contexts of a mock and of a request, places of entities, options, overrides.
 * - relations: how resources hang together: parents, children, references, places of what is created.
 * - facts: what is worked out once for a schema, a resource or an operation.
 * - fields: the properties of an entity: their names, sent values in its form, and values that are drawn.
 * - entity: entities as they are created, changed and shown.
 * - seed: the entities that a world starts with.
 * - parts: a part of an entity: a named object of it, the items that it lists.
 * - answer: documented, generated and behaviour-made answers.
 * - refuse: refusals: credentials, limits, invalid requests, and their error bodies.
 * - pages: one page of a list: its bounds, its envelope, its links.
 * - roles: one file for each role of an operation: list, read, create, replace, patch, delete, action.
 * - records: records read and changed past the documented API, for control routes and tests.
 * - respond: the decision for one request, in one transaction.
 *
 * To add what a role of the model does, add a file to `roles/` and a line to its list.
 */

export { type Snapshot, snapshotFault } from '../state/index.ts';
export { issueToken } from './answer/issued-token.ts';
export type {
  Behaviour,
  Call,
  Draw,
  Factory,
  Id,
  Mocks,
  Records,
  RecordsOf,
  Seeding,
  StartingState,
} from './model/mocks.ts';
export { DEFAULT_SEED, type Delay, type MockOptions, type RateLimit } from './model/options.ts';
export type { Override, OverrideChange } from './model/override.ts';
export { FAULTS, type Fault, isWorldName } from './model/preferences.ts';
export type {
  NewRecord,
  RecordChange,
  RecordEditor,
  RecordLinks,
  RecordOutcome,
  RecordPage,
  RecordQuery,
  StoredRecord,
} from './model/record-editor.ts';
export type { Answer, CallbackRequest, Mock, Origin, Reply, ReplyContext } from './model/reply.ts';
export { createMockCore, type MockDependencies } from './respond/create-mock.ts';
export { givenEntities, type InitialData, refuseFaults } from './seed/initial-data.ts';
