/**
 * journal: remembers exchanges; counts, verifies, redacts, reports deprecated use. May see core, wire and spec.
 * The contract is `journal.ts`. To let an expectation ask for more, add a comparison to `differences.ts` and its word to `forgotten.ts`;
 * to hide more secrets, add a word to `redaction.ts`.
 */
export { createJournal, type JournalOptions } from './create.ts';
export type {
  DeprecatedUse,
  Entry,
  EntryFilter,
  ExchangeNote,
  Expectation,
  Journal,
  Verification,
} from './journal.ts';
