export type * from './journal.ts';
