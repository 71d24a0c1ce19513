import type { HttpRequest, Json } from '../../core/index.ts';
import { idPlace } from '../../resources/index.ts';
import { type Operation, propertiesOf, type Schema } from '../../spec/index.ts';
import { parseMediaType, parsePointer, valueAt, withValueAt } from '../../wire/index.ts';
import type { CaseContext } from '../model/case-context.ts';
import type { Stimulus } from '../model/purpose.ts';
import { sentObject } from './draw-request.ts';
import { withValue } from './with-value.ts';
import { itemPart, propertiesSent, withPart } from './written-part.ts';

/** Names of properties that may have to be unique. */
const NAMES =
  /^(e?-?mail(_?address)?|user_?name|login|nick_?name|handle|slug|sku|isbn|ean|barcode|serial(_?number)?)$/i;

export interface UniqueValues {
  readonly story: Stimulus;
  readonly at: string;
  /** Every string may have to be unique, because the service reported a conflict. */
  readonly all?: boolean;
}

/**
 * Replaces values that may have to be unique. Cases that probe or break one value share one drawn request,
 * so the others are drawn again for each request. No refusal is then caused by a record of another case.
 * The probed place stays.
 */
export function withOwnKeys(
  caseContext: CaseContext,
  operation: Operation,
  request: HttpRequest,
  unique: UniqueValues,
): HttpRequest {
  return withOwnTexts(caseContext, operation, withOwnName(caseContext, operation, request, unique), unique);
}

/** A create whose name the client chooses, with another name for each request. A call by name creates as well (`POST /tags/add`). */
function withOwnName(
  caseContext: CaseContext,
  operation: Operation,
  request: HttpRequest,
  { story, at }: UniqueValues,
): HttpRequest {
  const role = caseContext.model.roleByName(operation);
  const place = role.kind === 'create' ? idPlace(role) : undefined;
  if (place === undefined) return request;
  const { body } = request;
  const isText = body.kind === 'parsed' && typeof valueAt(body.value, place) === 'string';
  if (!isText || caseContext.isGiven(operation, `/body${place}`)) return request;
  return withOtherId(caseContext, operation, request, { story, at: `own/${at}` }) ?? request;
}

function withOwnTexts(
  caseContext: CaseContext,
  operation: Operation,
  request: HttpRequest,
  { story, at, all = false }: UniqueValues,
): HttpRequest {
  const whole = sentObject(request);
  const schema = schemaSent(operation, request);
  const role = caseContext.model.roleByName(operation);
  if (whole === undefined || schema === undefined || role.kind === 'action') return request;
  const part = itemPart(caseContext, operation);
  const isWhole = part.sent === '';
  const object = isWhole ? whole : propertiesSent(request, part);
  // An update repeats the name in the path. Another one would rename an item that other cases use.
  const repeated = role.kind === 'create' ? undefined : idPlace(role);
  const taken = takenNames(caseContext, operation);
  const texts = Object.entries(object).filter(([name, value]) => mayBeKey(name, value, all || taken.has(name)));
  if (texts.length === 0) return request;
  const probed = 'pointer' in story && story.pointer !== undefined ? story.pointer : '';
  if (probed === '/body') return request;
  const properties = propertiesOf(caseContext.api, isWhole ? schema : part.schema);
  const changes: [string, Json][] = [];
  for (const [name] of texts) {
    const rule = Object.hasOwn(properties, name) ? properties[name]?.schema : undefined;
    const place = `${part.sent}/${name}`;
    if (place === repeated || caseContext.isGiven(operation, `/body${place}`)) continue;
    if (rule === undefined || `${probed}/`.startsWith(`/body${place}/`)) continue;
    // The case is about an object around it.
    if (probed !== '' && `/body${place}/`.startsWith(`${probed}/`)) continue;
    if (!isKey(caseContext, name, rule, all || taken.has(name))) continue;
    const where = {
      seed: caseContext.seed,
      at: `own/${operation.id}/${at}/${caseContext.attempt}/${name}${caseContext.salt === '' ? '' : `/${caseContext.salt}`}`,
    };
    const draw = (form: Schema) => caseContext.generator.value(form, where, { direction: 'request', examples: false });
    const rare = taken.has(name) ? draw({ allOf: [rule, RARE_NAME] }) : undefined;
    const drawn = rare?.ok === true ? rare : draw(rule);
    if (drawn.ok) changes.push([name, drawn.value]);
  }
  const changedPart = { ...object, ...Object.fromEntries(changes) };
  const changed =
    changes.length === 0 ? request : isWhole ? withValue(request, changedPart) : withPart(request, part, changedPart);
  // The hints hold for the new values as well.
  return caseContext.hinted(
    operation,
    changed,
    `own/${at}/${caseContext.attempt}/${caseContext.salt}`,
    probed === '' ? undefined : probed,
  );
}

