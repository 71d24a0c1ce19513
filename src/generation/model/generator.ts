import type { HttpRequest, Json } from '../../core/index.ts';
import type { Direction, Operation, Schema, SchemaObject } from '../../spec/index.ts';

/** A draw depends on the seed and the place, never on the order of calls: the same `Where` gives the same bytes. */
export interface Where {
  readonly seed: number;
  /** A string that names the place: `books/7`, `createBook/request`. Nested places are derived from it. */
  readonly at: string;
}

export type GenerationResult<T = Json> =
  | { readonly ok: true; readonly value: T }
  /** No finite value exists, or none was found within the budget. The reason names the keyword. */
  | { readonly ok: false; readonly reason: string };

export interface ValueOptions {
  /** `response` leaves writeOnly properties out, `request` readOnly ones. Default `response`. */
  readonly direction?: Direction;
  /**
   * Given values (ids, references) by top-level property. They are kept, and the rest is drawn around them.
   */
  readonly known?: Readonly<Record<string, Json>>;
  /** The subject of the value (`book`, `category`), which affects properties such as `name` or `title`. */
  readonly about?: string;
  /** The name of the value (`id`, `email`), if it is not in an object. */
  readonly name?: string;
  /** `all` also fills optional properties (the default); `required` only required ones. */
  readonly optional?: 'all' | 'required';
  /** Documented values of the same kind: strings get the form of theirs. */
  readonly samples?: readonly Json[];
  /** Prefer documented examples and defaults to drawn values. Default true. */
  readonly examples?: boolean;
}

/**
 * `breaks`: a request that is invalid in exactly one place: `pointer` in the message, `keyword` of the
 * rule. Besides JSON Schema keywords: `null` (null where it is not allowed), `fraction` (a number with a
 * fraction where an integer is required), `list` (an empty list at `/body` where an object is required),
 * `letters` (an enum or const string in the other letter case), `patternLetters` (a string that matches its
 * pattern only in the other letter case),
 * `malformed` at `/body` (content that cannot be parsed; not in `breakable`). The place of `required` is
 * the missing one: `/body/name`, `/query/limit`, `/body`; that of `additionalProperties` is the added name.
 */
export type Intent =
  | {
      readonly kind: 'valid';
      readonly optional?: 'all' | 'required';
      readonly mediaType?: string /** False: no complete documented example. Default true. */;
      readonly examples?: boolean;
    }
  | { readonly kind: 'breaks'; readonly pointer: string; readonly keyword: string };

/** A rule of a member of an object: the schema of the object, and where the member is in it (`/name`, `/tags/0`). */
export interface MemberRule {
  readonly schema: SchemaObject | undefined;
  readonly pointer: string;
}

/** A place of a request, and a keyword of its schema. */
export interface BreakableRule {
  readonly pointer: string;
  readonly keyword: string;
  /** The same for every place of a shared schema. `undefined` for a parameter or the body itself. */
  readonly member: MemberRule | undefined;
}

export interface Generator {
  value(schema: Schema, where: Where, options?: ValueOptions): GenerationResult;
  /**
   * A complete request for the operation, with path and query encoded by their styles. Known parameter
   * values are in `known` (`path.bookId`, `query.limit`).
   */
  request(
    operation: Operation,
    intent: Intent,
    where: Where,
    known?: Readonly<Record<string, Json>>,
  ): GenerationResult<HttpRequest>;
  /** Every place where a request of this operation can be broken alone, for `Intent.breaks`. */
  breakable(operation: Operation): readonly BreakableRule[];
  /** Valid boundary values: one request for each pointer and keyword. */
  boundaries(
    operation: Operation,
    where: Where,
    known?: Readonly<Record<string, Json>>,
  ): readonly (BreakableRule & { readonly request: HttpRequest })[];
}
