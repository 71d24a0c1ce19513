import type { HttpRequest, Json } from '../../core/index.ts';
import type { Direction, Operation, Schema } from '../../spec/index.ts';

/** A draw depends on the seed and the place, never on the order of calls: the same `Where` gives the same bytes. */
export interface Where {
  readonly seed: number;
  /** Any text that names the place: `books/7`, `createBook/request`. Deeper places are derived from it. */
  readonly at: string;
}

export type Generated<T = Json> =
  | { readonly ok: true; readonly value: T }
  /** No finite value exists, or none was found within the budget: says why, naming the keyword. */
  | { readonly ok: false; readonly reason: string };

export interface ValueOptions {
  /** `response` leaves writeOnly properties out, `request` readOnly ones. Default `response`. */
  readonly direction?: Direction;
  /** Values that stand already (ids, references), by top-level property; they are kept and the rest is drawn around them. */
  readonly known?: Readonly<Record<string, Json>>;
  /** What the value is about (`book`, `category`): sharpens the meaning of fields called `name` or `title`. */
  readonly about?: string;
  /** The name that the value goes by (`id`, `email`), where it does not stand in an object that says so. */
  readonly name?: string;
  /** `all` also fills optional properties (the default); `required` only required ones. */
  readonly optional?: 'all' | 'required';
  /** Prefer documented examples and defaults to drawn values. Default true. */
  readonly examples?: boolean;
}

/**
 * `breaks` asks for a request that is wrong in exactly one place: `pointer` in the message, `keyword` of the rule. Beside the keywords of JSON
 * Schema: `null` (null where it is not allowed), `fraction` (a number that is not whole where only whole ones are allowed), `list` (an empty list at `/body`, where an object is expected), `letters` (a listed string in other letters), `malformed` at `/body` (text that cannot be parsed; not listed by `breakable`). `required` stands
 * at the place that is missing: `/body/name`, `/query/limit`, `/body`; `additionalProperties` at the name that is too many.
 */
export type Intent =
  | {
      readonly kind: 'valid';
      readonly optional?: 'all' | 'required';
      readonly mediaType?: string /** False: no whole documented example. Default true. */;
      readonly examples?: boolean;
    }
  | { readonly kind: 'breaks'; readonly pointer: string; readonly keyword: string };

export interface Generator {
  value(schema: Schema, where: Where, options?: ValueOptions): Generated;
  /** A whole request for the operation, paths and queries encoded by style. Known parameter values are taken from `known` (`path.bookId`, `query.limit`). */
  request(
    operation: Operation,
    intent: Intent,
    where: Where,
    known?: Readonly<Record<string, Json>>,
  ): Generated<HttpRequest>;
  /** Every place where a request of this operation can be broken alone, for `Intent.breaks`. */
  breakable(operation: Operation): readonly { readonly pointer: string; readonly keyword: string }[];
  /** Boundary values that are valid: per pointer and keyword, one request each. */
  boundaries(
    operation: Operation,
    where: Where,
    known?: Readonly<Record<string, Json>>,
  ): readonly { readonly pointer: string; readonly keyword: string; readonly request: HttpRequest }[];
}
