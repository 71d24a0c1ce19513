import type { Evaluated, MemberKind } from './evaluated-members.ts';
import type { Fits } from './fits.ts';

/** A schema as an object of keywords. */
export type EvaluatedSchema = Readonly<Record<string, unknown>>;

/** An object of JSON. */
export type Members = Readonly<Record<string, unknown>>;

export type Numeric = number | bigint;

/** What an evaluator needs to know beside the schemas. */
export interface EvaluatorOptions {
  /** The schema that a reference leads to. */
  definition(reference: string): unknown;
  /** Tests texts for a format; `undefined`: the format says nothing about texts. */
  textFormat(name: string): Fits<string> | undefined;
  /** Tests finite numbers for a format; `undefined`: the format says nothing about numbers. */
  numberFormat(name: string): Fits<Numeric> | undefined;
  /** Tests texts for a pattern; `undefined`: the pattern cannot be read, and says nothing. */
  pattern(source: string): Fits<string> | undefined;
  /** Whether a pattern takes too long for a text. Default: never. */
  isUndecided?(pattern: string, text: string): boolean;
  /** Names that no schema can require of an object that is held to this one. Default: none. */
  optionalNames?(schema: unknown): ReadonlySet<string>;
  /** Called with the amount of work: one for each schema that a value is held to, and more for values with many members. */
  count?(steps: number): void;
}

/**
 * Holds values to schemas without compiling them. Every verdict of a definition is remembered while one message is judged, so that the
 * work is bounded by the size of the schema times the number of values, however often alternatives lead to the same definition.
 * Numbers beyond 2^53 are judged by all their digits.
 */
export interface Evaluator {
  fits(schema: unknown, value: unknown): boolean;
  /** One keyword of a schema by itself. */
  keeps(node: EvaluatedSchema, keyword: string, value: unknown): boolean;
  /** Keeps what is remembered until `act` is done. */
  during<T>(act: () => T): T;
  /** The members that a schema evaluates of a value. */
  evaluated(node: EvaluatedSchema, value: object, kind: MemberKind): Evaluated;
  definition(reference: string): unknown;
  matches(pattern: string, text: string): boolean;
  isUndecided(pattern: string, text: string): boolean;
  /** The branches of many that a value may fit. */
  candidates(branches: readonly unknown[], value: unknown): readonly number[];
}

/** What keywords are read with. */
export interface Reading extends Pick<EvaluatorOptions, 'textFormat' | 'numberFormat' | 'pattern'> {
  /** What a schema asks of the same value as the keyword. */
  same(schema: unknown): Fits;
  /** What a schema asks of a member of the value. */
  member(schema: unknown): Fits;
  /** What the definition asks that a reference names. */
  definition(reference: string): Fits;
  /** Names that cannot be required here. */
  readonly optional: ReadonlySet<string>;
  candidates: Evaluator['candidates'];
  evaluated: Evaluator['evaluated'];
}

/** A keyword for values of one kind. */
export interface Keyword<T> {
  /** What the keyword asks of a value. Its own value is well-formed. */
  fits(rule: never, reading: Reading, node: EvaluatedSchema): Fits<T>;
  /** What can be said of a breach beside that there is one, or where the keyword holds other schemas. */
  tell?(rule: never, told: Told<T>): void;
}

/** Keywords in the order in which their breaches are reported, which is that of Ajv and Prism. */
export type Keywords<T> = Readonly<Record<string, Keyword<T>>>;

/** Receives the result of one value under one schema, keyword by keyword. */
export interface Listener {
  /** A rule of the schema itself is broken. */
  breach(keyword: string, params?: Readonly<Record<string, unknown>>): void;
  /** A further schema speaks about the same value. */
  also(schema: unknown): void;
  /** A schema speaks about a member of the value. */
  inside(schema: unknown, member: unknown, name: string): void;
  /** A schema was tried that by itself refuses nothing, and did not fit; `name` is that of the member it was tried on. */
  attempt(schema: unknown, value: unknown, name?: string): void;
  /** A schema is looked at only for whether it fits. */
  glance(schema: unknown, value: unknown): void;
  alternatives(keyword: 'anyOf' | 'oneOf', branches: readonly unknown[]): void;
}

/** A value whose breaches are reported, and its schema. */
export interface Told<T> {
  readonly node: EvaluatedSchema;
  readonly value: T;
  readonly evaluator: Evaluator;
  readonly listener: Listener;
}

/** The property of a node with its numbers in all their digits, where a double cannot hold them. */
export const EXACT = 'x-standin-exact';
