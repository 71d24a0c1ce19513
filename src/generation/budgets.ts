import type { Schema, SchemaObject } from '../spec/index.ts';
import type { Tools } from './drawing.ts';
import type { Generated } from './generator.ts';

/** Steps that one value may take, all its tries together. */
const MOST_STEPS = 2_000_000;
/** A schema whose values took too many steps so often is not tried again. */
const MOST_SPENT = 3;

/** Draws values of a schema within a budget. A schema that goes on spending it is given up, so that each further request costs nothing. */
export function createBudgets(tools: Tools): (schema: Schema, draw: () => Generated) => Generated {
  const spent = new WeakMap<SchemaObject, number>();
  return (schema, draw) => {
    const times = typeof schema === 'boolean' ? 0 : (spent.get(schema) ?? 0);
    if (times >= MOST_SPENT) return tooMany(tools, schema);
    return tools.steps.within(MOST_STEPS, draw, (used) => {
      if (typeof schema !== 'boolean' && used >= MOST_STEPS) spent.set(schema, times + 1);
      return tooMany(tools, schema);
    });
  };
}

function tooMany({ api }: Tools, schema: Schema): Generated {
  const pointer = typeof schema === 'boolean' ? undefined : api.pointerOf(api.deref(schema));
  const line = pointer === undefined ? undefined : api.lineOf(pointer)?.line;
  const where = pointer === undefined ? '' : ` for #${pointer}${line === undefined ? '' : `, line ${line}`}`;
  return {
    ok: false,
    reason: `no value was found within ${MOST_STEPS.toLocaleString('en').replaceAll(',', ' ')} steps${where}`,
  };
}
