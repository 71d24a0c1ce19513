export type { Fake } from './faker.ts';
export type * from './generator.ts';
