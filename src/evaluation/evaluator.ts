import { type Candidates, candidatesOf } from './branch-choice.ts';
import {
  alwaysEvaluated,
  type EvaluatedMembers,
  evaluatedMembers,
  type MemberKind,
  type SubschemaEvaluation,
} from './evaluated-members.ts';
import type { EvaluatedSchema, Evaluator, EvaluatorOptions, Keywords, KeywordTools } from './evaluation.ts';
import { allOf, type Fits } from './fits.ts';
import { isArray, isFiniteNumeric, isObject } from './json-kind.ts';
import { KEYWORDS } from './keywords.ts';

/** Maximum nesting of schemas, without references. */
export const MOST_NESTED = 500;
/**
 * Maximum references followed in a row for one value: a longer chain would exceed the stack. The rest of
 * the chain allows everything.
 */
const LONGEST_CHAIN = 1_200;
/** Members that take one step, as a power of two. */
const MEMBERS_PER_STEP = 3;

const NONE: ReadonlySet<string> = new Set();

/** Schemas as read for one set of names that are not required. */
interface Reader {
  fitsOf(schema: unknown): Fits;
  keyword(node: EvaluatedSchema, keyword: string): Fits;
  readonly evaluated: Evaluator['evaluated'];
  readonly matches: Evaluator['matches'];
}

export function createEvaluator(options: EvaluatorOptions): Evaluator {
  const memory = createMemory();
  const choices = new WeakMap<object, Candidates>();
  const candidates = (branches: readonly unknown[], value: unknown): readonly number[] => {
    const known = choices.get(branches) ?? candidatesOf(branches, options.definition);
    choices.set(branches, known);
    return known(value);
  };
  const readers = new WeakMap<ReadonlySet<string>, Reader>();
  const readerOf = (optional: ReadonlySet<string>): Reader => {
    const known = readers.get(optional) ?? createReader(options, { optional, memory, candidates, place });
    readers.set(optional, known);
    return known;
  };
  const place = (schema: unknown): Fits => readerOf(options.optionalNames?.(schema) ?? NONE).fitsOf(schema);
  const plain = readerOf(NONE);
  return {
    during: memory.during,
    evaluated: plain.evaluated,
    candidates,
    definition: options.definition,
    matches: plain.matches,
    isUndecided: options.isUndecided ?? (() => false),
    fits: (schema, value) => memory.during(() => place(schema)(value)),
    keeps: (node, keyword, value) => plain.keyword(node, keyword)(value),
  };
}

/** The kept results for one message. */
interface Memory {
  during<T>(act: () => T): T;
  /** Registers a map, so that it is cleared with the message. */
  touch(map: Map<unknown, unknown>): void;
  /** The value for which references are being followed, and how many in a row. */
  readonly chain: { value: unknown; length: number };
}

function createMemory(): Memory {
  const used = new Set<Map<unknown, unknown>>();
  const chain: Memory['chain'] = { value: undefined, length: 0 };
  let depth = 0;
  return {
    chain,
    touch: (map) => used.add(map),
    during: (act) => {
      depth += 1;
      try {
        return act();
      } finally {
        depth -= 1;
        if (depth === 0) {
          for (const each of used) each.clear();
          used.clear();
          chain.value = undefined;
          chain.length = 0;
        }
      }
    },
  };
}

interface ReaderContext {
  readonly optional: ReadonlySet<string>;
  readonly memory: Memory;
  readonly candidates: KeywordTools['candidates'];
  /** The test of a schema for a value at another place. */
  place(schema: unknown): Fits;
}

