import type { HttpRequest, Json } from '../../src/core/index.ts';
import { createGenerator, type Generator } from '../../src/generation/index.ts';
import { createMockCore, type Mock, type Reply } from '../../src/mock/index.ts';
import { inferResources, pointerTo, type Resource, type ResourceModel, type Role } from '../../src/resources/index.ts';
import { type Api, loadApi, type Operation } from '../../src/spec/index.ts';
import { createMemoryStore } from '../../src/state/index.ts';
import { createValidator } from '../../src/validation/index.ts';
import { valueAt, withoutValueAt } from '../../src/wire/index.ts';
import { draftRequest, withCredentials } from './draft-request.ts';

export interface Walked {
  readonly api: Api;
  readonly model: ResourceModel;
  readonly generator: Generator;
  readonly mock: Mock;
  readonly defects: unknown[];
}

export const NOW = Date.UTC(2026, 11, 1);

/** A mock of a document over memory, whose rooms a law may look into. */
export async function walked(document: string | object, seed = 1): Promise<Walked> {
  return over(await loadApi(document), seed);
}

export function over(api: Api, seed = 1): Walked {
  const defects: unknown[] = [];
  const model = inferResources(api);
  const validator = createValidator({ api, fast: true });
  const generator = createGenerator({ api, accepts: validator.accepts });
  const mock = createMockCore({
    api,
    model,
    validator,
    generator,
    mocks: {},
    options: {
      seed,
      now: () => NOW,
      apiKeys: [],
      auth: 'document',
      lenient: false,
      rateLimit: undefined,
      enforceSunset: false,
      strict: false,
      stateless: false,
      dynamic: false,
      unknown: 'auto',
      delay: undefined,
      strictBasePath: false,
    },
    createStore: (base) => createMemoryStore({ seed: base, now: () => NOW }),
    onDefect: (error) => defects.push(error),
  });
  return { api, model, generator, mock, defects };
}

export interface Tried {
  readonly operation: Operation;
  readonly verdict: 'ok' | string;
  readonly request?: HttpRequest;
  readonly reply?: Reply;
  readonly slow: number;
}

export function send(walk: Walked, request: HttpRequest): Extract<Reply, { kind: 'answer' }> {
  const reply = walk.mock.respond(request);
  if (reply instanceof Promise) throw new Error('memory answers at once');
  if (reply.kind !== 'answer') throw new Error('no fault was asked for');
  return reply;
}

/** Sends the operation a valid request about things that exist, and says what is wrong with the answer. */
export function tried(walk: Walked, operation: Operation): Tried {
  const begun = performance.now();
  const known = knownFor(walk, operation, 0);
  const { request, reply, impossible } = asked(walk, operation, known);
  if (reply === undefined) return { operation, verdict: `request impossible: ${impossible}`, slow: 0 };
  return {
    operation,
    ...(request === undefined ? {} : { request }),
    reply,
    verdict: verdictOf(operation, reply),
    slow: performance.now() - begun,
  };
}

const MOST_TRIES = 4;

/** A valid request, and its answer; drawn again where what it would make is there already. */
function asked(
  walk: Walked,
  operation: Operation,
  known: Readonly<Record<string, Json>>,
  from = 0,
): {
  readonly request?: HttpRequest;
  readonly reply?: Extract<Reply, { kind: 'answer' }>;
  readonly impossible?: string;
} {
  let last: ReturnType<typeof asked> = {};
  for (let again = from; again < from + MOST_TRIES; again += 1) {
    const made = draftRequest(walk.api, walk.generator, operation, known, again);
    if ('impossible' in made) return { impossible: made.impossible };
    const request = withCredentials(operation, made);
    last = { request, reply: send(walk, request) };
    const beyond = beyondAnswers(last.reply);
    if (beyond.length > 0) {
      const without = (body: Json): Json => beyond.reduce((rest: Json, pointer) => withoutValueAt(rest, pointer), body);
      const fitting = draftRequest(walk.api, walk.generator, operation, known, again, without);
      if ('impossible' in fitting) return { impossible: fitting.impossible };
      const repaired = withCredentials(operation, fitting);
      last = { request: repaired, reply: send(walk, repaired) };
    }
    if (last.reply?.response.status !== 409) break;
  }
  return last;
}

/** What a document lets a request say, and lets no answer show: the mock says where, and takes the rest. */
function beyondAnswers(reply: ReturnType<typeof send> | undefined): readonly string[] {
  if (reply?.origin !== 'problem' || reply.response.body.kind !== 'parsed') return [];
  const { text } = reply.response.body;
  // Where an answer has no room for a sentence of ours, its violations speak of the entity alone.
  const isOfEntity = reply.violations.every(({ code, message }) => code === 'body.schema' && message.includes('/'));
  if (!text.includes('would not fit its schema') && !isOfEntity) return [];
  return reply.violations.map(({ pointer }) => pointer.slice('/body'.length));
}