/** Properties that no two items share, as the document says of the 409 of their create. */
function takenNames({ api, model }: CaseContext, operation: Operation): ReadonlySet<string> {
  const { kind, resource } = model.roleOf(operation);
  const isOfItem = kind === 'create' || kind === 'replace' || kind === 'patch';
  const creates = api.operations.filter((each) => {
    const role = model.roleOf(each);
    return isOfItem && role.kind === 'create' && role.resource === resource;
  });
  return new Set(creates.flatMap((each) => (model.roleOf(each).unique ?? []).flat()));
}

/** The schema of the body that is sent. */
function schemaSent({ body }: Operation, { body: sent }: HttpRequest): Schema | undefined {
  if (sent.kind !== 'parsed') return undefined;
  const type = parseMediaType(sent.mediaType)?.essence;
  return body?.content.find(({ mediaType }) => parseMediaType(mediaType)?.essence === type)?.schema;
}

/**
 * A create with another id, because the first one is taken. Undefined if the body has no id, or the case is
 * about the id.
 */
export function withOtherId(
  caseContext: CaseContext,
  operation: Operation | undefined,
  request: HttpRequest,
  { story, at }: Pick<UniqueValues, 'story' | 'at'>,
): HttpRequest | undefined {
  if (operation === undefined) return undefined;
  const role = caseContext.model.roleByName(operation);
  const place = idPlace(role);
  if (place === undefined) return undefined;
  const { body } = request;
  if (body.kind !== 'parsed' || valueAt(body.value, place) === undefined) return undefined;
  if ('pointer' in story && (story.pointer === '/body' || story.pointer === `/body${place}`)) return undefined;
  const where = {
    seed: caseContext.seed,
    at: `other-id/${operation.id}/${at}/${caseContext.attempt}/${caseContext.salt}`,
  };
  const draw = (schema: Schema) =>
    caseContext.generator.value(schema, where, { direction: 'request', examples: false });
  const rule = ruleAt(caseContext, schemaSent(operation, request), place);
  // A path may want another form of the id than the body (`acme:7` beside `7`).
  const both = { allOf: [role.resource?.id?.schema ?? true, rule] };
  for (const schema of [both, rule].flatMap((each) => [{ allOf: [each, RARE_NAME] }, each])) {
    const drawn = draw(schema);
    if (drawn.ok) return withValue(request, withValueAt(body.value, place, drawn.value));
  }
  return undefined;
}

/** What a body says of one of its places. */
function ruleAt({ api }: CaseContext, body: Schema | undefined, place: string): Schema {
  return (parsePointer(place) ?? []).reduce<Schema>((schema, name) => {
    const properties = propertiesOf(api, schema);
    return Object.hasOwn(properties, name) ? (properties[name]?.schema ?? true) : true;
  }, body ?? true);
}

/**
 * A name that no other request of the run has. Two words of a vocabulary repeat after some hundred
 * requests.
 */
export const RARE_NAME: Schema = { type: 'string', pattern: '^[a-z][a-z0-9]{9}$' };

/** Whether the value itself may be unique: every email address has an @. */
function mayBeKey(name: string, value: Json, all: boolean): boolean {
  return typeof value === 'string' && (all || value.includes('@') || NAMES.test(name));
}

function isKey(caseContext: CaseContext, name: string, schema: Schema, all: boolean): boolean {
  const rule = caseContext.api.deref(schema);
  if (typeof rule === 'boolean' || rule.enum !== undefined || rule.const !== undefined) return false;
  return all || rule.format === 'email' || NAMES.test(name);
}
