import type { Operation } from '../../spec/index.ts';
import { type Evidence, entityShownIn } from '../evidence/evidence.ts';
import type { RoleKind } from '../model/model.ts';
import { child } from '../model/pointers.ts';
import { plain } from '../model/words.ts';
import { requestSchema, succeedsWith } from '../schema/bodies.ts';
import { acceptsJsonPatch } from '../schema/patch-steps.ts';
import { holderOf, isClose, type Shape, type Shapes, share } from '../schema/shape.ts';
import {
  entityAt,
  keepingDraft,
  type RoleDraft,
  requestEntityAt,
  responseEntityAt,
  sentAsPart,
  unknown,
} from './draft.ts';
import { REPEATS_GET, repeatsGet } from './repeated-get.ts';

/** Names of parameters that an API may require in every request. */
const EVERYWHERE = new Set(['apiversion', 'version', 'v', 'key', 'apikey', 'token', 'accesstoken', 'format']);

/** Roles on a path that shows one object. It is a singleton if an operation sets it. */
export function draftSingleton(shapes: Shapes, operation: Operation, evidence: Evidence): RoleDraft {
  const { single, group } = evidence;
  if (single === undefined) return unknown(operation, 'no singleton');
  const hasRequiredQuery = single.operation.parameters.some(
    (p) => p.in === 'query' && p.required && !EVERYWHERE.has(plain(p.name)),
  );
  const whole = shapes.of(single.found.schema);
  const drafts = hasRequiredQuery
    ? []
    : [
        ...group.collection.map((other) => [other, draftWrite(shapes, other, whole, group)] as const),
        ...(evidence.writesBelow ?? []).map((other) => [other, draftBelow(shapes, other, whole, group.word)] as const),
      ];
  // DELETE alone may switch something off instead of deleting it.
  const writes = drafts.filter(([, draft]) => draft.on === 'singleton');
  if (writes.every(([, draft]) => draft.kind === 'delete'))
    return unknown(operation, 'an object that no operation changes: answered from its examples or schema');
  if (operation !== single.operation)
    return (
      drafts.find(([other]) => other === operation)?.[1] ??
      unknown(operation, `${operation.method} does nothing to it that could be followed`)
    );
  const why = `one object on a path of its own, changed by ${[...new Set(writes.map(([other]) => other.method))].join(', ')}`;
  return { kind: 'read', on: 'singleton', why: [why], responseEntity: single.found.pointer };
}

/** A write below the singleton that answers with it sets what it is sent. */
function draftBelow(shapes: Shapes, operation: Operation, whole: Shape, word: string): RoleDraft {
  const found = entityShownIn(shapes, operation, word, whole)?.found;
  return {
    kind: 'patch',
    on: 'singleton',
    why: [`${operation.method} below the singleton answers with it`],
    requestEntity: '',
    ...responseEntityAt(found?.pointer),
  };
}

function draftWrite(
  shapes: Shapes,
  operation: Operation,
  whole: Shape,
  { word, collection: all }: Evidence['group'],
): RoleDraft {
  if (repeatsGet(operation, all)) return unknown(operation, REPEATS_GET);
  const request = requestSchema(operation);
  const sent = shapes.maybe(request);
  const found = entityShownIn(shapes, operation, word, whole)?.found;
  const same = found !== undefined && isClose(shapes.of(found.schema), whole);
  const overlap =
    sent === undefined ? 0 : sent.properties.size === 0 && whole.properties.size === 0 ? 1 : share(sent, whole);
  const holder = sent !== undefined && same ? holderOf(shapes, sent, whole) : undefined;
  const held = sent && heldValues(shapes, sent, whole, word);
  const within = sent?.kind === 'object' ? entityAt(shapes, request, word, whole) : undefined;
  const make = (kind: RoleKind, why: string): RoleDraft => ({
    kind,
    on: 'singleton',
    why: [why],
    ...requestEntityAt(held ?? (sent?.kind === 'object' ? (within ?? '') : undefined)),
    ...sentAsPart(holder),
    ...responseEntityAt(same ? found.pointer : undefined),
    ...(kind === 'replace' && sent !== undefined
      ? keepingDraft(shapes, { body: sent, entity: whole }, undefined, changes(operation, sent))
      : {}),
  });
  const isWrapped = same && within !== undefined && within !== '';
  const fits = overlap >= 0.5 || (same && overlap >= 0.3) || isWrapped || held !== undefined || holder !== undefined;
  switch (operation.method) {
    case 'PUT':
      return fits || (same && sent?.kind === 'object')
        ? make('replace', 'PUT on the singleton')
        : unknown(operation, 'the body is not the singleton');
    case 'PATCH':
      return fits ||
        (sent !== undefined && ((same && sent.properties.size === 0) || acceptsJsonPatch(shapes, operation, sent)))
        ? make('patch', 'PATCH on the singleton')
        : unknown(operation, 'the body is not the singleton');
    case 'POST':
      return draftSingletonPost(operation, { sent, same, fits }, make);
    case 'DELETE':
      return (sent === undefined || sent.properties.size === 0) && !namesAPart(operation, whole)
        ? make('delete', 'DELETE on the singleton')
        : unknown(operation, 'DELETE that takes what to remove');
    default:
      return unknown(operation, `what ${operation.method} does to it cannot be known`);
  }
}

/** Whether a required parameter of a query is the id of something else than the whole: `DELETE /cart?couponId=`. */
function namesAPart({ parameters }: Operation, whole: Shape): boolean {
  return parameters.some((each) => {
    const name = plain(each.name);
    return each.in === 'query' && each.required && /.ids?$/.test(name) && whole.spelled(name).length === 0;
  });
}

/** Whether a PUT is told to change the singleton and requires nothing: it keeps what is not sent. */
function changes({ id, summary = '' }: Operation, sent: Shape): boolean {
  return sent.required.size === 0 && [id, summary].some((text) => /^(?:edit|update|change|modify)/i.test(text));
}

/** The place of free values in a body that holds them under the last word of the path: `{ prefs: { … } }` to `/users/{id}/prefs`. */
function heldValues(shapes: Shapes, sent: Shape, whole: Shape, word: string): string | undefined {
  const [name, schema] = sent.spelled(plain(word))[0] ?? [];
  if (name === undefined || schema === undefined || whole.properties.size > 0 || whole.kind !== 'object')
    return undefined;
  const { kind, properties } = shapes.of(schema);
  return kind === 'object' && properties.size === 0 ? child('', name) : undefined;
}

/** The body of a request beside the shape of the singleton. */
interface SentBody {
  readonly sent: Shape | undefined;
  readonly same: boolean;
  readonly fits: boolean;
}

function draftSingletonPost(
  operation: Operation,
  { sent, same, fits }: SentBody,
  make: (kind: RoleKind, why: string) => RoleDraft,
): RoleDraft {
  if (!same) return unknown(operation, 'POST that does not answer the singleton');
  if (succeedsWith(operation, '201')) return make('create', 'POST creates the singleton (201)');
  if (sent === undefined || sent.properties.size === 0)
    return make('create', 'POST without a body answers the singleton');
  return fits
    ? make('patch', 'POST takes properties of the singleton and answers it')
    : unknown(operation, 'POST with a body of its own');
}
