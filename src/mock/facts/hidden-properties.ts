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
  gather({ judge, value, hidden, seen: new Set() }, schema);
  return hidden;
}

/** What is gathered for one object. */
interface HiddenCollector {
  readonly judge: Judge;
  readonly value: JsonObject;
  /** Names of the hidden properties, so far. */
  readonly hidden: Set<string>;
  readonly seen: Set<Schema>;
}

function gather(gathering: HiddenCollector, schema: Schema): void {
  const { judge, value, hidden, seen } = gathering;
  const target = judge.api.deref(schema);
  if (typeof target === 'boolean' || seen.has(target)) return;
  seen.add(target);
  for (const [name, property] of Object.entries(target.properties ?? {}))
    if (isWriteOnly(judge.api, property)) hidden.add(name);
  for (const part of target.allOf ?? []) gather(gathering, part);
  for (const form of [...(target.anyOf ?? []), ...(target.oneOf ?? [])])
    if (judge.validator.accepts(form, value, 'request')) gather(gathering, form);
}
