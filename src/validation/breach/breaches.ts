import type { Json } from '../../core/index.ts';
import { type Evaluator, isObject, type Listener, tellBreaches } from '../../evaluation/index.ts';
import { escapeToken } from '../../wire/index.ts';
import type { SchemaNode } from '../copy/schema-copier.ts';
import type { SchemaCopy } from '../copy/schema-copy.ts';
import { isLargeValue } from '../model/values.ts';
import { createWeigh, fittingBranches, type Weigh } from './breach-weight.ts';
import { nearestBranch } from './nearest-breach.ts';

/** One rule that a value breaks. */
export interface Breach {
  readonly keyword: string;
  /** JSON Pointer into the value. */
  readonly instancePath: string;
  readonly params: Readonly<Record<string, unknown>>;
  /** The keyword's value, and the schema that contains it. */
  readonly schema: unknown;
  readonly parentSchema: unknown;
  readonly data: unknown;
}

/** Maximum breaches collected for one value. */
const MOST_GATHERED = 500;

/** The breaches of a value. Of `anyOf` and `oneOf`, only those of the nearest branch. */
export function breachesOf(copy: SchemaCopy, value: Json, evaluator: Evaluator): readonly Breach[] {
  const isLarge = isLargeValue(value);
  const left = isLarge ? 1 : MOST_GATHERED;
  const reported = new Map<unknown, Set<string>>();
  return evaluator.during(() => {
    try {
      return gather(copy.root, value, '', { copy, evaluator, weigh: createWeigh(evaluator, isLarge), reported, left });
    } catch (error) {
      // A chain of references may be longer than the stack.
      if (error instanceof RangeError) return [breachOf('$ref', copy.root, value, '')];
      throw error;
    }
  });
}

interface BreachReport {
  readonly copy: SchemaCopy;
  readonly evaluator: Evaluator;
  readonly weigh: Weigh;
  /** Schemas and the places that were judged by them, so that no breach is reported twice. */
  readonly reported: Map<unknown, Set<string>>;
  /** How many more breaches are reported. */
  left: number;
}

/** The breaches of one schema, in order. */
function gather(schema: unknown, value: unknown, path: string, telling: BreachReport): readonly Breach[] {
  const found: Breach[] = [];
  const tell = (part: unknown, data: unknown, at: string): void => {
    if (telling.left <= 0 || telling.evaluator.fits(part, data)) return;
    const places = telling.reported.get(part) ?? new Set<string>();
    telling.reported.set(part, places);
    // A `false` schema has no place of its own in the document.
    if (isObject(part) && places.has(at)) return;
    places.add(at);
    if (isObject(part)) tellBreaches(part, data, telling.evaluator, listenerAt(part, data, at));
    else add({ keyword: 'false schema', instancePath: at, params: {}, schema: false, parentSchema: part, data });
  };
  const add = (breach: Breach): void => {
    if (telling.left <= 0) return;
    telling.left -= 1;
    found.push(breach);
  };
  const listenerAt = (node: SchemaNode, data: unknown, at: string): Listener => {
    const breach: Listener['breach'] = (keyword, params = {}) =>
      add({ keyword, instancePath: at, params, schema: node[keyword], parentSchema: node, data });
    return {
      breach,
      also: (part) => tell(part, data, at),
      inside: (part, member, name) => tell(part, member, `${at}/${escapeToken(name)}`),
      attempt: () => {},
      glance: () => {},
      alternatives: (keyword, branches) => {
        const fitting = fittingBranches(telling.evaluator, keyword, branches, data);
        if (fitting.length > 1) breach(keyword, { passingSchemas: fitting });
        if (fitting.length > 0) return;
        const nearest = nearestBranch(branches, { ...telling, node, value: data });
        if (nearest.kind === 'branch') found.push(...gather(nearest.branch, data, at, telling));
        else if (nearest.kind === 'none') breach(keyword);
        else add({ ...breachOf('type', nearest.typedBy, data, at), schema: nearest.types });
      },
    };
  };
  tell(schema, value, path);
  return withoutEchoes(found);
}

/** A broken keyword of a schema. */
function breachOf(keyword: string, node: SchemaNode | undefined, data: unknown, instancePath: string): Breach {
  return { keyword, instancePath, params: {}, schema: node?.[keyword], parentSchema: node, data };
}

/**
 * A condition repeats the breaches of its branch, and properties are unevaluated only because a branch
 * failed.
 */
function withoutEchoes(breaches: readonly Breach[]): readonly Breach[] {
  const echoes = ({ keyword, instancePath }: Breach): boolean => {
    if (keyword !== 'if' && !keyword.startsWith('unevaluated')) return false;
    return breaches.some(
      (other) =>
        other.keyword !== keyword &&
        !other.keyword.startsWith('unevaluated') &&
        other.instancePath.startsWith(instancePath),
    );
  };
  return breaches.filter((breach) => !echoes(breach));
}
