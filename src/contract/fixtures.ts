import type { Json } from '../core/index.ts';
import type { Resource } from '../resources/index.ts';
import type { Operation } from '../spec/index.ts';
import { templateNames } from '../spec/index.ts';
import { createAlongPath } from './along-path.ts';
import { createdId, idIn } from './created.ts';
import { withDemands } from './demands.ts';
import {
  below,
  type Fixtures,
  type Found,
  type From,
  type Given,
  isTooDeep,
  NOTHING,
  OUTSIDE,
  type Prepared,
  type Use,
} from './found.ts';
import { getOr } from './get-or.ts';
import type { GivenFixtures } from './given-fixtures.ts';
import { type Issued, issuedByService } from './issued.ts';
import { createLender } from './lending.ts';
import { createListed } from './listed.ts';
import { requestAt } from './locations.ts';
import type { ModelIndex } from './model-index.ts';
import { createOnce } from './once.ts';
import { copied, renamed } from './paths.ts';
import { placed } from './placing.ts';
import { PLAIN } from './purpose.ts';
import { createSpares } from './spares.ts';
import { hasMade, isConflict, isSuccess, jsonOf, type Stage } from './stage.ts';
import { fillPath, substitute } from './substitute.ts';
import { createWaits } from './waits.ts';

const TRIES = 3;

