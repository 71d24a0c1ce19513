import type { Json, JsonObject } from '../../core/index.ts';
import { pointerTo, type Resource } from '../../resources/index.ts';
import { isJsonContent, type Operation, type SchemaObject, wordsOf } from '../../spec/index.ts';
import type { Transaction } from '../../state/index.ts';
import { isObject, valueAt } from '../../wire/index.ts';
import { successOf } from '../facts/negotiate.ts';
import { answerSchema, sentSession } from '../facts/sign-in.ts';
import type { CallingUser, MockContext, RequestContext } from '../model/context.ts';
import { type EntityPlace, keyOf, placeOf } from '../model/place.ts';

/**
 * Who sends requests without having signed in: a record of the users, if an operation shows the caller as one of them. It is
 * the user of that operation's example, else the first seeded one.
 */
export function findCaller(mock: MockContext): CallingUser | undefined {
  for (const operation of mock.api.operations) {
    if (!showsCaller(mock, operation)) continue;
    const place = placeOfUsers(mock, operation);
    if (place === undefined) continue;
    const seeds = mock.seedsOf(place);
    const shown = exampleId(operation, place.resource);
    const id = seeds.find((seed) => shown !== undefined && seed.id === keyOf(shown))?.id ?? seeds[0]?.id;
    if (id !== undefined) return { place, id };
  }
  return undefined;
}

/** Who sends a request: the user of the session whose token it sends, else the one who has not signed in. */
export function callerOf(mock: MockContext, context: RequestContext, tx: Transaction): CallingUser | undefined {
  const session = sentSession(context, tx);
  return (isObject(session) ? userOf(mock, session) : undefined) ?? mock.callerOf();
}

/** The user of a session, if it is a record of a collection. */
export function userOf(mock: MockContext, { resource: name, key }: JsonObject): CallingUser | undefined {
  const resource = typeof name === 'string' ? mock.model.resource(name) : undefined;
  const place = resource === undefined ? undefined : placeOf(mock, resource, {});
  return place === undefined || typeof key !== 'string' ? undefined : { place, id: key };
}

/** Whether an operation shows who calls it, and no resource of the document does. */
function showsCaller(mock: MockContext, operation: Operation): boolean {
  if (operation.method !== 'GET' || mock.model.roleOf(operation).kind !== 'none') return false;
  return mock.planOf(operation).sign === 'shows caller';
}

/** The collection whose records an operation shows, on the path in front of it or anywhere at the top. */
function placeOfUsers(mock: MockContext, operation: Operation): EntityPlace | undefined {
  const schema = mock.api.deref(answerSchema(operation) ?? true);
  if (typeof schema === 'boolean') return undefined;
  const alike = mock.model.resources.filter(
    (each) => !each.singleton && each.id?.property !== undefined && mock.api.deref(each.schema) === schema,
  );
  const places = alike.flatMap((each): readonly EntityPlace[] => {
    const place = placeOf(mock, each, {});
    return place?.prefix === '' && place.where.length === 0 ? [place] : [];
  });
  const front = operation.path.slice(0, operation.path.lastIndexOf('/'));
  const own = places.find(({ resource }) => resource.collectionPath === front);
  const called = places.filter(({ resource }) => resource.singular === nameOf(mock, schema));
  return own ?? (places.length === 1 ? places[0] : called.length === 1 ? called[0] : undefined);
}

/** The name of a component in the words of a resource: `user` of `#/components/schemas/User`. */
function nameOf({ api }: MockContext, schema: SchemaObject): string | undefined {
  const name = api.pointerOf(schema)?.split('/').at(-1);
  return name === undefined ? undefined : wordsOf(name).join(' ');
}

function exampleId(operation: Operation, { id }: Resource): Json | undefined {
  const examples = successOf(operation)?.spec.content.find(isJsonContent)?.examples ?? [];
  const shown = examples[0] === undefined ? undefined : valueAt(examples[0].value, pointerTo(id?.property ?? 'id'));
  return typeof shown === 'object' ? undefined : shown;
}
