/**
 * contract: plans cases, sends them to a target, checks the exchanges, tells the story as events.
 * Sees core, wire, spec, validation, generation, resources, journal; never the mock or the server.
 * To add a check: one file under `checks/`, one line in `checks/index.ts`, one faulty target in the tests.
 */
export type * from './events.ts';
export { PHASES } from './events.ts';
