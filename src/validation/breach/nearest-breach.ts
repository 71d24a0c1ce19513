import { type Evaluator, isObject } from '../../evaluation/index.ts';
import type { SchemaNode } from '../copy/schema-copier.ts';
import type { SchemaCopy } from '../copy/schema-copy.ts';
import type { Weigh, Weight } from './breach-weight.ts';

/** With more alternatives, a value that fits none is not compared with each. */
const MOST_BRANCHES = 50;

/**
 * The reference for a value that fits no alternative: the nearest branch, all types that would fit, or none
 * that is certain.
 */
export type Nearest =
  | { readonly kind: 'branch'; readonly branch: unknown }
  | { readonly kind: 'types'; readonly types: readonly string[]; readonly typedBy: SchemaNode | undefined }
  | { readonly kind: 'none' };

/** The value, and the schema that has the alternatives. */
export interface BranchChoice {
  readonly copy: SchemaCopy;
  readonly evaluator: Evaluator;
  readonly weigh: Weigh;
  readonly node: SchemaNode;
  readonly value: unknown;
}

const NONE: Nearest = { kind: 'none' };

export function nearestBranch(branches: readonly unknown[], choice: BranchChoice): Nearest {
  const { value, weigh } = choice;
  const named = discriminatorBranch(choice, branches);
  const meant = named === undefined ? meantBy(choice, branches) : [named];
  if (meant.length > MOST_BRANCHES || meant.includes(false)) return NONE;
  const measured = meant.map((branch) => ({ branch, weight: weigh(branch, value) }));
  const [first, second] = measured.toSorted((a, b) => compare(a.weight, b.weight));
  if (first === undefined || first.weight.breaches === 0) return NONE;
  if (first.weight.types > 0) return unionOfTypes(measured.map(({ weight }) => weight));
  const isTie = second !== undefined && compare(first.weight, second.weight) === 0;
  return isTie && typeof value !== 'object' ? NONE : { kind: 'branch', branch: first.branch };
}

/** Another type is the greatest distance, another value of a distinguishing property the next. */
function compare(a: Weight, b: Weight): number {
  if (a.types !== b.types) return a.types - b.types;
  if (a.tags !== b.tags) return a.tags < b.tags ? -1 : 1;
  return a.breaches === b.breaches ? 0 : a.breaches < b.breaches ? -1 : 1;
}

/** Of many branches, those that the value's tag selects: all others certainly refuse it. */
function meantBy({ evaluator, value }: BranchChoice, branches: readonly unknown[]): readonly unknown[] {
  if (branches.length <= MOST_BRANCHES) return branches;
  return evaluator.candidates(branches, value).map((index) => branches[index]);
}

/**
 * The branch that OpenAPI's discriminator selects (OpenAPI 3.1 §4.8.25). It shows the intended alternative,
 * and does not affect validity.
 */
function discriminatorBranch({ copy: { copier }, node, value }: BranchChoice, branches: readonly unknown[]): unknown {
  const hint = copier.annotation(node, 'discriminator');
  if (!isObject(hint) || !isObject(value)) return undefined;
  const tag = value[String(hint['propertyName'])];
  if (typeof tag !== 'string') return undefined;
  const mapping = isObject(hint['mapping']) && Object.hasOwn(hint['mapping'], tag) ? String(hint['mapping'][tag]) : tag;
  const wanted = mapping.slice(mapping.lastIndexOf('/') + 1);
  return branches.find((branch) => {
    const reference = isObject(branch) ? branch['$ref'] : undefined;
    if (typeof reference !== 'string') return false;
    return copier.originOf(copier.defs.get(reference))?.endsWith(`/${wanted}`) === true;
  });
}

/** "must be a string or an object" is more informative than "fits none of the alternatives". */
function unionOfTypes(weights: readonly Weight[]): Nearest {
  const types = new Set(weights.flatMap(({ wantedTypes }) => [...(wantedTypes ?? [])]));
  return { kind: 'types', types: [...types], typedBy: weights[0]?.typedBy };
}
