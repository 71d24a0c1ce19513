import type { EvaluatedMembers, MemberKind } from './evaluated-members.ts';
import type { Fits } from './fits.ts';

/** A schema as an object of keywords. */
export type EvaluatedSchema = Readonly<Record<string, unknown>>;

/** An object of JSON. */
export type Members = Readonly<Record<string, unknown>>;

export type Numeric = number | bigint;

/** What an evaluator needs besides the schemas. */
export interface EvaluatorOptions {
  /** The schema of a reference. */
  definition(reference: string): unknown;
  /** Tests strings for a format; `undefined` if the format has no meaning for strings. */
  textFormat(name: string): Fits<string> | undefined;
  /** Tests finite numbers for a format; `undefined` if the format has no meaning for numbers. */
  numberFormat(name: string): Fits<Numeric> | undefined;
  /** Tests strings for a pattern; `undefined` if the pattern is unreadable, so that it has no effect. */
  pattern(source: string): Fits<string> | undefined;
  /** Whether a pattern takes too long for a string. Default: never. */
  isUndecided?(pattern: string, text: string): boolean;
  /** Names that cannot be required of an object with this schema. Default: none. */
  optionalNames?(schema: unknown): ReadonlySet<string>;
  /** Called with the amount of work: one for each evaluated schema, and more for values with many members. */
  count?(steps: number): void;
}

/**
 * Evaluates schemas without compiling them. Results for definitions are kept while one message is judged,
 * so the work is bounded by the size of the schema times the number of values, however often alternatives
 * refer to one definition. Numbers beyond 2^53 are exact.
 */
export interface Evaluator {
  fits(schema: unknown, value: unknown): boolean;
  /** Evaluates one keyword of a schema. */
  keeps(node: EvaluatedSchema, keyword: string, value: unknown): boolean;
  /** Keeps results until `act` is done. */
  during<T>(act: () => T): T;
  /** The members that a schema evaluates for a value. */
  evaluated(node: EvaluatedSchema, value: object, kind: MemberKind): EvaluatedMembers;
  definition(reference: string): unknown;
  matches(pattern: string, text: string): boolean;
  isUndecided(pattern: string, text: string): boolean;
  /** The indexes of the branches that a value may fit. */
  candidates(branches: readonly unknown[], value: unknown): readonly number[];
}

/** What keywords need to read their values. */
export interface KeywordTools extends Pick<EvaluatorOptions, 'textFormat' | 'numberFormat' | 'pattern'> {
  /** The test of a schema for the same value. */
  same(schema: unknown): Fits;
  /** The test of a schema for a member of the value. */
  member(schema: unknown): Fits;
  /** The test of a definition. */
  definition(reference: string): Fits;
  /** Names that cannot be required here. */
  readonly optional: ReadonlySet<string>;
  candidates: Evaluator['candidates'];
  evaluated: Evaluator['evaluated'];
}

/** A keyword for values of one type. */
export interface Keyword<T> {
  /** The test of the keyword. Its own value is well-formed. */
  fits(rule: never, reading: KeywordTools, node: EvaluatedSchema): Fits<T>;
  /** Reports a breach with details, or if the keyword contains schemas. */
  tell?(rule: never, reported: ReportedValue<T>): void;
}

/** Keywords in the order in which their breaches are reported, which is that of Ajv and Prism. */
export type Keywords<T> = Readonly<Record<string, Keyword<T>>>;

/** Receives the results for one value and one schema, keyword by keyword. */
export interface Listener {
  /** A rule of the schema itself is broken. */
  breach(keyword: string, params?: Readonly<Record<string, unknown>>): void;
  /** A further schema applies to the same value. */
  also(schema: unknown): void;
  /** A schema applies to a member of the value. */
  inside(schema: unknown, member: unknown, name: string): void;
  /** A schema was tested that alone refuses nothing, and did not fit. `name` is the tested member. */
  attempt(schema: unknown, value: unknown, name?: string): void;
  /** A schema is evaluated only for whether it fits. */
  glance(schema: unknown, value: unknown): void;
  alternatives(keyword: 'anyOf' | 'oneOf', branches: readonly unknown[]): void;
}

/** A value whose breaches are reported, and its schema. */
export interface ReportedValue<T> {
  readonly node: EvaluatedSchema;
  readonly value: T;
  readonly evaluator: Evaluator;
  readonly listener: Listener;
}

/** The property of a node with exact numbers, which a double cannot hold. */
export const EXACT = 'x-standin-exact';
