export type * from './api.ts';
export type * from './decoding.ts';