function createReader(options: EvaluatorOptions, { optional, memory, candidates, place }: ReaderContext): Reader {
  const read = new WeakMap<object, Fits>();
  const readKeywords = new WeakMap<object, Map<string, Fits>>();
  const members: Record<MemberKind, WeakMap<object, Map<unknown, EvaluatedMembers>>> = {
    items: new WeakMap(),
    properties: new WeakMap(),
  };
  /** Results that do not depend on the value. */
  const always: Record<MemberKind, WeakMap<object, EvaluatedMembers | undefined>> = {
    items: new WeakMap(),
    properties: new WeakMap(),
  };
  const { chain } = memory;
  let nesting = 0;

  const remember = (fits: Fits): Fits => {
    const known = new Map<unknown, boolean>();
    return (value) => {
      const before = known.get(value);
      if (before !== undefined) return before;
      memory.touch(known);
      // A schema that refers back to itself without looking into the value adds nothing.
      known.set(value, true);
      const verdict = fits(value);
      known.set(value, verdict);
      return verdict;
    };
  };
  const within = (readIt: () => Fits): Fits => {
    nesting += 1;
    try {
      return readIt();
    } finally {
      nesting -= 1;
    }
  };
  const definitions = new WeakMap<object, Fits>();
  /** Results are kept for definitions with references only, because others have a bounded cost. */
  const definition = (schema: unknown): Fits => {
    if (!isObject(schema)) return fitsOf(schema);
    const known = definitions.get(schema) ?? (refers(schema) ? remember(fitsOf(schema)) : fitsOf(schema));
    definitions.set(schema, known);
    return known;
  };
  /** Counts references that are followed for the same value. */
  const follow = (fits: Fits, value: unknown): boolean => {
    const { value: outer, length } = chain;
    chain.length = outer === value ? length + 1 : 0;
    chain.value = value;
    const verdict = chain.length > LONGEST_CHAIN || fits(value);
    chain.length = length;
    chain.value = outer;
    return verdict;
  };
  const fitsOf = (schema: unknown): Fits => {
    if (!isObject(schema)) return () => schema !== false;
    const known = read.get(schema);
    if (known !== undefined) return known;
    // A schema that no compiler could read is not applied.
    if (nesting > MOST_NESTED) return () => true;
    const made = within(() => readNode(schema, reading, options.count));
    const isDear = schema['unevaluatedItems'] !== undefined || schema['unevaluatedProperties'] !== undefined;
    const fits = isDear ? remember(made) : made;
    read.set(schema, fits);
    return fits;
  };
  const tests = new Map<string, Fits<string> | undefined>();
  const pattern: KeywordTools['pattern'] = (source) => {
    if (!tests.has(source)) tests.set(source, options.pattern(source));
    return tests.get(source);
  };
  const matches: Evaluator['matches'] = (source, text) => pattern(source)?.(text) === true;
  const evaluation: SubschemaEvaluation = {
    definition: options.definition,
    fits: (part, whole) => fitsOf(part)(whole),
    member: (part, whole) => place(part)(whole),
    matches,
  };
  const evaluated: Reader['evaluated'] = (node, value, kind) => {
    if (!always[kind].has(node)) always[kind].set(node, alwaysEvaluated(node, kind, options));
    const same = always[kind].get(node);
    if (same !== undefined) return same;
    const known = members[kind].get(node) ?? new Map<unknown, EvaluatedMembers>();
    members[kind].set(node, known);
    memory.touch(known);
    const found = known.get(value) ?? evaluatedMembers(node, value, kind, evaluation);
    known.set(value, found);
    return found;
  };
  const reading: KeywordTools = {
    textFormat: options.textFormat,
    numberFormat: options.numberFormat,
    pattern,
    optional,
    same: fitsOf,
    member: place,
    definition: (reference) => {
      let made: Fits | undefined;
      return (value) => {
        made ??= definition(options.definition(reference));
        return follow(made, value);
      };
    },
    candidates,
    evaluated,
  };
  return {
    fitsOf,
    evaluated,
    matches,
    keyword: (node, keyword) => {
      const known = readKeywords.get(node) ?? new Map<string, Fits>();
      readKeywords.set(node, known);
      const fits = known.get(keyword) ?? readNode(node, reading, undefined, [keyword]);
      known.set(keyword, fits);
      return fits;
    },
  };
}

/** Whether any schema below a node has a reference. */
function refers(node: unknown): boolean {
  if (typeof node !== 'object' || node === null) return false;
  return Object.entries(node).some(
    ([name, part]) =>
      (name === '$ref' && typeof part === 'string') || (name !== 'enum' && name !== 'const' && refers(part)),
  );
}

/** Reads a schema, or some of its keywords. */
function readNode(
  node: EvaluatedSchema,
  reading: KeywordTools,
  count: EvaluatorOptions['count'],
  keywords: readonly string[] = Object.keys(node),
): Fits {
  const tests = <T>(table: Keywords<T>): Fits<T> =>
    allOf(
      keywords.flatMap((name) => {
        const keyword = Object.hasOwn(table, name) ? table[name] : undefined;
        return keyword === undefined ? [] : [keyword.fits(node[name] as never, reading, node)]; // Well-formed.
      }),
    );
  const ofAll = tests(KEYWORDS.any);
  const ofNumbers = tests(KEYWORDS.number);
  const ofTexts = tests(KEYWORDS.string);
  const ofArrays = tests(KEYWORDS.array);
  const ofObjects = tests(KEYWORDS.object);
  const judge: Fits = (value) => {
    if (!ofAll(value)) return false;
    if (typeof value === 'string') return ofTexts(value);
    if (typeof value === 'number' || typeof value === 'bigint') return !isFiniteNumeric(value) || ofNumbers(value);
    if (isArray(value)) return ofArrays(value);
    return !isObject(value) || ofObjects(value);
  };
  if (count === undefined) return judge;
  const isDistinct = node['uniqueItems'] === true;
  return (value) => {
    count(1 + stepsOf(value, isDistinct));
    return judge(value);
  };
}

function stepsOf(value: unknown, isDistinct: boolean): number {
  if (isArray(value)) return isDistinct ? value.length : value.length >> MEMBERS_PER_STEP;
  return isObject(value) ? Object.keys(value).length >> MEMBERS_PER_STEP : 0;
}
