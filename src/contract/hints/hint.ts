import type { Json } from '../../core/index.ts';
import type { SchemaObject } from '../../spec/index.ts';

/** What a description or a refusal says of one value, beyond its schema. */
export type Hint =
  /** The value fits this as well. */
  | { readonly kind: 'schema'; readonly schema: SchemaObject }
  /** One of these. `model`: an example, of which others are made where each record wants another one. */
  | { readonly kind: 'values'; readonly values: readonly Json[]; readonly model?: true }
  /** It is sent although the schema does not require it. */
  | { readonly kind: 'needed' }
  /** It is left out. */
  | { readonly kind: 'unwanted' }
  /** Another value for each record. */
  | { readonly kind: 'unique' }
  /** The service does not take what the schema allows, and does not say what it takes. */
  | { readonly kind: 'other' };

/** A hint of a schema. */
export function asSchema(schema: SchemaObject): Hint {
  return { kind: 'schema', schema };
}

/** A hint of values. */
export function asValues(values: readonly Json[]): Hint {
  return { kind: 'values', values };
}
