/**
 * report: turns events into text and files. Sees core, wire, contract; writes only through the function it is given.
 * To add a report: one file under `reporters/`, one line in `reporters/index.ts`, one test. Text from a target or a document
 * goes through `escaping.ts` (or `markup.ts`) before it goes anywhere.
 */
export type { Reporter, ReporterOptions } from './reporter.ts';
export { createReporter, REPORTER_KINDS, type ReporterKind } from './reporters/index.ts';
