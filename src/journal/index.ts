/**
 * journal: stores exchanges; counts, verifies, redacts, reports deprecated use. May see core, wire and spec.
 * The contract is `journal.ts`. To let an expectation ask for more, add a comparison to `differences.ts`, and the property to `judge` in `evicted-counts.ts`.
 * The names of secrets are in `wire/redaction/secret-names.ts`, because every room hides the same ones: add a word there to hide more.
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
