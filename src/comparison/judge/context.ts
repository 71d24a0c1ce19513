import {
  createEqual,
  createSchemaComparer,
  createSchemaSource,
  createSide,
  createStepAllowance,
  type SchemaComparer,
  type Side,
  withSidesExchanged,
} from '../../containment/index.ts';
import type { Api, Direction, Schema } from '../../spec/index.ts';
import { createPrism, createValidator } from '../../validation/index.ts';
import type { ComparisonLevel, ComparisonPolicy, UndocumentedValues } from '../model/policy.ts';
import type { MessageSource } from './message-proof.ts';

/** `sent`: clients write it, `received`: clients read it. */
export type MessageFlow = 'sent' | 'received';

/** Schemas of one place. */
export type SchemaPair = readonly [base: Schema, revision: Schema];

/** What rules compare with. */
export interface ComparisonContext {
  readonly base: MessageSource;
  readonly revision: MessageSource;
  readonly policy: ComparisonPolicy;
  readonly level: ComparisonLevel;
  /** The instant that dates are compared with, in milliseconds since the Unix epoch. */
  readonly now: number;
  /** For values that clients send: does the revision accept everything that the base accepts? */
  readonly sent: SchemaComparer;
  /** For values that clients receive: does the base allow everything that the revision may send? */
  readonly received: SchemaComparer;
  /**
   * The same two comparisons with base and revision exchanged, for notes about widened and narrowed
   * schemas.
   */
  readonly widened: SchemaComparer;
  readonly narrowed: SchemaComparer;
}

export interface ContextOptions extends Pick<ComparisonContext, 'policy' | 'now' | 'level'> {
  readonly undocumented: UndocumentedValues;
}

export function createComparisonContext(
  base: Api,
  revision: Api,
  { undocumented, ...options }: ContextOptions,
): ComparisonContext {
  const prism = createPrism();
  const allowance = createStepAllowance();
  const sourceOf = (api: Api): MessageSource => ({
    ...createSchemaSource(api, allowance),
    validator: createValidator({ api, prism }),
  });
  const [before, after] = [sourceOf(base), sourceOf(revision)];
  const sideOf = (source: MessageSource, direction: Direction): Side =>
    createSide(source, direction, { countsUndocumented: undocumented === 'count' });
  const [sentBefore, sentAfter] = [sideOf(before, 'request'), sideOf(after, 'request')];
  const [receivedBefore, receivedAfter] = [sideOf(before, 'response'), sideOf(after, 'response')];
  // Which schemas are equal depends neither on the direction of messages nor on that of the question.
  const equal = createEqual(base, revision, 'constraints', allowance.spend);
  return {
    ...options,
    base: before,
    revision: after,
    sent: createSchemaComparer(sentBefore, sentAfter, equal),
    received: createSchemaComparer(receivedAfter, receivedBefore, withSidesExchanged(equal)),
    widened: createSchemaComparer(sentAfter, sentBefore, withSidesExchanged(equal)),
    narrowed: createSchemaComparer(receivedBefore, receivedAfter, equal),
  };
}
