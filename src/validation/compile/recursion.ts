import { _, type Ajv, type CodeKeywordDefinition, type KeywordCxt, Name } from 'ajv';
import type { Json } from '../../core/index.ts';
import { valueAt } from '../../wire/index.ts';
import { isArray, isObject } from '../model/json-kind.ts';
import type { MessageBudget } from '../model/message-budget.ts';
import { dropBranchErrors } from './branch-errors.ts';
import type { Compiled, ExactContext, RawError } from './compiler.ts';
import { definitionIn } from './verdict.ts';

/** What was found of one value under one definition. */
interface Verdict {
  /** `undefined`: the value is valid. Paths begin at the value. */
  readonly errors: readonly RawError[] | undefined;
  /** Definitions that were entered, each as often as without memory. */
  readonly work: number;
}

/** Forgets what was found: call it when a value from outside has been judged. */
export interface Recursion {
  /** Whether any schema that was compiled so far is recursive. */
  asks(): boolean;
  forget(): void;
}

/** Errors of one value under one definition that are kept: more are never reported. */
const MOST_ERRORS = 100;

/**
 * Replaces `$ref` where it leads to a definition that leads back to itself: each value is judged once by each such definition. Without this, a
 * recursive `oneOf` of three branches takes three times as long for each level of the value, and reports three times as many errors.
 */
export function judgeRecursion(ajv: Ajv, budget: Pick<MessageBudget, 'spent'>): Recursion {
  const own = ajv.getKeyword('$ref');
  const known = new Map<string, WeakMap<object, Verdict | 'open'>>();
  if (typeof own !== 'object' || !('code' in own)) return { asks: () => false, forget: () => {} };
  let recursive = false;
  const leadsBack = createCycleTest(ajv);
  const branches = new WeakMap<object, ReadonlySet<unknown>>();
  const branchesOf = (schema: readonly unknown[]): ReadonlySet<unknown> => {
    const nodes = branches.get(schema) ?? reachable(schema, ajv).nodes;
    branches.set(schema, nodes);
    return nodes;
  };
  const definition: CodeKeywordDefinition = {
    ...own,
    code: (context, ruleType) => {
      const reference: unknown = context.schema;
      if (typeof reference !== 'string' || !leadsBack(reference)) return own.code(context, ruleType);
      recursive = true;
      judgeOnce(context, (value, inside) => judge(reference, value, inside));
    },
  };
  ajv.removeKeyword('$ref').addKeyword(definition);

  function judge(reference: string, value: Json, inside: ExactContext | undefined): readonly RawError[] | undefined {
    if (typeof value !== 'object' || value === null) return validate(reference, value, inside);
    const verdicts = known.get(reference) ?? new WeakMap<object, Verdict | 'open'>();
    known.set(reference, verdicts);
    const before = verdicts.get(value);
    // A definition that asks itself about the same value adds nothing to what it asks.
    if (before === 'open') return undefined;
    if (before !== undefined) {
      budget.spent += before.work;
      return before.errors;
    }
    verdicts.set(value, 'open');
    const start = budget.spent;
    budget.spent += 1;
    const errors = validate(reference, value, inside);
    verdicts.set(value, { errors, work: budget.spent - start });
    return errors;
  }

  function validate(reference: string, value: Json, inside: ExactContext | undefined): readonly RawError[] | undefined {
    // Ajv types `this` as its own context, and remembers what it has compiled.
    const compiled = ajv.getSchema(reference) as unknown as Compiled | undefined;
    if (compiled === undefined || compiled.call(inside, value)) return undefined;
    return withoutBranches(compiled.errors ?? [], branchesOf).slice(-MOST_ERRORS);
  }

  return { asks: () => recursive, forget: () => known.clear() };
}

function judgeOnce(
  context: KeywordCxt,
  judge: (value: Json, inside: ExactContext | undefined) => readonly RawError[] | undefined,
): void {
  const { gen, it, data } = context;
  const judged = function (this: ExactContext | undefined, value: Json, path: string): readonly RawError[] | undefined {
    const original = this?.original;
    const inside = original === undefined ? undefined : { original: valueAt(original, path) ?? value };
    return judge(value, inside)?.map((error) => ({ ...error, instancePath: path + error.instancePath }));
  };
  const func = gen.scopeValue('func', { ref: judged });
  // The names that Ajv's validating functions give to what they are told, and to what they report.
  const path = _`${new Name('instancePath')} + ${it.errorPath}`;
  const [all, count] = [new Name('vErrors'), new Name('errors')];
  const errors = gen.const('found', _`${func}.call(${it.opts.passContext ? _`this` : _`undefined`}, ${data}, ${path})`);
  context.result(_`${errors} === undefined`, undefined, () => {
    gen.assign(all, _`${all} === null ? ${errors} : ${all}.concat(${errors})`);
    gen.assign(count, _`${all}.length`);
  });
}

function createCycleTest(ajv: Ajv): (reference: string) => boolean {
  const known = new Map<string, boolean>();
  return (reference) => {
    const before = known.get(reference);
    if (before !== undefined) return before;
    const found = reachable(definitionIn(ajv, reference), ajv).references.has(reference);
    known.set(reference, found);
    return found;
  };
}

interface Reachable {
  readonly nodes: ReadonlySet<unknown>;
  readonly references: ReadonlySet<string>;
}

/** All that a schema is made of, through its references. */
function reachable(start: unknown, ajv: Ajv): Reachable {
  const nodes = new Set<unknown>();
  const references = new Set<string>();
  const open: unknown[] = [start];
  while (open.length > 0) {
    const node = open.pop();
    if (typeof node !== 'object' || node === null || nodes.has(node)) continue;
    nodes.add(node);
    const reference = isObject(node) ? node['$ref'] : undefined;
    if (typeof reference === 'string' && !references.has(reference)) {
      references.add(reference);
      open.push(definitionIn(ajv, reference));
    }
    open.push(...Object.values(node));
  }
  return { nodes, references };
}

/** Leaves out what the branches of an alternative found: its own error stands for them. */
function withoutBranches(
  errors: readonly RawError[],
  branchesOf: (schema: readonly unknown[]) => ReadonlySet<unknown>,
): readonly RawError[] {
  const kept: RawError[] = [];
  for (const error of errors) {
    if (isArray(error.schema) && (error.keyword === 'oneOf' || error.keyword === 'anyOf'))
      dropBranchErrors(kept, error, branchesOf(error.schema));
    kept.push(error);
  }
  return kept;
}
