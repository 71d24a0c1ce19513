import type { Json } from '../../core/index.ts';
import type { SchemaObject } from '../../spec/index.ts';

/** What a description or a refusal asks of one value, beyond its schema. */
export type Hint =
  /** The value must fit this schema as well. */
  | { readonly kind: 'schema'; readonly schema: SchemaObject }
  /**
   * The value is one of these. `model`: an example. Others like it are made if each record needs another
   * value. `inOrder`: the first one, and after each refusal the next one. `moment`: points in time in several forms.
   */
  | {
      readonly kind: 'values';
      readonly values: readonly Json[];
      readonly model?: true;
      readonly inOrder?: true;
      readonly moment?: true;
    }
  /** The value is sent although the schema does not require it. */
  | { readonly kind: 'needed' }
  /** The value is left out. */
  | { readonly kind: 'unwanted' }
  /** Each record needs another value. */
  | { readonly kind: 'unique' }
  /** The service refuses a value that the schema allows, and does not say what it accepts. */
  | { readonly kind: 'other' };

/** A hint that a schema gives. */
export function asSchema(schema: SchemaObject): Hint {
  return { kind: 'schema', schema };
}

/** A hint that a list of values gives. */
export function asValues(values: readonly Json[]): Hint {
  return { kind: 'values', values };
}