/** Data to ask for: created in the order of its references, shared where nobody minds, read from lists where nothing can be created. */
export function createFixtures(index: ModelIndex, mayWrite: boolean, given: GivenFixtures = new Map()): Fixtures {
  const shared = new Map<string, Promise<Found>>();
  const ids = new Set<string>();
  const lender = createLender(index);
  const taken = new Map<string, number>();
  const waits = createWaits();
  const listed = createListed({ index, item, nextPlace });
  const alongPath = createAlongPath({
    index,
    mayWrite,
    waits,
    prepare: (stage, operation, from) => prepare(stage, operation, 'write', from, { making: true }),
  });
  const once = createOnce();
  const spares = createSpares();
  const issued = new Map<Operation, Issued>();
  let count = 0;

  async function prepare(
    stage: Stage,
    operation: Operation,
    use: Use,
    from: From,
    { path: known, making = false }: Given = {},
  ): Promise<Prepared> {
    const role = stage.model.roleOf(operation);
    const references = index.references(operation);
    const relational = references.length > 0 || role.kind === 'action' || role.kind === 'none';
    const body: Record<string, Json | undefined> = {};
    // Which item a call by name is about (`POST /templates/info`) is said where nobody looks it up.
    let proven = role.says === undefined && !isTakenAway(role.resource);
    const placing = making && index.isPlacing(operation);
    const owner = placing
      ? index.ownerOf(operation.path, role.resource)
      : (index.ownerOf(operation.path) ?? index.namedInBody(operation));
    const target = owner === undefined || known !== undefined ? undefined : await item(stage, owner, use, below(from));
    const told = copied(
      renamed(target?.path, owner?.itemPath, operation.path),
      namedFor(operation, role.resource, known),
    );
    // Nobody leaves what has its place elsewhere.
    const around = use === 'spare' ? 'fresh' : use;
    const along = placing ? undefined : await alongPath.find(stage, operation, told, around, below(from));
    const path = along?.path ?? told;
    proven &&= along?.proven !== false;
    if (target !== undefined) proven &&= target.proven && (target.ours || !listed.isWorn(owner));
    for (const [pointer, id] of index.ownIds(operation, copied(target?.path, path))) body[pointer] = id;
    for (const { pointer, resource, required, loose } of references) {
      if (loose !== undefined) {
        const value = role.resource === undefined ? undefined : await lender.lend(stage, role.resource, pointer);
        // What must be said and nobody has said yet is left as it was drawn.
        if (value !== undefined || !required) body[pointer] = value;
        continue;
      }
      if (resource === undefined) {
        proven &&= !required;
        body[pointer] = undefined;
        continue;
      }
      const found = await item(stage, resource, use === 'fresh' ? 'fresh' : 'write', below(from));
      if (found.id === undefined) proven = false;
      body[pointer] = found.id;
    }
    const { query: without, body: places } = getOr(issued, operation, () => issuedByService(stage, operation));
    for (const place of places) body[place] = undefined;
    return { known: { path, body, without }, proven, relational, ...(target === undefined ? {} : { target }) };
  }

  /** Of what there is one only, a case that takes it away takes it from everybody. */
  function isTakenAway(resource: Resource | undefined): boolean {
    return mayWrite && resource?.singleton === true && index.operation(resource, 'delete') !== undefined;
  }

  function item(stage: Stage, resource: Resource, use: Use, from: From): Promise<Found> {
    if (isTooDeep(from)) return Promise.resolve(NOTHING);
    if (use === 'spare') {
      // What is looked at again is to hang on nothing that others did.
      const left = stage.attempt === 0 ? spares.take(resource) : undefined;
      return left === undefined ? item(stage, resource, 'fresh', from) : Promise.resolve(left);
    }
    if (use === 'fresh') return find(stage, resource, use, from);
    const key = `${resource.name} ${use}`;
    const known = shared.get(key);
    if (known !== undefined)
      return waits.endsAt(key, from.within) ? Promise.resolve(NOTHING) : waits.until(from, key, known);
    const finding = waits.until(from, key, () => find(stage, resource, use, { depth: from.depth, within: key }));
    shared.set(key, finding);
    return finding;
  }

  async function find(stage: Stage, resource: Resource, use: Use, from: From): Promise<Found> {
    if (resource.singleton) return parentOnly(stage, resource, use, from);
    if (mayWrite && index.operation(resource, 'create') !== undefined) {
      const made = await create(stage, resource, 'required', from);
      if (made.proven) return made;
    }
    const started = mayWrite ? await start(stage, resource, from) : undefined;
    if (started !== undefined) return started;
    const named = await fromGiven(stage, resource, use);
    if (named !== undefined) return named;
    const twin = index.twin(resource);
    if (twin !== undefined && resource.id !== undefined) {
      const other = await item(stage, twin, use, below(from));
      if (other.id !== undefined && other.proven) {
        return { ...other, path: { [resource.id.parameter]: other.id }, id: other.id };
      }
    }
    return (await listed.find(stage, resource, use, from)) ?? documented(stage, resource, use);
  }

  async function parentOnly(stage: Stage, resource: Resource, use: Use, from: From): Promise<Found> {
    const parent = resource.itemPath === undefined ? undefined : index.ownerOf(resource.itemPath, resource);
    if (parent === undefined) return { path: {}, proven: true, ours: false };
    const found = await item(stage, parent, use, below(from));
    return { ...found, path: renamed(found.path, parent.itemPath, resource.itemPath ?? '') };
  }

  async function create(stage: Stage, resource: Resource, optional: 'all' | 'required', from: From): Promise<Found> {
    const operation = index.operation(resource, 'create');
    if (operation === undefined) return NOTHING;
    let why = 'it could not be created';
    let apart = '';
    for (let attempt = 0; attempt < TRIES; attempt += 1) {
      const making = { making: true };
      const prepared = await prepare(stage, operation, attempt === 0 ? 'write' : 'fresh', below(from), making);
      const intent = { kind: 'valid', optional: attempt === 1 && optional === 'required' ? 'all' : optional } as const;
      count += 1;
      const own = `fixture/${resource.name}/${count}${apart}`;
      const drawn = await placed(stage, index, operation, own, (at) => {
        const value = stage.generator.request(operation, intent, { seed: stage.seed, at });
        if (!value.ok) return Promise.resolve(value.reason);
        return Promise.resolve({ request: substitute(operation, value.value, prepared.known), prepared });
      });
      if (typeof drawn === 'string') {
        why = drawn;
        continue;
      }
      const { request } = drawn;
      const answer = await stage.exchange(request, { operation, purpose: PLAIN, quiet: true });
      const failure = answer.kind === 'seen' ? `creating it gave ${answer.seen.response.status}` : 'no answer came';
      if (hasMade(answer)) {
        const made = createdId(index, resource, operation, request, answer.seen);
        const item = made === undefined ? undefined : { ...made, proven: true, ours: true };
        // A place of our choice that was empty may be one that has been cleared.
        if (item !== undefined) return index.isPlacing(operation) ? item : unlessTwice(resource, item);
        why = 'the answer names no id';
      } else {
        why = failure;
        // What an earlier run left behind may have the same name.
        if (isConflict(answer)) apart = `/${stage.salt}`;
        lender.keep(resource);
      }
    }
    return { ...NOTHING, why };
  }

  /** What a request that was only accepted tells of itself. */
  async function start(stage: Stage, resource: Resource, from: From): Promise<Found | undefined> {
    const operation = index.starter(resource);
    if (operation === undefined || resource.id === undefined) return undefined;
    const prepared = await prepare(stage, operation, 'write', below(from));
    count += 1;
    const where = { seed: stage.seed, at: `fixture/${resource.name}/${count}` };
    const drawn = stage.generator.request(operation, { kind: 'valid', optional: 'required' }, where);
    if (!drawn.ok) return undefined;
    const request = substitute(operation, drawn.value, prepared.known);
    const answer = await stage.exchange(request, { operation, purpose: PLAIN, quiet: true });
    const entity = isSuccess(answer) ? jsonOf(answer.seen) : undefined;
    const id = idIn(resource, entity);
    if (id === undefined || entity === undefined) return undefined;
    // What has come to its end may be forgotten.
    return { path: { [resource.id.parameter]: id }, id, entity, proven: false, ours: true };
  }

  /** An id that was given before does not prove anything about either record. */
  function unlessTwice(resource: Resource, made: Found): Found {
    const key = `${resource.name} ${JSON.stringify(Object.values(made.path).map(String))}`;
    if (ids.has(key)) return { ...made, proven: false, why: 'its id was given before' };
    ids.add(key);
    return made;
  }

  async function discard(stage: Stage, operation: Operation, path: Readonly<Record<string, Json>>): Promise<void> {
    const resource = stage.model.roleOf(operation).resource;
    const remove = resource === undefined ? undefined : index.operation(resource, 'delete');
    if (resource === undefined || remove === undefined) return;
    const request = requestAt({ path: fillPath(remove, path) });
    if (request.path.includes('{')) return;
    const spoilt = `${resource.name} spoil`;
    const found = await shared.get(spoilt);
    if (found !== undefined && fillPath(remove, found.path) === request.path) shared.delete(spoilt);
    const removal = withDemands(stage, remove, { ...request, method: remove.method });
    await stage.exchange(removal, { operation: remove, purpose: PLAIN, quiet: true });
  }

  function nextPlace(resource: Resource, use: Use): number {
    if (use !== 'fresh') return 0;
    const place = taken.get(resource.name) ?? 1;
    taken.set(resource.name, place + 1);
    return place;
  }

  /** A record that the user named. It counts as there only where it can be read: nobody else keeps it in being. */
  async function fromGiven(stage: Stage, resource: Resource, use: Use): Promise<Found | undefined> {
    const paths = given.get(resource) ?? [];
    const place = nextPlace(resource, use);
    const path = paths[place] ?? paths[0];
    if (path === undefined) return undefined;
    const read = index.operation(resource, 'read');
    const request = requestAt({ path: read === undefined ? '' : fillPath(read, path) });
    const answer =
      read === undefined
        ? undefined
        : await stage.exchange(withDemands(stage, read, request), { operation: read, purpose: PLAIN, quiet: true });
    const own = resource.id === undefined ? undefined : path[resource.id.parameter];
    return {
      path,
      ...(own === undefined ? {} : { id: own }),
      proven: answer !== undefined && isSuccess(answer) && (use !== 'fresh' || place < paths.length),
      ours: false,
    };
  }

  /**
   * The id that the document shows as an example, else one as items show it: the path's own rule may be wider. Proven by nothing; and whoever takes
   * away the one of the example takes it from everybody.
   */
  function documented(stage: Stage, resource: Resource, use: Use): Found {
    const parameter = resource.id?.parameter;
    const example = (use === 'fresh' ? undefined : index.exampleOf(resource)) ?? drawnId(stage, resource);
    return parameter === undefined || example === undefined
      ? NOTHING
      : { ...NOTHING, path: { [parameter]: example }, id: example };
  }

  function drawnId(stage: Stage, { name, id }: Resource): Json | undefined {
    if (id === undefined) return undefined;
    count += 1;
    const where = { seed: stage.seed, at: `fixture/${name}/${count}` };
    const drawn = stage.generator.value(id.schema, where, { direction: 'request', examples: false });
    return drawn.ok ? drawn.value : undefined;
  }

  return {
    prepare: (stage, operation, use, given) => prepare(stage, operation, use, OUTSIDE, given),
    item: (stage, resource, use) => item(stage, resource, use, OUTSIDE),
    create: (stage, resource, optional) => create(stage, resource, optional, OUTSIDE),
    discard,
    forget: alongPath.forget,
    handOn: spares.leave,
    adopt: (resource, made) => spares.leave(resource, unlessTwice(resource, { ...made, proven: true, ours: true })),
    once: (stage, name, act) => (stage.attempt > 0 ? act() : once(name, act)),
  };
}

/** What the asker knows of an item, under the names of the operation's own path. */
function namedFor(
  { path }: Operation,
  resource: Resource | undefined,
  given: Readonly<Record<string, Json>> | undefined,
): Readonly<Record<string, Json>> | undefined {
  if (given === undefined) return undefined;
  const complete = templateNames(path).every((name) => Object.hasOwn(given, name));
  return complete ? given : renamed(given, resource?.itemPath, path);
}
