import { createSchemaComparer, createSchemaSource, createSide, type SchemaComparer } from '../../containment/index.ts';
import type { Api, Schema } from '../../spec/index.ts';
import { createPrism, createValidator } from '../../validation/index.ts';
import type { ComparisonPolicy } from '../model/policy.ts';
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

export function createComparisonContext(
  base: Api,
  revision: Api,
  options: { readonly policy: ComparisonPolicy; readonly now: number },
): ComparisonContext {
  const prism = createPrism();
  const sourceOf = (api: Api): MessageSource => ({
    ...createSchemaSource(api),
    validator: createValidator({ api, prism, fast: false }),
  });
  const [before, after] = [sourceOf(base), sourceOf(revision)];
  const [sentBefore, sentAfter] = [createSide(before, 'request'), createSide(after, 'request')];
  const [receivedBefore, receivedAfter] = [createSide(before, 'response'), createSide(after, 'response')];
  return {
    ...options,
    base: before,
    revision: after,
    sent: createSchemaComparer(sentBefore, sentAfter),
    received: createSchemaComparer(receivedAfter, receivedBefore),
    widened: createSchemaComparer(sentAfter, sentBefore),
    narrowed: createSchemaComparer(receivedBefore, receivedAfter),
  };
}
