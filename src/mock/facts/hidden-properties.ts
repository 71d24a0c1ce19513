import type { JsonObject } from '../../core/index.ts';
import { isWriteOnly, type Schema } from '../../spec/index.ts';
import type { MockContext } from '../model/context.ts';

type Judge = Pick<MockContext, 'api' | 'fieldsOf' | 'validator'>;

/**
 * Names of properties that no answer may show. If one branch shows what another one hides, the branches
 * that the object fits decide.
 */
export function hiddenIn(judge: Judge, schema: Schema, value: JsonObject): ReadonlySet<string> {
  const { writeOnly, differs } = judge.fieldsOf(schema);
  if (!differs) return writeOnly;
  const hidden = new Set<string>();
  gather(judge, schema, value, hidden, new Set());
  return hidden;
}

function gather(judge: Judge, schema: Schema, value: JsonObject, hidden: Set<string>, seen: Set<Schema>): void {
  const target = judge.api.deref(schema);
  if (typeof target === 'boolean' || seen.has(target)) return;
  seen.add(target);
  for (const [name, property] of Object.entries(target.properties ?? {}))
    if (isWriteOnly(judge.api, property)) hidden.add(name);
  for (const part of target.allOf ?? []) gather(judge, part, value, hidden, seen);
  for (const form of [...(target.anyOf ?? []), ...(target.oneOf ?? [])])
    if (judge.validator.accepts(form, value, 'request')) gather(judge, form, value, hidden, seen);
}