function verdictOf(operation: Operation, reply: Extract<Reply, { kind: 'answer' }>): string {
  const { status } = reply.response;
  const text = reply.response.body.kind === 'parsed' ? reply.response.body.text.slice(0, 300) : '';
  if (reply.origin === 'problem') return `refused ${status}: ${text}`;
  if (reply.violations.length > 0)
    return `violations: ${reply.violations
      .map((each) => `${each.code} ${each.pointer} ${each.message}`)
      .join('; ')
      .slice(0, 300)}`;
  const wanted = lowest(operation);
  return wanted === undefined || wanted.includes(status) ? 'ok' : `status ${status}, not ${wanted.join('/')}`;
}

/** Any documented 2xx, else what stands for success. */
function lowest(operation: Operation): readonly number[] | undefined {
  const all = operation.responses.map((spec) => spec.status);
  const good = all.filter((status) => /^2\d\d$/.test(status)).map(Number);
  if (good.length > 0) return good;
  if (all.includes('2XX') || all.includes('default')) return [200];
  return all.length === 0 ? undefined : all.map(Number);
}

/** Values of path parameters that name what exists: taken from lists, and made where there are none. */
export function knownFor(walk: Walked, operation: Operation, depth: number): Readonly<Record<string, Json>> {
  const known: Record<string, Json> = {};
  for (const [prefix, parameter] of parametersOf(operation.path)) {
    const home = itemsAt(walk, prefix) ?? ownItem(walk, operation, parameter) ?? parentOf(walk, operation, parameter);
    const resource = home?.role.resource;
    const property = home?.role.id?.property ?? resource?.id?.property;
    if (depth > 4 || resource === undefined || property === undefined) continue;
    const there = someEntity(walk, resource, { ...known }, prefix, depth);
    const value = there === undefined ? undefined : valueAt(there.entity, pointerTo(property));
    if (there === undefined || value === undefined || value === null) continue;
    known[parameter] = value;
    for (const scope of home?.role.scope ?? []) {
      const said = scope.property === undefined ? undefined : valueAt(there.entity, pointerTo(scope.property));
      const stands = isOpen(operation.path, there.path, scope.parameter);
      if (stands && (typeof said === 'string' || typeof said === 'number')) known[scope.parameter] = said;
    }
  }
  return known;
}

/** Each parameter of a path with the path up to its end. */
function parametersOf(path: string): readonly (readonly [prefix: string, parameter: string])[] {
  return [...path.matchAll(/\{([^{}]+)\}/g)].map(
    (match) => [path.slice(0, match.index + match[0].length), match[1] ?? ''] as const,
  );
}

const items = new WeakMap<Walked, Map<string, { readonly role: Role }>>();

/** What an operation on exactly this path says of the entity that it names; else what the resource of that path says. */
function itemsAt(walk: Walked, path: string): { readonly role: Role } | undefined {
  let index = items.get(walk);
  if (index === undefined) {
    index = new Map();
    const roles = walk.api.operations.map((operation) => ({ operation, role: walk.model.roleOf(operation) }));
    for (const { operation, role } of roles)
      if (operation.path.replace(/\/$/, '').endsWith(`{${role.id?.parameter}}`) && !index.has(unnamed(operation.path)))
        index.set(unnamed(operation.path), { role });
    for (const { role } of roles) {
      const at = role.resource?.itemPath;
      if (at === undefined || role.resource?.id === undefined || index.has(unnamed(at))) continue;
      index.set(unnamed(at), { role: { kind: 'none', why: [], resource: role.resource, id: role.resource.id } });
    }
    items.set(walk, index);
  }
  return index.get(unnamed(path));
}

/** Whether a path has a parameter that the path by which an entity was found leaves open. */
function isOpen(path: string, by: string, parameter: string): boolean {
  const end = path.indexOf(`{${parameter}}`);
  return end >= 0 && !unnamed(by).startsWith(unnamed(path.slice(0, end + parameter.length + 2)));
}

/** The item that an action or a further read is about, where no path of its own shows it. */
function ownItem(walk: Walked, operation: Operation, parameter: string): { readonly role: Role } | undefined {
  const role = walk.model.roleOf(operation);
  return (role.kind === 'action' || role.kind === 'none') && role.id?.parameter === parameter ? { role } : undefined;
}

/** The resource that an operation's own is nested in, where no path of its own shows it. */
function parentOf(walk: Walked, operation: Operation, parameter: string): { readonly role: Role } | undefined {
  const link = walk.model.roleOf(operation).resource?.parent;
  const resource = link?.parameter === parameter ? walk.model.resource(link.resource) : undefined;
  return resource?.id === undefined ? undefined : { role: { kind: 'none', why: [], resource, id: resource.id } };
}

function unnamed(path: string): string {
  return path.replace(/\{[^{}]*\}/g, '{}').replace(/\/$/, '');
}

/** An entity that is there, and the path of the operation that showed it. */
interface Found {
  readonly entity: Json;
  readonly path: string;
}

