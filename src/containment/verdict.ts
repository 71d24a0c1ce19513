import type { Json } from '../core/index.ts';
import type { SchemaObject } from '../spec/index.ts';

/** What kind of rule keeps values of one schema out of another. */
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
  | 'composition';

/** A place where values of the left schema may not fit the right one. */
export interface Gap {
  readonly rule: GapRule;
  /** Property or value that the rule is about. */
  readonly subject?: string;
  /** What the left schema says there. */
  readonly left?: SchemaObject | undefined;
  /** What the right schema says there. */
  readonly right?: SchemaObject | undefined;
  /** Names from the compared schema to the place; `*` for any item or unnamed property. */
  readonly path: readonly string[];
  /** A value of the compared schema that shows it; each attempt gives another. Absent where none can be drawn. */
  readonly values?: (attempt: number) => Json | undefined;
  /** Why it is not decided. */
  readonly doubt?: string;
}

export interface Fit {
  readonly gaps: readonly Gap[];
  /** Depth of the highest open pair whose answer this one rests on. */
  readonly low: number;
}

export const CONTAINED: Fit = { gaps: [], low: Number.POSITIVE_INFINITY };

/** More gaps of one pair are not kept. */
const MOST_GAPS = 200;

export function joined(verdicts: readonly Fit[]): Fit {
  const gaps = new Map<string, Gap>();
  for (const { gaps: each } of verdicts)
    for (const gap of each) {
      const key = `${gap.rule} ${gap.subject ?? ''} ${gap.path.join('/')}`;
      if (gaps.size < MOST_GAPS && gaps.get(key)?.values === undefined) gaps.set(key, gap);
    }
  return { gaps: [...gaps.values()], low: Math.min(Number.POSITIVE_INFINITY, ...verdicts.map(({ low }) => low)) };
}

export const gapsOf = (...gaps: readonly Gap[]): Fit => ({ ...CONTAINED, gaps });

/** The same gaps, seen from one level further out. */
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
