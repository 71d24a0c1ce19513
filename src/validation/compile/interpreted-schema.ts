import { EXACT, type SchemaNode } from '../copy/schema-copier.ts';
import type { SchemaCopy } from '../copy/schema-copy.ts';
import { WIDE } from '../model/branch-choice.ts';
import type { Fits } from '../model/fits.ts';
import { assertedFormats } from '../model/formats.ts';
import { isArray, isObject } from '../model/json-kind.ts';
import { createTextTest } from '../model/pattern-engine.ts';
import type { CompilerOptions } from './ajv.ts';
import {
  ASKED_BESIDE,
  ASKED_OF_ALL,
  ASKED_OF_ARRAYS,
  ASKED_OF_NUMBERS,
  ASKED_OF_OBJECTS,
  ASKED_OF_TEXTS,
  type Asks,
  allOf,
  type Reading,
} from './interpreted-keywords.ts';

/** Reads a schema into functions that walk along it; `undefined` where only a compiler can read it. */
export type SchemaInterpreter = (copy: SchemaCopy) => Fits | undefined;

/** What a larger schema demands is compiled: its code may be too deep for the engine, which has to be told. */
const MOST_NODES = 500;

/**
 * Makes quick verdicts without a compiler, for schemas that few values are held to: reading one costs a twentieth of compiling it, and
 * judging a value several times as much. Both say the same of every value. Schemas that lead to themselves, wide alternatives and
 * `unevaluated…` are left to the compiler.
 */
export function createSchemaInterpreter({
  onUndecided,
  budget,
}: Pick<CompilerOptions, 'onUndecided' | 'budget'>): SchemaInterpreter {
  const formats = assertedFormats();
  const definitions = new Map<unknown, Fits | undefined>();

  function reader(defs: ReadonlyMap<string, SchemaNode>): { read(schema: unknown): Fits | undefined } {
    let unreadable = false;
    const giveUp = (): Fits => {
      unreadable = true;
      return () => false;
    };
    const reading: Reading = {
      formats,
      fits: (schema) => (isObject(schema) ? fitsOf(schema, reading, giveUp) : () => schema !== false),
      definition: (reference) => {
        const node = defs.get(reference);
        if (node === undefined) return giveUp();
        if (!definitions.has(node)) {
          // Until it is read: a schema that comes back to it is part of a circle.
          definitions.set(node, undefined);
          definitions.set(node, reader(defs).read(node));
        }
        return definitions.get(node) ?? giveUp();
      },
      matches: (pattern) => createTextTest(pattern, onUndecided, false, budget),
    };
    return {
      read: (schema) => {
        const fits = reading.fits(schema);
        return unreadable ? undefined : fits;
      },
    };
  }

  return ({ root, copier }) => (copier.reach(root).size > MOST_NODES ? undefined : reader(copier.defs).read(root));
}

function fitsOf(node: Readonly<SchemaNode>, reading: Reading, giveUp: () => Fits): Fits {
  if (!Object.entries(node).every(isReadable)) return giveUp();
  const ofAll = asked(ASKED_OF_ALL, node, reading);
  const ofNumbers = asked(ASKED_OF_NUMBERS, node, reading);
  const ofTexts = asked(ASKED_OF_TEXTS, node, reading);
  const ofArrays = asked(ASKED_OF_ARRAYS, node, reading);
  const ofObjects = asked(ASKED_OF_OBJECTS, node, reading);
  return (value) => {
    if (!ofAll(value)) return false;
    if (typeof value === 'string') return ofTexts(value);
    if (typeof value === 'number') return !Number.isFinite(value) || ofNumbers(value);
    if (isArray(value)) return ofArrays(value);
    return !isObject(value) || ofObjects(value);
  };
}

function asked<T>(asks: Asks<T>, node: Readonly<SchemaNode>, reading: Reading): Fits<T> {
  const found: Fits<T>[] = [];
  for (const keyword of Object.keys(node)) {
    const ask = Object.hasOwn(asks, keyword) ? asks[keyword] : undefined;
    if (ask !== undefined) found.push(ask(node[keyword] as never, reading, node)); // Copied with a value of its form.
  }
  return allOf(found);
}

const READABLE = new Set(
  [ASKED_OF_ALL, ASKED_OF_NUMBERS, ASKED_OF_TEXTS, ASKED_OF_ARRAYS, ASKED_OF_OBJECTS]
    .flatMap((asks) => Object.keys(asks))
    .concat(...ASKED_BESIDE, EXACT),
);

function isReadable([keyword, rule]: readonly [keyword: string, rule: unknown]): boolean {
  const isWide = isArray(rule) && rule.length > WIDE && (keyword === 'anyOf' || keyword === 'oneOf');
  return READABLE.has(keyword) && !isWide;
}
