import type { Json } from '../../core/index.ts';

/** A compiled schema: `errors` holds what the last call found. */
export interface Compiled {
  (this: ExactContext | undefined, value: unknown): boolean;
  errors?: readonly RawError[] | null;
}

/** What an exact compiler is told about the message beside its values: the original, when the values are a copy in doubles. */
export interface ExactContext {
  readonly original: Json;
}

/** One breach as Ajv reports it. */
export interface RawError {
  readonly keyword: string;
  readonly instancePath: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly schema?: unknown;
  readonly parentSchema?: object;
  readonly propertyName?: string;
  readonly data?: unknown;
}
