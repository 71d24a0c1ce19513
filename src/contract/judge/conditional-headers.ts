import type { HttpRequest, Json } from '../../core/index.ts';
import type { Api, Operation, Parameter } from '../../spec/index.ts';
import { fieldValue, isObject, parseJson, valueAt } from '../../wire/index.ts';
import { authorise, replaceHeaders } from '../credentials/credentials.ts';
import type { Purpose } from '../model/purpose.ts';
import { namesVersion, type VersionPlace, versionPlace, withVersion } from '../requests/item-version.ts';
import { requestAt } from '../requests/locations.ts';
import type { Outcome } from '../transport/target.ts';
import type { RunContext } from './run-context.ts';

/** Conditions (RFC 9110 §13) and ranges (§14). Their valid values depend on the present state. */
const OF_THE_MOMENT = /^(if-(match|none-match|modified-since|unmodified-since|range)|range)$/i;
const VERSION = /^if-(match|unmodified-since)$/i;
const KEY = /^(x-)?idempotency-?key$/i;

/** Whether the valid value of a header field depends on the state, not on its schema. */
export function isTimely(pointer: string): boolean {
  const name = /^\/header\/(.*)$/.exec(pointer)?.[1] ?? '';
  return OF_THE_MOMENT.test(name) || KEY.test(name);
}

/** The idempotency key header of an operation, if it has one. */
export function idempotencyKeyField(operation: Operation | undefined): Parameter | undefined {
  return operation?.parameters.find(({ in: place, name }) => place === 'header' && KEY.test(name));
}

/** Whether an operation has a field that `withTimelyFields` may change. */
export function hasTimely(api: Api, operation: Operation | undefined): boolean {
  return (
    operation !== undefined && (operation.parameters.some(isTimelyField) || versionPlace(api, operation) !== undefined)
  );
}

function isTimelyField({ in: place, name }: Parameter): boolean {
  return place === 'header' && (OF_THE_MOMENT.test(name) || KEY.test(name));
}

/**
 * Fills fields whose value does not follow from the schema: a new idempotency key for every request,
 * conditions that hold at present, and the version of the item that is changed. A request that tests such a field keeps
 * its value.
 */
export async function withTimelyFields(
  context: RunContext,
  request: HttpRequest,
  operation: Operation | undefined,
  purpose: Purpose,
): Promise<HttpRequest> {
  if (operation === undefined || !hasTimely(context.api, operation) || isAboutFields(purpose)) return request;
  let result = request;
  for (const parameter of operation.parameters) {
    if (isTimelyField(parameter)) result = await withOne(context, result, operation, parameter);
  }
  const version = versionPlace(context.api, operation);
  const isMeant = version !== undefined && namesVersion(result, version) && !isProbed(purpose, version);
  return isMeant ? withPresentVersion(context, result, version) : result;
}

/** Whether a case is about the version, or about whether its body can be read at all. */
function isProbed({ expect, story }: Purpose, { in: where, name }: VersionPlace): boolean {
  if (!('pointer' in story) || story.pointer === undefined) return false;
  return (
    story.pointer === `/${where}/${name}` || (expect === 'refused' && where === 'body' && story.pointer === '/body')
  );
}

/** The request with the version that a read of its path shows now. */
async function withPresentVersion(
  context: RunContext,
  request: HttpRequest,
  place: VersionPlace,
): Promise<HttpRequest> {
  const outcome = await readAt(context, request.path);
  const text = outcome?.kind === 'answered' && outcome.status < 300 ? new TextDecoder().decode(outcome.bytes) : '';
  const parsed = parseJson(text);
  const match = context.api.match(requestAt({ path: request.path }));
  const at = match.kind === 'found' ? context.model.roleOf(match.operation).responseEntity : undefined;
  const entity = parsed.ok ? valueAt(parsed.value, at ?? '') : undefined;
  const now = isObject(entity) ? entity[place.property] : undefined;
  return typeof now === 'string' || typeof now === 'number' ? withVersion(request, place, now) : request;
}

/**
 * Whether a write must name the version that it changes. Then no other write may come between the read and
 * this write.
 */
export function isConditional(operation: Operation | undefined, purpose: Purpose): boolean {
  const must = operation?.parameters.some(
    ({ in: place, name, required }) => place === 'header' && required && VERSION.test(name),
  );
  return must === true && !isAboutFields(purpose);
}

function isAboutFields({ story }: Purpose): boolean {
  return (
    story.kind === 'condition' ||
    story.kind === 'stale-version' ||
    story.kind === 'keyed' ||
    story.kind === 'key-reused' ||
    story.kind === 'scenario' ||
    ('pointer' in story && story.pointer?.startsWith('/header/') === true)
  );
}

async function withOne(
  context: RunContext,
  request: HttpRequest,
  operation: Operation,
  parameter: Parameter,
): Promise<HttpRequest> {
  const { name, required } = parameter;
  if (KEY.test(name)) {
    const key = request.headers.some(([field]) => KEY.test(field)) ? newKey(context, parameter) : undefined;
    return key === undefined ? request : withField(request, name, String(key));
  }
  const bare = { ...request, headers: request.headers.filter(([field]) => field.toLowerCase() !== name.toLowerCase()) };
  const validator = VERSION.test(name) ? name.toLowerCase() : undefined;
  if (!required || validator === undefined) return required ? request : bare;
  const now = await currentOf(context, bare, operation, validator === 'if-match' ? 'etag' : 'last-modified');
  return now === undefined ? request : withField(bare, name, now);
}

function withField(request: HttpRequest, name: string, value: string): HttpRequest {
  return { ...request, headers: replaceHeaders(request.headers, [[name, value]]) };
}

/** A key that fits its schema and differs from all keys of this and other runs. */
export function newKey(
  { generator, validator, seed, keys }: Pick<RunContext, 'generator' | 'validator' | 'seed' | 'keys'>,
  { schema }: Parameter,
): Json | undefined {
  if (schema === undefined) return undefined;
  keys.count += 1;
  const own = `standin-${keys.salt}-${keys.count}`;
  if (validator.accepts(schema, own, 'request')) return own;
  // A word that is drawn may be that of an earlier key.
  for (let tries = 0; tries < MOST_DRAWS; tries += 1) {
    const at = `idempotency-key/${keys.salt}/${keys.count}/${tries}`;
    const drawn = generator.value(schema, { seed, at }, { direction: 'request', examples: false });
    const text = drawn.ok ? String(drawn.value) : '';
    if (text === '' || keys.used.has(text)) continue;
    keys.used.add(text);
    return text;
  }
  return undefined;
}

const MOST_DRAWS = 20;

/** The current validator (entity tag or date) of the resource at a write's path. */
async function currentOf(
  context: RunContext,
  { path }: HttpRequest,
  operation: Operation,
  field: 'etag' | 'last-modified',
): Promise<string | undefined> {
  const outcome = await readAt(context, path, operation);
  return outcome?.kind === 'answered' ? fieldValue(outcome.headers, field) : undefined;
}

/** Reads a path with the credential of its GET, or of another operation if it has none. */
async function readAt(context: RunContext, path: string, other?: Operation): Promise<Outcome | undefined> {
  const read = { ...requestAt({ path }), headers: context.fields };
  const match = context.api.match(read);
  const operation = match.kind === 'found' ? match.operation : other;
  if (operation === undefined) return undefined;
  const request = authorise(read, operation, context.credentials, context.api.securitySchemes);
  return context.sender.send(request, { fresh: false });
}
