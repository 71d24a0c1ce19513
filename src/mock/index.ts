/**
 * mock: decides the answer to a request. Sees core, wire, spec, validation, generation, resources and state.
 * The story of one request is `respond.ts`, top to bottom. To add what a role of the model does, add a file to `roles/` and a line to its list.
 */
export { snapshotFault } from '../state/index.ts';
export type { InitialData } from './seed/initial-data.ts';
export { createMock, type MockParts } from './respond/create-mock.ts';
export type { Behaviour, Call, Draw, Factory, Id, Mocks, Records, RecordsOf, Scenario, Seeding } from './model/mocks.ts';
export { DEFAULT_SEED, type Delay, type MockOptions, type RateLimit } from './model/options.ts';
export type { Override } from './model/override.ts';
export { FAULTS, type Fault, isWorldName } from './model/preferences.ts';
export type { Answer, Mock, Origin, Reply, ReplyContext } from './model/reply.ts';
export { type Steps, wait } from './model/steps.ts';
