import type { Json, JsonObject } from '../../core/index.ts';
import type { ResourceModel } from '../../resources/index.ts';
import { type Api, lastSegment, type Operation, type Schema, wordsOf } from '../../spec/index.ts';
import { setOwn, withoutSeparators } from '../../wire/index.ts';
import type { MockContext } from '../model/context.ts';
import type { CalledKind } from '../model/operation-plan.ts';

/**
 * The properties of a record after which calls are named that make it: `POST /sendVenue` makes a message with a `venue`,
 * `POST /sendPoll` one with a `poll`. A record has what its own call is named after, and nothing that others are.
 */
export function calledKindOf(
  operation: Operation,
  {
    api,
    model,
    fieldsOf,
  }: { readonly api: Api; readonly model: ResourceModel; readonly fieldsOf: MockContext['fieldsOf'] },
): CalledKind | undefined {
  const { kind, says, resource } = model.roleOf(operation);
  if (kind !== 'create' || says === undefined || resource === undefined) return undefined;
  const { properties, required } = fieldsOf(resource.schema);
  const named = (each: Operation): string | undefined => {
    const noun = wordsOf(lastSegment(each.path)).slice(1).join('');
    return [...properties.keys()].find((name) => noun !== '' && withoutSeparators(name) === noun);
  };
  const own = named(operation);
  const others = api.operations.flatMap((each) => {
    const role = model.roleOf(each);
    const name = role.kind === 'create' && role.resource === resource ? named(each) : undefined;
    return name === undefined || name === own || required.has(name) ? [] : [name];
  });
  return own === undefined && others.length === 0 ? undefined : { own, others: new Set(others) };
}

/**
 * The sent values with those that only the named object has inside that object: `{ venue: { title, location: { latitude } } }`
 * for a sent `title` and `latitude`.
 */
export function inCalledKind(
  { fieldsOf }: Pick<MockContext, 'fieldsOf'>,
  schema: Schema,
  sent: JsonObject,
  own: string | undefined,
): JsonObject {
  const { properties } = fieldsOf(schema);
  const inner = own === undefined || Object.hasOwn(sent, own) ? undefined : properties.get(own);
  if (own === undefined || inner === undefined) return sent;
  const left = Object.fromEntries(Object.entries(sent).filter(([name]) => !properties.has(name)));
  const nested = heldBy(fieldsOf, inner, left, 0);
  return Object.keys(nested).length === 0 ? sent : { ...sent, [own]: nested };
}

const DEEPEST = 2;

/** Those of the values that an object or the objects in it have a property for. */
function heldBy(fieldsOf: MockContext['fieldsOf'], schema: Schema, values: JsonObject, depth: number): JsonObject {
  const held: Record<string, Json> = {};
  const { properties } = fieldsOf(schema);
  for (const [name, value] of Object.entries(values)) if (properties.has(name)) setOwn(held, name, value);
  const left = Object.fromEntries(Object.entries(values).filter(([name]) => !properties.has(name)));
  for (const [name, property] of depth < DEEPEST && Object.keys(left).length > 0 ? properties : []) {
    const nested = heldBy(fieldsOf, property, left, depth + 1);
    if (Object.keys(nested).length > 0) setOwn(held, name, nested);
  }
  return held;
}
