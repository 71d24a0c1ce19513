import type { Faker } from '@faker-js/faker';

/** Faker, reading its chance from a place instead of a running sequence. */
export type Fake = Faker;
