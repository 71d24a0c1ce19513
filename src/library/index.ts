/** library: the public door, wired. Sees every room but the command line. */
export type { HttpRequest, HttpResponse, Json, JsonObject, Violation } from '../core/index.ts';
export { StandinError } from '../core/index.ts';
export type { Fake } from '../generation/index.ts';
export type { Behaviour, Call, Draw, Factory, Id, Mocks, Records, RecordsOf, Scenario, Seeding } from '../mock/index.ts';
export { defineMocks } from './define.ts';
