import type { Json, JsonObject } from '../../core/index.ts';
import { pointerTo, type Resource } from '../../resources/index.ts';
import { onceForEach } from '../../spec/index.ts';
import { withoutSeparators } from '../../wire/index.ts';
import type { CallingUser, MockContext } from '../model/context.ts';
import { placeOf, SINGLETON } from '../model/place.ts';
import type { RecordFinder } from './named-records.ts';

/** Names of texts in a record that tell who made it. */
const MAKERS =
  /^(?:owner|author|creator|poster|uploader|submitter|reporter|publisher|(?:created|opened|posted|submitted|uploaded|added|updated)by)(?:username|login)?$/;
const LOGINS = new Set(['username', 'login', 'handle', 'screenname']);
/** What a description says of a user who made something. */
const MADE_IT = /\buser (?:who|that) (?:created|made|added|opened|submitted|posted|uploaded|wrote|owns)\b/i;

/** A new record whose texts that tell who made it show the login of the caller, where the document shows the caller with one. */
export function withCallerName(
  mock: MockContext,
  resource: Resource,
  record: JsonObject,
  known: { readonly given: JsonObject; readonly caller: CallingUser | undefined; readonly recordOf: RecordFinder },
): JsonObject {
  const names = makersIn(mock)(resource).filter(
    (name) => typeof record[name] === 'string' && !Object.hasOwn(known.given, name),
  );
  const login = names.length === 0 ? undefined : loginOf(mock, known);
  if (login === undefined) return record;
  const named = { ...record, ...Object.fromEntries(names.map((name) => [name, login])) };
  return mock.validator.accepts(resource.schema, named, 'response') ? named : record;
}

/** The properties of a resource that tell who made a record. */
const makersIn = onceForEach((mock: MockContext) =>
  onceForEach((resource: Resource) =>
    [...mock.fieldsOf(resource.schema).properties.keys()].filter((name) => tellsMaker(mock, resource, name)),
  ),
);

function tellsMaker(mock: MockContext, { schema, id, relations }: Resource, name: string): boolean {
  if (name === id?.property || relations.some(({ pointer }) => pointer === pointerTo(name))) return false;
  const property = mock.api.deref(mock.fieldsOf(schema).properties.get(name) ?? true);
  if (typeof property === 'boolean' || property.format !== undefined || property.enum !== undefined) return false;
  const plain = withoutSeparators(name);
  return MAKERS.test(plain) || (LOGINS.has(plain) && MADE_IT.test(property.description ?? ''));
}

/** The login of the caller: of the user who is known to call, or of the profile that the document shows. */
function loginOf(
  mock: MockContext,
  { caller, recordOf }: { readonly caller: CallingUser | undefined; readonly recordOf: RecordFinder },
): Json | undefined {
  const user = caller === undefined ? profileOf(mock, recordOf) : recordOf(caller.place, caller.id);
  const [, login] = Object.entries(user ?? {}).find(([name]) => LOGINS.has(withoutSeparators(name))) ?? [];
  return typeof login === 'string' && login !== '' ? login : undefined;
}

/** The singleton that shows who calls: `GET /profile`. */
function profileOf(mock: MockContext, recordOf: RecordFinder): JsonObject | undefined {
  const resource = profiles(mock);
  const place = resource === undefined ? undefined : placeOf(mock, resource, {});
  return place === undefined ? undefined : recordOf(place, SINGLETON);
}

const profiles = onceForEach((mock: MockContext): Resource | undefined => {
  const shown = mock.api.operations.find((operation) => {
    const { kind, resource } = mock.model.roleOf(operation);
    return kind === 'read' && resource?.singleton === true && mock.planOf(operation).sign === 'shows caller';
  });
  return shown === undefined ? undefined : mock.model.roleOf(shown).resource;
});
