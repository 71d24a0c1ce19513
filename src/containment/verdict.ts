import type { Json } from '../core/index.ts';
import type { SchemaObject } from '../spec/index.ts';

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

export function joinFits(verdicts: readonly Fit[]): Fit {
  const gaps = new Map<string, Gap>();
  for (const { gaps: each } of verdicts)
    for (const gap of each) {
      const key = `${gap.rule} ${gap.subject ?? ''} ${gap.path.join('/')}`;
      if (gaps.size < MOST_GAPS && gaps.get(key)?.values === undefined) gaps.set(key, gap);
    }
  return { gaps: [...gaps.values()], low: Math.min(Number.POSITIVE_INFINITY, ...verdicts.map(({ low }) => low)) };
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
