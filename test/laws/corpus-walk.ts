import type { HttpRequest, Json } from '../../src/core/index.ts';
import { createGenerator, type Generator } from '../../src/generation/index.ts';
import { createMock, type Mock, type Reply } from '../../src/mock/index.ts';
import { inferResources, pointerTo, type Resource, type ResourceModel, type Role } from '../../src/resources/index.ts';
import { type Api, loadApi, type Operation } from '../../src/spec/index.ts';
import { createMemoryStore } from '../../src/state/index.ts';
import { createValidator } from '../../src/validation/index.ts';
import { valueAt } from '../../src/wire/index.ts';
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
  const mock = createMock({
    api,
    model,
    validator,
    generator,
    mocks: {},
    options: {
      seed,
      now: () => NOW,
      apiKeys: [],
      requireAuth: false,
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
  let made = draftRequest(walk.api, walk.generator, operation, known);
  if ('impossible' in made) return { operation, verdict: `request impossible: ${made.impossible}`, slow: 0 };
  let request = withCredentials(operation, made);
  let reply = send(walk, request);
  for (let again = 1; reply.response.status === 409 && again < 4; again += 1) {
    made = draftRequest(walk.api, walk.generator, operation, known, again);
    if ('impossible' in made) break;
    request = withCredentials(operation, made);
    reply = send(walk, request);
  }
  return { operation, request, reply, verdict: verdictOf(operation, reply), slow: performance.now() - begun };
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
    const home = itemsAt(walk, prefix);
    const resource = home?.role.resource;
    const property = (home?.role.id ?? resource?.id)?.property;
    if (depth > 4 || resource === undefined || property === undefined) continue;
    const entity = someEntity(walk, resource, { ...known }, prefix, depth);
    const value = entity === undefined ? undefined : valueAt(entity, pointerTo(property));
    if (entity === undefined || value === undefined || value === null) continue;
    known[parameter] = value;
    for (const scope of home?.role.scope ?? []) {
      const said = scope.property === undefined ? undefined : valueAt(entity, pointerTo(scope.property));
      const stands = operation.path.includes(`{${scope.parameter}}`);
      if (
        stands &&
        !listsWithin(walk, resource, scope.parameter) &&
        (typeof said === 'string' || typeof said === 'number')
      )
        known[scope.parameter] = said;
    }
  }
  return known;
}

/** Whether the lists that an entity was taken from name the parameter themselves, so that what was asked for stands. */
function listsWithin(walk: Walked, resource: Resource, parameter: string): boolean {
  return operationsOf(walk, resource, 'list').some((list) => list.path.includes(`{${parameter}}`));
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
      if (role.id !== undefined && !index.has(unnamed(operation.path))) index.set(unnamed(operation.path), { role });
    for (const { role } of roles) {
      const at = role.resource?.itemPath;
      if (at === undefined || role.resource?.id === undefined || index.has(unnamed(at))) continue;
      index.set(unnamed(at), { role: { kind: 'none', why: [], resource: role.resource, id: role.resource.id } });
    }
    items.set(walk, index);
  }
  return index.get(unnamed(path));
}

function unnamed(path: string): string {
  return path.replace(/\{[^{}]*\}/g, '{}');
}

const found = new WeakMap<Walked, Map<string, Json | undefined>>();

function someEntity(
  walk: Walked,
  resource: Resource,
  known: Readonly<Record<string, Json>>,
  path: string,
  depth: number,
): Json | undefined {
  const ready = found.get(walk) ?? new Map<string, Json | undefined>();
  found.set(walk, ready);
  const name = `${resource.name} ${path} ${JSON.stringify(known, (_, value) => (typeof value === 'bigint' ? String(value) : value))}`;
  if (ready.has(name)) return ready.get(name);
  ready.set(name, undefined);
  const entity = listed(walk, resource, known, depth) ?? created(walk, resource, known, depth);
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
  depth: number,
): Json | undefined {
  for (const operation of operationsOf(walk, resource, 'list')) {
    const at = walk.model.roleOf(operation).list?.items ?? '';
    const answer = ask(walk, operation, near(walk, operation, known, depth));
    const value = answer === undefined ? undefined : valueAt(answer.answer, at);
    if (Array.isArray(value) && value.length > 0) return (value as readonly Json[])[0] ?? null;
  }
  return undefined;
}

/** Made by the document's own operation; what its answer does not show is as it was sent. */
function created(
  walk: Walked,
  resource: Resource,
  known: Readonly<Record<string, Json>>,
  depth: number,
): Json | undefined {
  for (const operation of operationsOf(walk, resource, 'create')) {
    const answer = ask(walk, operation, near(walk, operation, known, depth));
    const { responseEntity, requestEntity } = walk.model.roleOf(operation);
    const shown =
      answer === undefined || responseEntity === undefined ? undefined : valueAt(answer.answer, responseEntity);
    if (shown !== undefined) return shown;
    if (answer !== undefined && requestEntity !== undefined) return valueAt(answer.sent, requestEntity);
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
): { readonly sent: Json; readonly answer: Json } | undefined {
  const made = draftRequest(walk.api, walk.generator, operation, known);
  if ('impossible' in made) return undefined;
  const { response, context } = send(walk, withCredentials(operation, made));
  if (response.status >= 300) return undefined;
  const sent = context.request.body.kind === 'parsed' ? context.request.body.value : null;
  return { sent, answer: response.body.kind === 'parsed' ? response.body.value : null };
}
