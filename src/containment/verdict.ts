import type { Json } from '../core/index.ts';
import type { SchemaObject } from '../spec/index.ts';
import { stringifyJson } from '../wire/index.ts';

/** The kind of rule by which values of one schema are invalid under another. */
export type GapRule =
  | 'type'
  | 'nullability'
  | 'enum'
  | 'const'
  | 'range'
  | 'multiple-of'
  | 'max-length'
  | 'min-length'
  | 'pattern'
  | 'format'
  | 'array-size'
  | 'unique-items'
  | 'contains'
  | 'object-size'
  | 'property-names'
  | 'required'
  | 'dependent'
  | 'additional'
  | 'undocumented'
  | 'composition';

/** A place where values of the left schema may not be valid under the right one. */
export interface Gap {
  readonly rule: GapRule;
  /** The property or value that the rule concerns. */
  readonly subject?: string;
  /** All values of a list that the right refuses. They are one gap, without a subject. */
  readonly refused?: readonly Json[];
  /** The left schema at that place. */
  readonly left?: SchemaObject | undefined;
  /** The right schema at that place. */
  readonly right?: SchemaObject | undefined;
  /** Names from the compared schema to the place; `*` for any item or unnamed property. */
  readonly path: readonly string[];
  /**
   * Generates a value of the compared schema that may show the gap; each attempt gives another. Absent
   * where none can be generated.
   */
  readonly values?: (attempt: number) => Json | undefined;
  /** Why the gap is undecided. */
  readonly doubt?: string;
}

export interface Fit {
  readonly gaps: readonly Gap[];
  /** Depth of the outermost unfinished pair on which this answer depends. */
  readonly low: number;
}

export const CONTAINED: Fit = { gaps: [], low: Number.POSITIVE_INFINITY };

/** Most gaps that are kept for one pair. */
const MOST_GAPS = 200;

/**
 * All gaps, each place once, with its shortest path: schemas that refer to each other lead to one place in very
 * many ways.
 */
export function joinFits(verdicts: readonly Fit[]): Fit {
  const low = Math.min(Number.POSITIVE_INFINITY, ...verdicts.map((verdict) => verdict.low));
  const found = verdicts.flatMap(({ gaps }) => gaps);
  if (found.length < 2) return { gaps: found, low };
  const ids = new Map<SchemaObject, number>();
  const idOf = (schema: SchemaObject): number => {
    const id = ids.get(schema) ?? ids.size;
    ids.set(schema, id);
    return id;
  };
  const kept = new Map<string, Gap>();
  // Where not all can be kept, those that values can show come first.
  const ordered = found.length > MOST_GAPS ? found.toSorted(inOrder) : found;
  for (const gap of ordered) {
    const { rule, subject = '', left, right, path, doubt } = gap;
    // Without schemas of its own, a place is where its path leads; a limit has no place at all.
    const place =
      left === undefined || right === undefined ? (doubt ?? path.join('/')) : `${idOf(left)} ${idOf(right)}`;
    const key = `${rule} ${subject} ${place}`;
    const before = kept.get(key);
    if (before?.refused !== undefined && gap.refused !== undefined) kept.set(key, bothLists(before, gap));
    else if (before === undefined ? kept.size < MOST_GAPS : isBetter(gap, before)) kept.set(key, gap);
  }
  return { gaps: [...kept.values()], low };
}

/** One gap for the values of two lists at one place. */
function bothLists(one: Gap, other: Gap): Gap {
  const known = one.refused ?? [];
  const texts = new Set(known.map((value) => stringifyJson(value)));
  const more = (other.refused ?? []).filter((value) => !texts.has(stringifyJson(value)));
  return more.length === 0 ? one : { ...one, refused: [...known, ...more], values: valuesOfAll([one, other]) };
}

/** Gaps that values can show before others, and short paths before long ones. */
const inOrder = (one: Gap, other: Gap): number =>
  Number(one.values === undefined) - Number(other.values === undefined) || one.path.length - other.path.length;

/** A gap that values can show, then one that is less deep. */
function isBetter(gap: Gap, before: Gap): boolean {
  const [can, could] = [gap.values !== undefined, before.values !== undefined];
  return can === could ? gap.path.length < before.path.length : can;
}

export const gapsOf = (...gaps: readonly Gap[]): Fit => ({ ...CONTAINED, gaps });

/** Values that show any of several gaps, in turn. */
export function valuesOfAll(gaps: readonly Gap[]): (attempt: number) => Json | undefined {
  const makers = gaps.flatMap(({ values }) => values ?? []);
  return (attempt) => makers[attempt % makers.length]?.(Math.floor(attempt / makers.length));
}

/** The same gaps with paths from one level further out. */
export function insideOf(verdict: Fit, step: string, wrap: (inner: Json, attempt: number) => Json | undefined): Fit {
  return {
    low: verdict.low,
    gaps: verdict.gaps.map((gap) => {
      const { values, ...rest } = gap;
      const path = [step, ...gap.path];
      if (values === undefined) return { ...rest, path };
      return {
        ...rest,
        path,
        values: (attempt) => {
          const inner = values(attempt);
          return inner === undefined ? undefined : wrap(inner, attempt);
        },
      };
    }),
  };
}
