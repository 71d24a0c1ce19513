import { METHODS as NODE_METHODS } from 'node:http';
import type { Operation, SecurityScheme } from '../model/api.ts';
import { once } from '../model/memoize.ts';
import { childOf, childrenOf, type NodeLocation } from '../model/node-location.ts';
import { pathTemplateOf } from '../model/path-marks.ts';
import { extensionsOf, isRaw, listOf, member, textOf } from '../model/raw.ts';
import { templateNames } from '../model/templates.ts';
import type { Context } from '../schema/context.ts';
import { bodyOf } from './bodies.ts';
import { withoutSecondToken } from './credential-parameter.ts';
import { parameterPlaces, readParameters } from './parameters.ts';
import { responsesOf } from './responses.ts';
import { hasEmptySecurity, securityOf } from './security.ts';
import { ownServerPath } from './servers.ts';

/** An operation of which nothing was read yet. */
export interface FoundOperation {
  readonly method: string;
  readonly path: string;
  readonly pathItem: NodeLocation;
  readonly place: NodeLocation;
}

const SERVED: ReadonlySet<string> = new Set(NODE_METHODS);

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];

/** Paths and methods in document order. Nothing else is read. */
export function findOperations(context: Context): readonly FoundOperation[] {
  const at = childOf(context.root, 'paths');
  return childrenOf(at).flatMap(([key, item]) => {
    if (key.startsWith('x-')) return [];
    const pathItem = context.object(item);
    if (pathItem === undefined) return [];
    const path = inBraces(context, key, pathItem);
    if (path !== key) context.error(item, 'invalid-path', `${key} must be written as ${path}; it is read so`);
    checkPath(context, path, item);
    return [...fixedMethods(context, path, pathItem), ...additionalMethods(context, path, pathItem)];
  });
}

/** Webhooks of the document: their path is their name. */
export function findWebhooks(context: Context): readonly FoundOperation[] {
  return sentOperations(context, childOf(context.root, 'webhooks'), '');
}

/** Operations in a map of Path Items without a path. */
function sentOperations(context: Context, at: NodeLocation, prefix: string): readonly FoundOperation[] {
  return childrenOf(at).flatMap(([name, item]) => {
    const followed = name.startsWith('x-') ? undefined : context.resolver.follow(item);
    if (followed?.kind !== 'found' || !isRaw(followed.place.node)) return [];
    return [
      ...fixedMethods(context, prefix + name, followed.place),
      ...additionalMethods(context, prefix + name, followed.place),
    ];
  });
}

function findCallbacks(context: Context, operation: NodeLocation): readonly FoundOperation[] {
  return childrenOf(childOf(operation, 'callbacks')).flatMap(([name, callback]) => {
    const followed = context.resolver.follow(callback);
    return followed.kind === 'found' ? sentOperations(context, followed.place, `${name} `) : [];
  });
}

