import type { Json } from '../../core/index.ts';
import { valueAt } from '../../wire/index.ts';
import { dropBranchErrors } from '../compile/branch-errors.ts';
import type { CompiledSchema } from '../compile/compiled-schema.ts';
import type { RawError } from '../compile/compiler.ts';
import type { SchemaNode } from '../copy/schema-copier.ts';
import { candidatesOf } from '../model/branch-choice.ts';
import { isArray, isObject } from '../model/json-kind.ts';

/** Alternatives within alternatives are followed so deep. */
const DEEPEST = 12;
/** Of more alternatives than this that a value may fit none is measured: each would have to be compiled alone. */
const MOST_BRANCHES = 50;
/** Of more alternatives in one value only the keyword is reported: not half as many violations are shown. */
const MOST_EXPLAINED = 60;

/** What Ajv finds, without the noise of alternatives: of `anyOf` and `oneOf`, only what keeps the value from the nearest branch. */
export function relevantErrors(schema: CompiledSchema, value: Json): readonly RawError[] {
  return reduce(schema, value, schema.findings(value), { depth: 0, budget: { left: MOST_EXPLAINED } });
}

const SWALLOWING = new Set(['anyOf', 'oneOf', 'not', 'contains', 'propertyNames']);

interface Level {
  readonly depth: number;
  /** Alternatives that may still be explained by their nearest branch; shared by all levels of one explanation. */
  readonly budget: { left: number };
}

function reduce(schema: CompiledSchema, value: Json, errors: readonly RawError[], level: Level): readonly RawError[] {
  const kept: RawError[] = [];
  for (const error of errors) {
    if (SWALLOWING.has(error.keyword)) dropBranchErrors(kept, error, schema.copy.copier.reach(error.schema));
    const open = (error.keyword === 'anyOf' || error.keyword === 'oneOf') && !isArray(error.params['passingSchemas']);
    if (open && level.depth < DEEPEST && level.budget.left > 0) {
      level.budget.left -= 1;
      for (const near of nearest(schema, value, error, level)) kept.push(near);
    } else kept.push(error);
  }
  return withoutEchoes(kept);
}

interface Branch {
  readonly errors: readonly RawError[];
  readonly distance: number;
}

function nearest(schema: CompiledSchema, value: Json, combined: RawError, level: Level): readonly RawError[] {
  const part = combined.propertyName ?? valueAt(value, combined.instancePath);
  const nodes = isArray(combined.schema) ? combined.schema : [];
  if (part === undefined) return [combined];
  const named = discriminated(schema, combined, nodes, part);
  const meant = named === undefined ? meantBy(schema, nodes, part) : [named];
  if (meant.length > MOST_BRANCHES) return [combined];
  const branches = meant.map((node) => measure(schema, part, node));
  const least = Math.min(...branches.map(({ distance }) => distance));
  const best = branches.filter(({ distance }) => distance === least);
  const [first] = best;
  if (first === undefined || first.errors.length === 0) return [combined];
  if (least >= OTHER_TYPE) return [unionOfTypes(combined, branches)];
  if (best.length > 1 && typeof part !== 'object') return [combined];
  const told = reduce(schema, part, first.errors, { ...level, depth: level.depth + 1 });
  return told.map((error) => ({ ...error, instancePath: combined.instancePath + error.instancePath }));
}

/** Of many branches those that the value's own tag leads to: all others surely refuse it. */
function meantBy(schema: CompiledSchema, nodes: readonly unknown[], value: Json): readonly unknown[] {
  if (nodes.length <= MOST_BRANCHES) return nodes;
  const candidates = candidatesOf(nodes, (reference) => schema.copy.copier.defs.get(reference));
  return candidates(value).map((index) => nodes[index]);
}

const OTHER_TYPE = 1_000_000;
const OTHER_TAG = 1_000;

/** How far a value is from a branch: another type is farthest, another value of a distinguishing property next. */
function measure(schema: CompiledSchema, value: Json, node: unknown): Branch {
  const errors = isObject(node) ? schema.findings(value, node as SchemaNode) : []; // Nodes of our own copy.
  let distance = errors.length;
  for (const { keyword, instancePath } of errors) {
    if (keyword === 'type' && instancePath === '') distance += OTHER_TYPE;
    else if ((keyword === 'enum' || keyword === 'const') && /^\/[^/]*$/.test(instancePath)) distance += OTHER_TAG;
  }
  return { errors, distance };
}

/** The branch that OpenAPI's discriminator points at (OpenAPI 3.1 §4.8.25): it says which alternative was meant, never what is valid. */
function discriminated(schema: CompiledSchema, combined: RawError, nodes: readonly unknown[], value: Json): unknown {
  const hint = schema.copy.copier.annotation(combined.parentSchema, 'discriminator');
  if (!isObject(hint) || !isObject(value)) return undefined;
  const tag = value[String(hint['propertyName'])];
  if (typeof tag !== 'string') return undefined;
  const mapping = isObject(hint['mapping']) && Object.hasOwn(hint['mapping'], tag) ? String(hint['mapping'][tag]) : tag;
  const wanted = mapping.slice(mapping.lastIndexOf('/') + 1);
  return nodes.find((node) => {
    const reference = isObject(node) ? node['$ref'] : undefined;
    if (typeof reference !== 'string') return false;
    const target = schema.copy.copier.defs.get(reference);
    return schema.copy.copier.originOf(target)?.endsWith(`/${wanted}`) === true;
  });
}

/** "must be a string or an object" says more than "fits none of the alternatives". */
function unionOfTypes(combined: RawError, branches: readonly Branch[]): RawError {
  const mismatches = branches.flatMap(({ errors }) =>
    errors.filter(({ keyword, instancePath }) => keyword === 'type' && instancePath === ''),
  );
  const types = new Set(mismatches.flatMap(({ schema }) => (isArray(schema) ? schema : [schema])));
  const [first] = mismatches;
  return first === undefined ? combined : { ...first, instancePath: combined.instancePath, schema: [...types] };
}

/** A condition echoes its branch, and properties look unevaluated only because a branch failed. */
function withoutEchoes(errors: readonly RawError[]): readonly RawError[] {
  const echoes = (error: RawError): boolean => {
    if (error.keyword !== 'if' && !error.keyword.startsWith('unevaluated')) return false;
    return errors.some(
      (other) =>
        other !== error &&
        other.keyword !== error.keyword &&
        !other.keyword.startsWith('unevaluated') &&
        other.instancePath.startsWith(error.instancePath),
    );
  };
  return errors.filter((error) => !echoes(error));
}
