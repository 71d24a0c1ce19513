/**
 * journal: stores exchanges; counts, verifies, redacts, reports deprecated use. May see core, wire and spec.
 * The contract is `journal.ts`. To let an expectation ask for more, add a comparison to `differences.ts` and its word to `evicted-counts.ts`.
 * What is secret stands in `wire`, for every room alike: to hide more, add a word to `redaction/secret-names.ts` there.
 */
export { createJournal, type JournalOptions } from './create.ts';
export { expectationFault, operationFault } from './expectation-fault.ts';
export type {
  DeprecatedUse,
  Entry,
  EntryFilter,
  ExchangeNote,
  Expectation,
  Journal,
  Verification,
} from './journal.ts';
