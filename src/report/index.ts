/**
 * report: turns events into text and files. Sees core, look, wire, contract, comparison; writes only through the function it is given.
 * To add a report: one file under `reporters/`, one line in `reporters/index.ts`, one test. Text from a target or a document
 * goes through `escape-text.ts` (or `markup` of the room `look`) before it goes anywhere.
 */

export { COMPARISON_REPORTS, type ComparisonReport, writeComparison } from './comparison/write-comparison.ts';
export { GATE_REPORTS, type GateReport, writeDecision } from './gate/write-decision.ts';
export type { EarlierRun, Reporter, ReporterOptions } from './reporter.ts';
export { createReporter, REPORTER_KINDS, type ReporterKind } from './reporters/index.ts';