const found = new WeakMap<Walked, Map<string, Found | undefined>>();

function someEntity(
  walk: Walked,
  resource: Resource,
  known: Readonly<Record<string, Json>>,
  path: string,
  depth: number,
): Found | undefined {
  const ready = found.get(walk) ?? new Map<string, Found | undefined>();
  found.set(walk, ready);
  const name = `${resource.name} ${path} ${JSON.stringify(known, (_, value) => (typeof value === 'bigint' ? String(value) : value))}`;
  if (ready.has(name)) return ready.get(name);
  ready.set(name, undefined);
  const entity = listed(walk, resource, known, path, depth) ?? created(walk, resource, known, depth);
  ready.set(name, entity);
  return entity;
}

export function forgetEntities(walk: Walked): void {
  found.delete(walk);
}

/** The values that another path of the same resource needs: those of the same name, the rest found for it. */
function near(
  walk: Walked,
  operation: Operation,
  known: Readonly<Record<string, Json>>,
  depth: number,
): Readonly<Record<string, Json>> {
  const missing = parametersOf(operation.path).some(([, name]) => !Object.hasOwn(known, name));
  return missing ? { ...knownFor(walk, operation, depth + 1), ...known } : known;
}

function listed(
  walk: Walked,
  resource: Resource,
  known: Readonly<Record<string, Json>>,
  path: string,
  depth: number,
): Found | undefined {
  const before = unnamed(path).replace(/\/[^/]*$/, '');
  const lists = operationsOf(walk, resource, 'list');
  const near1st = [...lists].sort((a, b) => Number(unnamed(b.path) === before) - Number(unnamed(a.path) === before));
  for (const operation of near1st) {
    const at = walk.model.roleOf(operation).list?.items ?? '';
    const values = near(walk, operation, known, depth);
    // A required filter may rule out all that is there.
    for (let again = 0; again < (operation.parameters.some(isRequiredQuery) ? MOST_FILTERS : 1); again += 1) {
      const answer = ask(walk, operation, values, again);
      const value = answer === undefined ? undefined : valueAt(answer.answer, at);
      if (Array.isArray(value) && value.length > 0)
        return { entity: (value as readonly Json[])[0] ?? null, path: operation.path };
    }
  }
  return undefined;
}

const MOST_FILTERS = 12;

function isRequiredQuery(parameter: Operation['parameters'][number]): boolean {
  return parameter.in === 'query' && parameter.required;
}

/** Made by the document's own operation; what its answer does not show is as it was sent. */
function created(
  walk: Walked,
  resource: Resource,
  known: Readonly<Record<string, Json>>,
  depth: number,
): Found | undefined {
  for (const operation of operationsOf(walk, resource, 'create')) {
    const answer = ask(walk, operation, near(walk, operation, known, depth));
    const { responseEntity, requestEntity } = walk.model.roleOf(operation);
    const shown =
      answer === undefined || responseEntity === undefined ? undefined : valueAt(answer.answer, responseEntity);
    if (shown !== undefined) return { entity: shown, path: operation.path };
    const sent = answer === undefined || requestEntity === undefined ? undefined : valueAt(answer.sent, requestEntity);
    if (sent !== undefined) return { entity: sent, path: operation.path };
  }
  return undefined;
}

const byResource = new WeakMap<Walked, Map<string, Operation[]>>();

function operationsOf(walk: Walked, resource: Resource, kind: 'list' | 'create'): readonly Operation[] {
  let index = byResource.get(walk);
  if (index === undefined) {
    index = new Map();
    for (const operation of walk.api.operations) {
      const role = walk.model.roleOf(operation);
      const key = `${role.kind} ${role.resource?.name}`;
      index.set(key, [...(index.get(key) ?? []), operation]);
    }
    byResource.set(walk, index);
  }
  return index.get(`${kind} ${resource.name}`) ?? [];
}

function ask(
  walk: Walked,
  operation: Operation,
  known: Readonly<Record<string, Json>>,
  from = 0,
): { readonly sent: Json; readonly answer: Json } | undefined {
  const { reply } = asked(walk, operation, known, from);
  if (reply === undefined) return undefined;
  const { response, context } = reply;
  if (response.status >= 300) return undefined;
  const sent = context.request.body.kind === 'parsed' ? context.request.body.value : null;
  return { sent, answer: response.body.kind === 'parsed' ? response.body.value : null };
}

/** Tries every operation once; those that take something away come last, the innermost first, so that each finds what it is about. */
export function triedAll(walk: Walked): readonly Tried[] {
  const takes = walk.api.operations.filter(({ method }) => method === 'DELETE');
  const others = walk.api.operations.filter(({ method }) => method !== 'DELETE');
  return [
    ...others.map((operation) => tried(walk, operation)),
    ...takes
      .toSorted((a, b) => b.path.length - a.path.length)
      .map((operation) => {
        const result = tried(walk, operation);
        forgetEntities(walk);
        return result;
      }),
  ];
}
