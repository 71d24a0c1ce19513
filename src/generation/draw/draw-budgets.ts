import type { Schema, SchemaObject } from '../../spec/index.ts';
import type { GenerationResult } from '../model/generator.ts';
import type { Tools } from '../plan/draw-context.ts';

/** Maximum steps for one value, all tries included. */
const MOST_STEPS = 800_000;
/** A schema that exceeds this limit more often is not tried again. */
const MOST_SPENT = 2;
/** If this many values of a document exceed the limit, each further value gets a tenth of it. */
const MOST_SPENT_IN_ALL = 20;

/**
 * Draws values of a schema within a budget. A schema that repeatedly exceeds it is given up, so that
 * further requests are fast.
 */
export function createBudgets(tools: Tools): (schema: Schema, draw: () => GenerationResult) => GenerationResult {
  const spent = new WeakMap<SchemaObject, number>();
  let inAll = 0;
  return (schema, draw) => {
    const target = tools.api.deref(schema);
    const times = typeof target === 'boolean' ? 0 : (spent.get(target) ?? 0);
    if (times >= MOST_SPENT) return tooMany(tools, target);
    const most = inAll < MOST_SPENT_IN_ALL ? MOST_STEPS : MOST_STEPS / 10;
    return tools.steps.within(most, draw, (used) => {
      if (used >= most) inAll++;
      if (typeof target !== 'boolean' && used >= most) spent.set(target, times + 1);
      return tooMany(tools, target);
    });
  };
}

function tooMany({ api }: Tools, schema: Schema): GenerationResult {
  const pointer = typeof schema === 'boolean' ? undefined : api.pointerOf(schema);
  const line = pointer === undefined ? undefined : api.lineOf(pointer)?.line;
  const where = pointer === undefined ? '' : ` for #${pointer}${line === undefined ? '' : `, line ${line}`}`;
  return { ok: false, reason: `no value was found within ${MOST_STEPS} steps${where}` };
}
