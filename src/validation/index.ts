export type * from './validator.ts';