/** `/todos/{id}` for `/todos/:id`, as routers write it, where `id` is a declared path parameter or a word for one. */
function inBraces(context: Context, path: string, pathItem: NodeLocation): string {
  if (!path.includes('/:')) return path;
  const operations = childrenOf(pathItem).filter(([key]) => METHODS.includes(key));
  const owners = [pathItem, ...operations.map(([, place]) => place)];
  const places = owners.flatMap((owner) => childrenOf(childOf(owner, 'parameters')).map(([, place]) => place));
  const declared = places.flatMap((place) => {
    const followed = context.resolver.follow(place);
    const node = followed.kind === 'found' ? followed.place.node : undefined;
    return textOf(node, 'in') === 'path' ? [textOf(node, 'name')] : [];
  });
  return path.replace(/\/:([^/{}:?#]+)(?=[/?#]|$)/g, (segment, name: string) =>
    declared.includes(name) || /^id$|(?:Id|ID|_id|[sS]lug|[uU]uid)$/.test(name) ? `/{${name}}` : segment,
  );
}

function checkPath(context: Context, path: string, at: NodeLocation): void {
  if (!path.startsWith('/')) context.error(at, 'invalid-path', `${path} must begin with a slash`);
  const template = pathTemplateOf(path);
  if (template !== path)
    context[path[template.length] === '?' ? 'error' : 'warn'](
      at,
      'invalid-path',
      `${path} holds a query or fragment, which request paths do not have; it only distinguishes operations of one path`,
    );
  const names = templateNames(path);
  if (new Set(names).size < names.length)
    context.error(at, 'repeated-path-parameter', `${path} names a parameter twice`);
}

function fixedMethods(context: Context, path: string, pathItem: NodeLocation): readonly FoundOperation[] {
  const allowed = context.dialect === '3.2' ? [...METHODS, 'query'] : METHODS;
  return childrenOf(pathItem).flatMap(([key, place]) => {
    if (!allowed.includes(key)) return [];
    const method = key.toUpperCase();
    if (isRaw(place.node) && textOf(place.node, '$ref') === undefined) return [{ method, path, pathItem, place }];
    const followed = isRaw(place.node) ? context.object(place) : undefined;
    if (followed !== undefined) {
      context.warn(place, 'operation-reference', 'an operation has no `$ref` in OpenAPI; the reference is followed');
      return [{ method, path, pathItem, place: followed }];
    }
    if (isRaw(place.node)) return [];
    context.error(place, 'invalid-object', 'an operation must be an object; it is left out');
    return [];
  });
}

/** 3.2: methods with free names, exactly as written. */
function additionalMethods(context: Context, path: string, pathItem: NodeLocation): readonly FoundOperation[] {
  if (context.dialect !== '3.2') return [];
  return childrenOf(childOf(pathItem, 'additionalOperations')).flatMap(([method, place]) => {
    if (!isRaw(place.node)) return [];
    if ([...METHODS, 'query'].includes(method.toLowerCase()) && method === method.toUpperCase()) {
      context.error(place, 'invalid-method', `${method} has its own field and is not allowed here; it is left out`);
      return [];
    }
    if (!SERVED.has(method))
      context.warn(
        place,
        'unreachable-method',
        `Node.js refuses requests with the method ${method} before they arrive`,
      );
    return [{ method, path, pathItem, place }];
  });
}

/** Ids: `operationId`, or `METHOD /path` if there is none or it is used already. */
export function nameOperations(context: Context, found: readonly FoundOperation[]): readonly string[] {
  const taken = new Set<string>();
  const lower = new Map<string, string>();
  return found.map(({ method, path, place }) => {
    const given = textOf(place.node, 'operationId');
    const fallback = `${method} ${path}`;
    if (given === undefined || given === '') return unique(taken, fallback);
    if (taken.has(given)) {
      context.error(
        childOf(place, 'operationId'),
        'duplicate-operation-id',
        `operationId ${given} stands twice; this one is called ${fallback}`,
      );
      return unique(taken, fallback);
    }
    const twin = lower.get(given.toLowerCase());
    if (twin !== undefined)
      context.warn(
        childOf(place, 'operationId'),
        'similar-operation-id',
        `operationId ${given} differs from ${twin} only by case`,
      );
    lower.set(given.toLowerCase(), given);
    taken.add(given);
    return given;
  });
}

function unique(taken: Set<string>, wanted: string): string {
  let name = wanted;
  for (let n = 2; taken.has(name); n++) name = `${wanted} (${n})`;
  taken.add(name);
  return name;
}

/** An operation whose parts are read on first use. */
export function createOperation(
  context: Context,
  id: string,
  found: FoundOperation,
  schemes: () => Readonly<Record<string, SecurityScheme>>,
): Operation {
  const { method, path, place, pathItem } = found;
  const { node } = place;
  const places = once(() => parameterPlaces(context, pathItem, place));
  const parameters = once(() => withoutSecondToken(readParameters(context, places(), path, place), security()));
  const body = once(() => bodyOf(context, place, places()));
  const responses = once(() => responsesOf(context, place));
  const security = once(() => securityOf(context, schemes(), place));
  const lifecycle = once(() => context.lifecycle(place));
  const serverPath = once(() => ownServerPath(context, [place, pathItem]));
  const callbacks = once(() =>
    findCallbacks(context, place).map((each) =>
      createOperation(context, `${id} ${each.method} ${each.path}`, each, schemes),
    ),
  );
  const extensions = once(() => extensionsOf(node));
  const summary = textOf(node, 'summary') ?? textOf(pathItem.node, 'summary');
  const description = textOf(node, 'description') ?? textOf(pathItem.node, 'description');
  const externalDocs = textOf(member(node, 'externalDocs'), 'url');
  const operation = {
    id,
    method,
    path,
    pointer: context.nameOf(place),
    tags: listOf(member(node, 'tags')).filter((each) => typeof each === 'string'),
    ...(summary === undefined ? {} : { summary }),
    ...(description === undefined ? {} : { description }),
    ...(externalDocs === undefined ? {} : { externalDocs }),
    ...(hasEmptySecurity(context, place) ? { isAnonymous: true as const } : {}),
    get parameters() {
      return parameters();
    },
    get body() {
      return body();
    },
    get responses() {
      return responses();
    },
    get security() {
      return security();
    },
    get lifecycle() {
      return lifecycle();
    },
    get serverPath() {
      return serverPath();
    },
    get callbacks() {
      return callbacks();
    },
    get extensions() {
      return extensions();
    },
  };
  // Readers do not distinguish an absent body from an undefined one.
  return operation as Operation;
}
