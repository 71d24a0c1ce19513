/**
 * traffic: reads what clients send and receive: HAR files, the journal of a mock, Pact files, and files of
 * distilled uses. Sees core, wire and spec. Other programs write these files: a part that a recorder left
 * out is marked as not judged.
 *
 * Layers: model < exchanges < pacts < uses.
 * - model: recorded exchanges, and how a client uses an operation.
 * - exchanges: HAR and journals, and which of their exchanges use the service.
 * - pacts: Pact files of version 1 to 4, and their matchers.
 * - uses: files of distilled uses, and one reader for all kinds of files.
 *
 * To add a matcher of Pact, give it a line in `pacts/pact-matchers.ts`; to add a kind of file, a branch in
 * `uses/read-usage.ts`.
 */

export { chooseTraffic } from './exchanges/choose-traffic.ts';
export { readTraffic } from './exchanges/read-traffic.ts';
export type * from './model/client-use.ts';
export type { FinishedExchange, RecordedTraffic } from './model/recorded-traffic.ts';
export { type MatchesPattern, pactAccepts } from './pacts/pact-matchers.ts';
export { pactRuleAt } from './pacts/pact-rules.ts';
export { type ReadUsage, readUsage, USAGE_KINDS, type UsageKind, type UsageText } from './uses/read-usage.ts';
export { type UsesFile, usesAsJson } from './uses/uses-file.ts';
