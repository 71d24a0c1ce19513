import type { Format } from 'ajv';
import type { SchemaNode } from '../copy/schema-copier.ts';
import { type Candidates, candidatesOf } from '../model/branch-choice.ts';
import { type Evaluated, type EvaluatedKinds, evaluatedMembers, type MemberKind } from '../model/evaluated-members.ts';
import type { Fits } from '../model/fits.ts';
import { assertedFormats } from '../model/formats.ts';
import { isArray, isObject } from '../model/json-kind.ts';
import type { PatternTests } from '../model/pattern-budget.ts';
import {
  ASKED_OF_ALL,
  ASKED_OF_ARRAYS,
  ASKED_OF_NUMBERS,
  ASKED_OF_OBJECTS,
  ASKED_OF_TEXTS,
  type Asks,
  allOf,
  isNumeric,
  type Reading,
} from './interpreted-keywords.ts';

/**
 * Holds values to schemas without compiling them. Every verdict of a definition is remembered while one message is judged, so that the
 * work is bounded by the size of the schema times the number of values, however often alternatives lead to the same definition.
 * Numbers beyond 2^53 are judged by all their digits.
 */
export interface Judge {
  fits(schema: unknown, value: unknown): boolean;
  /** One keyword of a schema by itself. */
  keeps(node: Readonly<SchemaNode>, keyword: string, value: unknown): boolean;
  /** Keeps what is remembered until `act` is done. */
  during<T>(act: () => T): T;
  /** The members that a schema evaluates of a value. */
  evaluated(node: Readonly<SchemaNode>, value: object, kind: MemberKind): Evaluated;
  definition(reference: string): unknown;
  matches(pattern: string, text: string): boolean;
  /** Can it not be decided within the message's budget whether a text matches? */
  isUndecided(pattern: string, text: string): boolean;
  /** The branches of many that a value may fit. */
  candidates(branches: readonly unknown[], value: unknown): readonly number[];
}

/** Schemas within schemas are read so deep, references aside. */
const DEEPEST = 500;

export function createJudge(defs: ReadonlyMap<string, SchemaNode>, patterns: PatternTests): Judge {
  const read = new WeakMap<object, Fits>();
  const readKeywords = new WeakMap<object, Map<string, Fits>>();
  const choices = new WeakMap<object, Candidates>();
  const remembered = new Set<Map<unknown, unknown>>();
  const members: Record<MemberKind, WeakMap<object, Map<unknown, Evaluated>>> = {
    items: new WeakMap(),
    properties: new WeakMap(),
  };
  let depth = 0;
  let nesting = 0;

  const during = <T>(act: () => T): T => {
    depth += 1;
    try {
      return act();
    } finally {
      depth -= 1;
      if (depth === 0) {
        for (const each of remembered) each.clear();
        remembered.clear();
      }
    }
  };
  const remember = (fits: Fits): Fits => {
    const known = new Map<unknown, boolean>();
    return (value) => {
      const before = known.get(value);
      if (before !== undefined) return before;
      remembered.add(known);
      // A schema that comes back to itself before it has looked into the value asks nothing more.
      known.set(value, true);
      const verdict = fits(value);
      known.set(value, verdict);
      return verdict;
    };
  };
  const fitsOf = (schema: unknown): Fits => {
    if (!isObject(schema)) return () => schema !== false;
    const known = read.get(schema);
    if (known !== undefined) return known;
    // What no compiler could read either: nothing is held to it.
    if (nesting > DEEPEST) return () => true;
    nesting += 1;
    const made = readNode(schema, reading);
    nesting -= 1;
    const fits = isShared(schema) ? remember(made) : made;
    read.set(schema, fits);
    return fits;
  };
  const candidates = (branches: readonly unknown[], value: unknown): readonly number[] => {
    const known = choices.get(branches) ?? candidatesOf(branches, (reference) => defs.get(reference));
    choices.set(branches, known);
    return known(value);
  };
  const definitions = new Set<unknown>(defs.values());
  // Several ways may lead to these; what a definition without references costs is bounded by itself.
  const isShared = (node: Readonly<SchemaNode>): boolean =>
    node['unevaluatedItems'] !== undefined ||
    node['unevaluatedProperties'] !== undefined ||
    (isDefinition(node) && refers(node));
  const isDefinition = (node: unknown): boolean => {
    if (definitions.size !== defs.size) for (const def of defs.values()) definitions.add(def);
    return definitions.has(node);
  };
  const parts: EvaluatedKinds = {
    definition: (reference) => defs.get(reference),
    fits: (part, whole) => fitsOf(part)(whole),
    matches: (pattern, text) => patterns.test(pattern)(text),
  };
  const evaluated: Judge['evaluated'] = (node, value, kind) => {
    const known = members[kind].get(node) ?? new Map<unknown, Evaluated>();
    members[kind].set(node, known);
    remembered.add(known);
    const found = known.get(value) ?? evaluatedMembers(node, value, kind, parts);
    known.set(value, found);
    return found;
  };
  const reading: Reading = {
    formats: assertedFormats() as Readonly<Record<string, Format>>,
    fits: fitsOf,
    definition: (reference) => {
      let made: Fits | undefined;
      return (value) => {
        made ??= fitsOf(defs.get(reference));
        return made(value);
      };
    },
    matches: patterns.test,
    candidates,
    evaluated,
  };
  return {
    during,
    evaluated,
    candidates,
    definition: parts.definition,
    matches: parts.matches,
    isUndecided: patterns.isUndecided,
    fits: (schema, value) => during(() => fitsOf(schema)(value)),
    keeps: (node, keyword, value) => {
      const known = readKeywords.get(node) ?? new Map<string, Fits>();
      readKeywords.set(node, known);
      const fits = known.get(keyword) ?? readNode(node, reading, [keyword]);
      known.set(keyword, fits);
      return fits(value);
    },
  };
}

/** Does any schema below a node refer to another? */
function refers(node: unknown): boolean {
  if (typeof node !== 'object' || node === null) return false;
  return Object.entries(node).some(
    ([name, part]) =>
      (name === '$ref' && typeof part === 'string') || (name !== 'enum' && name !== 'const' && refers(part)),
  );
}

/** Reads a schema, or some of its keywords. */
function readNode(node: Readonly<SchemaNode>, reading: Reading, keywords: readonly string[] = Object.keys(node)): Fits {
  const asked = <T>(asks: Asks<T>): Fits<T> => {
    const found: Fits<T>[] = [];
    for (const keyword of keywords) {
      const ask = Object.hasOwn(asks, keyword) ? asks[keyword] : undefined;
      if (ask !== undefined) found.push(ask(node[keyword] as never, reading, node)); // Copied with a value of its form.
    }
    return allOf(found);
  };
  const ofAll = asked(ASKED_OF_ALL);
  const ofNumbers = asked(ASKED_OF_NUMBERS);
  const ofTexts = asked(ASKED_OF_TEXTS);
  const ofArrays = asked(ASKED_OF_ARRAYS);
  const ofObjects = asked(ASKED_OF_OBJECTS);
  return (value) => {
    if (!ofAll(value)) return false;
    if (typeof value === 'string') return ofTexts(value);
    if (typeof value === 'number' || typeof value === 'bigint') return !isNumeric(value) || ofNumbers(value);
    if (isArray(value)) return ofArrays(value);
    return !isObject(value) || ofObjects(value);
  };
}
