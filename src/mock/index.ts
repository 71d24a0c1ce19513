export type * from './mocks.ts';
