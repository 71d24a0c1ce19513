import type { HttpRequest, Json } from '../../core/index.ts';
import type { Resource, ResourceModel, Role } from '../../resources/index.ts';
import { idPlace, undeletes } from '../../resources/index.ts';
import { type Api, endsInParameter, isSafe, type Operation, templateNames } from '../../spec/index.ts';
import { isObject, jsonEquals, valueAt } from '../../wire/index.ts';
import type { ForeignWrite } from '../model/events.ts';
import type { Exchange } from '../model/exchange.ts';
import { getOr } from '../model/get-or.ts';
import { listedBelow } from '../requests/described-references.ts';
import { requestAt } from '../requests/locations.ts';
import { fillPath } from '../requests/substitute.ts';
import { itemTemplates, prefixes } from '../resource-index/item-templates.ts';
import type { ModelIndex } from '../resource-index/model-index.ts';
import { compositeKey, namingPart, pathShapeOf, renameParameters } from '../resource-index/paths.ts';
import { idIn, pathParametersOf, removalsBelow } from '../responses/created-id.ts';
import { withWords } from '../responses/refusal-words.ts';
import type { Redactor } from '../transport/redactor.ts';
import { objectChangedBy } from './changed-object.ts';
import type { CommandRecords } from './command-records.ts';
import { isDeletingGet, isHarmlessCommand, judgesBody, readsByName } from './command-words.ts';
import { deletesRange } from './deleted-range.ts';
import { namedByCommand } from './named-by-command.ts';
import { createOwnedRecords, type OwnedRecord, type PathValues } from './owned-records.ts';
import type { SettingsKeeper } from './settings-keeper.ts';

/**
 * Blocks every request that could change or delete a record that this run did not create. All requests of a
 * run pass it, in every phase.
 */
export interface WriteGate {
  /** Why a request is blocked; `undefined` if it may be sent. Synchronous if no lookup is needed. */
  refusal(sent: GatedRequest, look: SendRead): Promise<HeldBack | undefined> | HeldBack | undefined;
  /**
   * Records an answer: created and deleted records, and refusals of creations. Returns false if the answer
   * names a record as created that existed before.
   */
  saw(exchange: Exchange, created: OwnedRecord | undefined): boolean;
  /** The record that a PUT created at an empty place. Many services answer 200 or 204 in this case. */
  placed(exchange: Exchange): OwnedRecord | undefined;
  /** Records of others that were changed or deleted because the user allowed it. */
  readonly foreignWrites: readonly ForeignWrite[];
}

/** A blocked request. `id-taken`: a creation that would replace a record; it may be sent with another id. */
export interface HeldBack {
  readonly code: 'held-back' | 'id-taken';
  readonly message: string;
}

export interface GatedRequest {
  readonly operation: Operation | undefined;
  readonly request: HttpRequest;
}

/** Sends a read with the credential of its operation. `undefined`: no answer came. */
export type SendRead = (request: HttpRequest, operation: Operation) => Promise<Exchange | undefined>;

export interface WriteGateDependencies {
  readonly api: Api;
  readonly model: ResourceModel;
  readonly index: ModelIndex;
  readonly settings: SettingsKeeper;
  readonly redactor: () => Redactor;
  /** The user allows writes to records that this run did not create. */
  readonly touchExisting: boolean;
  /** The user allows disruptive operations that cannot be undone. */
  readonly disruptive: boolean;
  readonly commandRecords: CommandRecords;
}

/** The records that an unsafe request names, by its path in the document. */
interface RecordsOfRequest {
  readonly request: HttpRequest;
  /** The operation of the path. For an undocumented method: any operation of the path. */
  readonly operation: Operation;
  readonly documented: boolean;
  readonly values: PathValues;
  readonly look: SendRead;
}

/** Statuses of a read that prove that nothing exists at a path: missing, gone, or not a valid id. */
const NOTHING_THERE = new Set([400, 404, 410, 422]);
const GONE = new Set([404, 410]);
/** Roles of a write that changes a singleton. */
const UPDATES: ReadonlySet<string> = new Set(['replace', 'patch']);

interface UnverifiedRecord {
  readonly resource: Resource;
  readonly record: OwnedRecord;
  /** The entity in the answer. */
  readonly entity: Json | undefined;
}

export function createWriteGate(dependencies: WriteGateDependencies): WriteGate {
  const { api, model, index, settings, commandRecords, touchExisting } = dependencies;
  const owned = createOwnedRecords(api, model);
  const foreignWrites: ForeignWrite[] = [];
  const refusedCreations = new Map<string, string>();
  /**
   * Ids of records of others that answers have shown, by resource. A create that answers with one of them
   * has created nothing.
   */
  const foreign = new Map<string, Set<string>>();
  /** Resources of which one answer listed every record before the run created any. */
  const listedWhole = new Set<string>();
  const listed = new Map<string, Promise<unknown>>();
  /**
   * Resources in which a create was sent. Lists may then show records of this run whose ids no answer has
   * given.
   */
  const creating = new Set<string>();
  /** Paths at which a read has shown a record of others. */
  const foreignPaths = new Set<string>();
  /**
   * Records that answers to broken requests name as created. They count as owned once a read shows the same
   * content.
   */
  const unverified: UnverifiedRecord[] = [];
  /** Paths at which a read has proven that nothing exists. */
  const empty = new Set<string>();
  const itemShapes = new Map(
    [...itemTemplates(api, model)].flatMap(([resource, templates]) =>
      resource.singleton ? [] : [...templates].map((template) => [pathShapeOf(template), resource] as const),
    ),
  );
  // Of two resources with one path, that of which it is the own path counts.
  for (const resource of model.resources)
    if (!resource.singleton && resource.itemPath !== undefined)
      itemShapes.set(pathShapeOf(namingPart(resource.itemPath)), resource);

  const collections = new Map(
    model.resources.flatMap((resource) =>
      resource.collectionPath === undefined ? [] : [[pathShapeOf(resource.collectionPath), resource]],
    ),
  );

  const gets = new Map<string, Operation>();
  for (const operation of api.operations) {
    const shape = pathShapeOf(operation.path);
    if (operation.method === 'GET' && !gets.has(shape)) gets.set(shape, operation);
  }

  const deletingGets = api.operations.filter(isDeletingGet);

  /** Whether a GET or HEAD deletes something, although its method is safe. */
  function deletes({ method, path }: HttpRequest): boolean {
    if (deletingGets.length === 0 || (method !== 'GET' && method !== 'HEAD')) return false;
    return withAndWithoutSlash(path).some((each) => {
      const match = api.match({ method: 'GET', path: each });
      return match.kind === 'found' && deletingGets.includes(match.operation);
    });
  }

  function getAt(path: string): Operation | undefined {
    return gets.get(pathShapeOf(path));
  }

  /** Matches the path with the document; a trailing slash makes no difference. */
  function named({ operation, request }: GatedRequest, look: SendRead): RecordsOfRequest | undefined {
    for (const path of withAndWithoutSlash(request.path)) {
      const match = api.match({ method: request.method, path });
      const own =
        match.kind === 'found' ? match.operation : match.kind === 'wrong-method' ? match.operations[0] : undefined;
      if (own === undefined) continue;
      const values = pathParametersOf(api, { ...request, path, method: own.method });
      return { request: { ...request, path }, operation: own, documented: match.kind === 'found', values, look };
    }
    return operation === undefined ? undefined : { request, operation, documented: true, values: {}, look };
  }

  function decide(each: RecordsOfRequest): Promise<Reason | undefined> | Reason | undefined {
    const { operation, values, request, documented } = each;
    if (deletesRange(operation, request))
      return 'it would delete every record in a range, also those that the run did not create';
    if (owned.covers(operation.path, values)) return undefined;
    // A deleted record can be brought back, also where it is still shown.
    if (owned.wasRemoved(operation.path, values) && undeletes(operation, model, api.operations)) return undefined;
    const role = model.roleOf(operation);
    const isPost = request.method === 'POST';
    const reads = isReading(operation) || judgesBody(operation) || readsByName(operation, request.body);
    if (documented && isPost && reads) return undefined;
    const item = itemIn(operation.path);
    const whole = isPost ? undefined : collections.get(pathShapeOf(operation.path));
    if (whole !== undefined)
      return addsTo(each, prefixes(operation.path)).then((above) => above ?? collectionWrite(each, whole));
    const byBody = item === undefined ? namedOutsidePath(each) : undefined;
    if (byBody !== undefined) return outsidePath(each, byBody);
    // A POST creates if there is a documented delete below its path, even if the model has no such
    // role for it.
    const makes = role.kind === 'create' || (isPost && removalsBelow(api, operation).length > 0);
    if (documented && makes && !index.isPlacing(operation)) return creation(each);
    if (item !== undefined) return itemOf(each, item);
    const changed = documented && isPost ? objectChangedBy({ api, model, getAt }, operation) : undefined;
    if (changed !== undefined) return why(undefined, `${request.method} would change ${changed}`);
    const isOfSettings = documented && isPost && role.resource?.singleton === true && UPDATES.has(role.kind);
    if (documented && !isOfSettings && (isPost || isDeletingGet(operation))) return command(each);
    if (!documented && request.method === 'DELETE')
      return `the document does not say what ${request.method} ${request.path} would delete`;
    if (documented || isWritten(operation.path))
      return settings.mayWrite(each).then((reason) => (dependencies.disruptive ? undefined : reason));
    return undefined;
  }

  /** Whether the document has a write at a path. */
  function isWritten(template: string): boolean {
    const shape = pathShapeOf(template);
    return api.operations.some((each) => !isSafe(each.method) && !isReading(each) && pathShapeOf(each.path) === shape);
  }

  /**
   * The innermost item that a path names, with its resource if the model has one: an item of a resource, of a listed
   * collection, or of several operations.
   */
  function itemIn(template: string): { readonly prefix: string; readonly resource: Resource | undefined } | undefined {
    const all = prefixes(template);
    for (const prefix of all) {
      const resource = itemShapes.get(pathShapeOf(prefix));
      if (resource !== undefined) return { prefix, resource };
    }
    const isUsedElsewhere = (prefix: string): boolean =>
      api.operations.filter(({ path }) => pathShapeOf(path) === pathShapeOf(prefix) || path.startsWith(`${prefix}/`))
        .length > 1;
    const isListed = (prefix: string): boolean =>
      collections.has(pathShapeOf(prefix.slice(0, prefix.lastIndexOf('/'))));
    const prefix = all.find((each) => isUsedElsewhere(each) || isListed(each));
    return prefix === undefined ? undefined : { prefix, resource: undefined };
  }

  /**
   * A create below an item that a run can create must be below an owned item, or below none. Items that no
   * operation creates (a tenant, a server) may have children of the run.
   */
  async function creation(each: RecordsOfRequest): Promise<Reason | undefined> {
    const { operation } = each;
    const above = await addsTo(each, prefixes(operation.path));
    if (above !== undefined) return above;
    await lookOnce(each);
    return replacing(each);
  }

  /** The first record above a path that is not owned. */
  async function addsTo(each: RecordsOfRequest, above: readonly string[]): Promise<string | undefined> {
    const { operation, request } = each;
    const { kind, resource: own } = model.roleOf(operation);
    for (const prefix of above) {
      const resource = itemShapes.get(pathShapeOf(prefix));
      if (resource === undefined || (resource === own && kind === 'create') || isStructure(resource)) continue;
      if (owned.covers(prefix, each.values) || (await isEmpty(each, resource, prefix))) continue;
      return why(resource, `${request.method} ${operation.path} would add to one of ${resource.name}`);
    }
    return undefined;
  }

  /**
   * A resource that no operation creates, changes or deletes (a tenant, a server) is part of the service. A
   * run cannot own it.
   */
  function isStructure(resource: Resource): boolean {
    return WRITING.every((role) => index.operation(resource, role) === undefined);
  }

  /** Blocks a create whose body names the id of an existing record: many services replace that record. */
  async function replacing({ operation, request, values, look }: RecordsOfRequest): Promise<HeldBack | undefined> {
    const { resource, requestEntity } = model.roleOf(operation);
    const id = resource === undefined ? undefined : idInBody(resource, requestEntity, request);
    if (resource?.id === undefined || id === undefined || owned.hasId(resource, id)) return undefined;
    const taken = (): HeldBack => ({
      code: 'id-taken',
      message: why(resource, `${operation.id} would create one of ${resource.name} under an id that is taken`),
    });
    if (foreign.get(resource.name)?.has(String(id)) === true) return taken();
    const read = index.operation(resource, 'read');
    const path = read === undefined ? '{' : fillPath(read, { ...values, [resource.id.parameter]: id });
    const exchange = read === undefined || path.includes('{') ? undefined : await look(requestAt({ path }), read);
    const isThere =
      exchange !== undefined && exchange.response.status < 300 && exchange.response.body.kind === 'parsed';
    if (!isThere || read === undefined || !isObject(exchange.response.body.value)) return undefined;
    // The id may be that of an owned record in another notation, such as in capital letters.
    const shownId = idIn(resource, entityIn(exchange, model.roleOf(read)) ?? null);
    return shownId !== undefined && owned.hasId(resource, shownId) ? undefined : taken();
  }

  /** Reads the list of a resource before the first create in it, so that existing records are known. */
  async function lookOnce({ operation, values, look }: RecordsOfRequest): Promise<void> {
    const resource =
      model.roleOf(operation).resource ??
      removalsBelow(api, operation)
        .map((remove) => model.roleOf(remove).resource)
        .find((each) => each !== undefined);
    const list = resource === undefined ? undefined : index.operation(resource, 'list');
    if (list === undefined) return;
    const path = fillPath(list, renameParameters(values, operation.path, list.path));
    const looking = listed.get(path) ?? (path.includes('{') ? Promise.resolve() : look(requestAt({ path }), list));
    listed.set(path, looking);
    await looking;
    creating.add(resource?.name ?? '');
  }

  /** Records the ids that an answer shows. */
  function noteForeign({ request, response }: Exchange, operation: Operation): void {
    const { resource, list } = model.roleOf(operation);
    if (resource === undefined || list === undefined || response.body.kind !== 'parsed') return;
    if (creating.has(resource.name)) return;
    const items = valueAt(response.body.value, list.items);
    const ids = getOr(foreign, resource.name, () => new Set<string>());
    if (Array.isArray(items) && isWhole(operation, request, items)) listedWhole.add(resource.name);
    for (const item of Array.isArray(items) ? items : []) {
      const id = idIn(resource, item);
      if (id !== undefined && !owned.hadId(resource, id)) ids.add(String(id));
    }
  }

  /** Whether an answer lists every record: it is of no part of a larger item, asks for no page or filter, and has room for more. */
  function isWhole(operation: Operation, { query }: HttpRequest, items: readonly Json[]): boolean {
    const { list } = model.roleOf(operation);
    return list !== undefined && query === '' && !operation.path.includes('{') && items.length < limitOf(list);
  }

  /** Allows a write to an item that is not owned if a read proves that nothing exists there. */
  async function itemOf(
    each: RecordsOfRequest,
    { prefix, resource }: NonNullable<ReturnType<typeof itemIn>>,
  ): Promise<string | undefined> {
    const { values, request } = each;
    const name = templateNames(prefix).at(-1) ?? '';
    const twin = resource === undefined ? undefined : index.twin(resource);
    const value = values[name];
    if (twin !== undefined && value !== undefined && owned.hasId(twin, value)) return undefined;
    if (namesOwnBelow(each) || (await isVerified(each, resource, value))) return undefined;
    if (await isEmpty(each, resource, prefix)) return addsTo(each, prefixes(prefix).slice(1));
    return why(resource, `${request.method} would change ${prefix}`);
  }

  /** Whether an action on an item is about records of the run below it, which a list in its body names. */
  function namesOwnBelow({ operation, documented, request, values }: RecordsOfRequest): boolean {
    const body = request.body.kind === 'parsed' ? request.body.value : undefined;
    if (!documented || !isObject(body)) return false;
    const lists = Object.entries(body).flatMap(([name, ids]) => {
      const resource = Array.isArray(ids) ? listedBelow(model, operation, `/${name}`) : undefined;
      return resource?.id === undefined || !Array.isArray(ids) ? [] : [{ resource, id: resource.id.parameter, ids }];
    });
    return (
      lists.length > 0 &&
      lists.every(
        ({ resource, id, ids }) =>
          ids.length > 0 && ids.every((each) => owned.covers(resource.itemPath ?? '', { ...values, [id]: each })),
      )
    );
  }

  /** Whether a read shows a record with the content that the answer to a broken request gave. */
  async function isVerified(
    { values, operation, look }: RecordsOfRequest,
    resource: Resource | undefined,
    value: Json | undefined,
  ): Promise<boolean> {
    const claims = unverified.filter((each) => each.resource === resource && String(each.record.id) === String(value));
    const read = resource === undefined ? undefined : index.operation(resource, 'read');
    if (claims.length === 0 || read === undefined) return false;
    const path = fillPath(read, renameParameters(values, operation.path, read.path));
    const exchange = path.includes('{') ? undefined : await look(requestAt({ path }), read);
    const now = exchange?.response.body.kind === 'parsed' ? exchange.response.body.value : undefined;
    const claim = now === undefined ? undefined : claims.find(({ entity }) => showsAlike(entity, now));
    if (claim === undefined) return false;
    owned.add(resource, claim.record);
    return true;
  }

  async function isEmpty(
    { values, look }: RecordsOfRequest,
    resource: Resource | undefined,
    prefix: string,
  ): Promise<boolean> {
    const read = (resource === undefined ? undefined : index.operation(resource, 'read')) ?? getAt(prefix);
    // A GET that deletes cannot show whether an item exists, and asking about it again would never end.
    if (read === undefined || isDeletingGet(read)) return false;
    const known = renameParameters(values, prefix, read.path);
    const path = fillPath(read, known);
    if (path.includes('{')) return false;
    const value = String(known[templateNames(read.path).at(-1) ?? '']);
    const isKnown = foreignPaths.has(path) || foreign.get(resource?.name ?? '')?.has(value) === true;
    if (isKnown || isExample(read, value)) return false;
    if (empty.has(path)) return true;
    const exchange = await look(requestAt({ path }), read);
    return exchange !== undefined && NOTHING_THERE.has(exchange.response.status);
  }

  /** An id in body or query that names the item of a request without one in its path. */
  function namedOutsidePath({
    operation,
    request,
  }: RecordsOfRequest): { readonly resource: Resource; readonly ids: readonly Json[] } | undefined {
    const { resource, id } = model.roleOf(operation);
    if (
      resource === undefined ||
      resource.singleton ||
      resource.id === undefined ||
      (request.method === 'POST' && model.roleOf(operation).kind === 'create')
    )
      return undefined;
    const names = [id?.parameter, id?.property, resource.id.parameter, resource.id.property].filter(
      (each) => each !== undefined,
    );
    const body = request.body.kind === 'parsed' ? request.body.value : undefined;
    const place = index.ownPlace(operation);
    const inBody =
      body === undefined
        ? []
        : [
            ...(place === undefined ? [] : [place]),
            ...names.map((each) => (each.startsWith('/') ? each : `/${each}`)),
          ].map((pointer) => valueAt(body, pointer));
    const query = new URLSearchParams(request.query);
    const inQuery = names.map((each) => query.get(each));
    const ids = [...inBody, ...inQuery, ...listedIds(resource, body)].filter(
      (each): each is Json => each !== undefined && each !== null && typeof each !== 'object',
    );
    return ids.length === 0 ? undefined : { resource, ids };
  }

  /** Commands name their records in properties that are called like ids (`petId`). */
  async function command(each: RecordsOfRequest): Promise<string | undefined> {
    const { operation, request } = each;
    const about = commandRecords.about(operation, request);
    if (about === 'own' || about === 'new') return undefined;
    if (about === 'other' && !isHarmlessCommand(operation))
      return `${request.method} ${operation.path} names no record that this run has created and not deleted since`;
    for (const named of namedByCommand(model, each.request)) {
      const refusal = await outsidePath(each, named);
      if (refusal !== undefined) return refusal;
    }
    return undefined;
  }

  async function outsidePath(
    each: RecordsOfRequest,
    { resource, ids }: { readonly resource: Resource; readonly ids: readonly Json[] },
  ): Promise<string | undefined> {
    for (const id of new Set(ids)) {
      if (owned.hasId(resource, id)) continue;
      const itemPath = resource.itemPath ?? '';
      const parameter = resource.id?.parameter;
      const named: RecordsOfRequest = { ...each, values: parameter === undefined ? {} : { [parameter]: id } };
      if (itemPath.includes('{') && (await isEmpty(named, resource, namingPart(itemPath)))) continue;
      return why(resource, `${each.request.method} would change one of ${resource.name} by its id`);
    }
    return undefined;
  }

  /**
   * A write at the path of a collection. It is about single items if the document has no such write on the
   * item's path and the body holds the item (`PUT /pet`), or if a list or the query names ids. Otherwise it
   * is about all items.
   */
  async function collectionWrite(each: RecordsOfRequest, resource: Resource): Promise<string | undefined> {
    const { operation, request } = each;
    const hasOwnPath = api.operations.some(
      ({ method, path }) => method === request.method && pathShapeOf(path) === pathShapeOf(resource.itemPath ?? ''),
    );
    const named = index.namedInBody(operation) !== undefined && !hasOwnPath ? namedOutsidePath(each) : undefined;
    if (named !== undefined) return outsidePath(each, named);
    const body = request.body.kind === 'parsed' ? request.body.value : undefined;
    const query = new URLSearchParams(request.query);
    const inQuery = [resource.id?.parameter, resource.id?.property].flatMap((name) => query.getAll(name ?? ''));
    const ids = [...inQuery, ...listedIds(resource, body)];
    if (ids.length > 0 && ids.every((id) => owned.hasId(resource, id))) return undefined;
    return collection(each, resource);
  }

  /** Allows a write to a whole collection if a complete list shows only owned records. */
  async function collection(each: RecordsOfRequest, resource: Resource): Promise<string | undefined> {
    const list = index.operation(resource, 'list');
    const details = list === undefined ? undefined : model.roleOf(list).list;
    const exchange =
      list === undefined ? undefined : await each.look(requestAt({ path: fillPath(list, each.values) }), list);
    const refused = (detail = ''): string => {
      const creation = creationRefusal(resource);
      const gave = creation === undefined ? '' : `; creating one gave ${creation}`;
      return `${each.request.method} would change records that this run did not create: all ${resource.name}${detail}${gave}`;
    };
    const unlisted = ', and no list shows which exist';
    if (exchange === undefined || details === undefined || exchange.response.status >= 300) return refused(unlisted);
    const body = exchange.response.body.kind === 'parsed' ? exchange.response.body.value : null;
    const items = valueAt(body, details.items);
    if (!Array.isArray(items)) return refused(unlisted);
    if (items.length >= limitOf(details)) return refused(', and the list of them has more than one page');
    const foreign = items.some((item) => {
      const id = idIn(resource, item);
      return id === undefined || !owned.hasId(resource, id);
    });
    return foreign ? refused() : undefined;
  }

  /** How the service refused the run's attempt to create a record. */
  function creationRefusal(resource: Resource | undefined): string | undefined {
    const create = resource === undefined ? undefined : index.operation(resource, 'create');
    return create === undefined ? undefined : refusedCreations.get(create.id);
  }

  /** The reason in words, with the refusal of the run's attempt to create its own record. */
  function why(resource: Resource | undefined, text: string): string {
    const create = resource === undefined ? undefined : index.operation(resource, 'create');
    const refusal = creationRefusal(resource);
    // A service that gives an id again gives it to a record that may be another's.
    if (resource !== undefined && refusal === undefined && owned.hadAny(resource))
      return `${text}, which is not one of the ${resource.name} that this run has created and not deleted since`;
    const reason =
      refusal !== undefined
        ? `creating one gave ${refusal}`
        : create === undefined
          ? 'the document has no operation that creates one'
          : 'it has created none here';
    return `${text}, which this run did not create: ${reason}`;
  }

  return {
    foreignWrites,
    refusal(sent, look) {
      const isSafeMethod = isSafe(sent.request.method);
      if (isSafeMethod && !deletes(sent.request)) return undefined;
      const each = named(isSafeMethod ? { ...sent, request: { ...sent.request, method: 'GET' } } : sent, look);
      if (each === undefined)
        return touchExisting
          ? undefined
          : heldBack(`the document does not say what ${sent.request.method} ${sent.request.path} would change`);
      const decided = decide(each);
      if (decided === undefined) return undefined;
      return Promise.resolve(decided).then((reason) => {
        if (!touchExisting) return heldBack(reason);
        if (reason !== undefined)
          foreignWrites.push({
            operation: sent.operation?.id ?? each.operation.id,
            method: sent.request.method,
            path: sent.request.path,
            reason: 'allowed',
          });
        return undefined;
      });
    },
    placed({ operation, request, response: { status } }) {
      if (operation === undefined || request.method !== 'PUT' || status < 200 || status >= 300) return undefined;
      const values = pathParametersOf(api, request);
      const id = values[templateNames(operation.path).at(-1) ?? ''];
      const isNew = endsInParameter(operation.path) && empty.has(request.path) && !owned.covers(operation.path, values);
      return !isNew || id === undefined ? undefined : { path: values, scope: values, id, template: operation.path };
    },
    saw(exchange, created) {
      const { operation, request, response } = exchange;
      settings.saw(exchange);
      if (operation === undefined) return true;
      const role = model.roleOf(operation);
      const isGood = response.status >= 200 && response.status < 300;
      if (request.method === 'GET' && GONE.has(response.status)) empty.add(request.path);
      else if (isGood) empty.delete(request.path);
      if (isGood && isSafe(request.method)) noteForeign(exchange, operation);
      if (isGood && request.method === 'GET' && !owned.covers(operation.path, pathParametersOf(api, request)))
        foreignPaths.add(request.path);
      // A record below an item is not that item, of which the operation is an action.
      const owner =
        created?.template === undefined ? (role.makes?.resource ?? role.resource) : placedAt(created.template);
      const isForeign = created !== undefined && isOfOthers(created, owner);
      const isReadable = owner !== undefined && index.operation(owner, 'read') !== undefined;
      // What a PUT has placed was seen to be missing before.
      const isNamed = created?.id !== undefined && created.template === undefined;
      const isClaim = exchange.purpose.expect === 'refused' && isReadable && isNamed;
      const isNew = owner !== undefined && listedWhole.has(owner.name) && compositeKey(owner).length === 0;
      if (created !== undefined && isClaim && !isForeign && !isNew)
        unverified.push({ resource: owner, record: created, entity: entityIn(exchange, role) });
      else if (created !== undefined && !isForeign) owned.add(owner, created);
      else if (role.kind === 'create' && response.status >= 400 && exchange.purpose.expect === 'valid')
        refusedCreations.set(operation.id, dependencies.redactor().text(withWords(response.status, exchange)));
      if (!isGood || isSafe(request.method)) return !isForeign;
      if (request.method === 'DELETE') owned.remove(role.resource, operation.path, pathParametersOf(api, request));
      else if (role.resource !== undefined && undeletes(operation, model, api.operations))
        owned.broughtBack(role.resource, operation.path, pathParametersOf(api, request));
      else renamedTo(exchange, operation);
      return !isForeign;
    },
  };

  /** The resource of which a template is the own path of an item. */
  function placedAt(template: string): Resource | undefined {
    const resource = itemShapes.get(pathShapeOf(template));
    return resource?.itemPath === template ? resource : undefined;
  }

  /** Whether an answer has shown a record before the run could have created it. */
  function isOfOthers({ id, path, template }: OwnedRecord, owner: Resource | undefined): boolean {
    if (id !== undefined || template === undefined) return foreign.get(owner?.name ?? '')?.has(String(id)) === true;
    const resource = itemShapes.get(pathShapeOf(namingPart(template)));
    if (resource === undefined || compositeKey(resource).length > 0) return false;
    return foreign.get(resource.name)?.has(String(path[templateNames(template).at(-1) ?? ''])) === true;
  }

  /**
   * An update of an owned record that gave it the id that the request names. Not if the answer shows another id, or if a
   * record of others has this one: the service may have ignored it.
   */
  function renamedTo(exchange: Exchange, operation: Operation): void {
    const { request } = exchange;
    const role = model.roleOf(operation);
    const { resource } = role;
    const place = index.ownPlace(operation);
    const values = pathParametersOf(api, request);
    const parameter = resource?.id?.parameter;
    if (place === undefined || parameter === undefined || request.body.kind !== 'parsed') return;
    const id = valueAt(request.body.value, place);
    if (id === undefined || id === null || typeof id === 'object' || !owned.covers(operation.path, values)) return;
    const shownId = resource === undefined ? undefined : idIn(resource, entityIn(exchange, role) ?? null);
    const isForeign = foreign.get(resource?.name ?? '')?.has(String(id)) === true;
    if (isForeign || (shownId !== undefined && String(shownId) !== String(id))) return;
    const path = renameParameters(values, operation.path, resource?.itemPath ?? operation.path);
    owned.add(resource, { path: { ...path, [parameter]: id }, scope: values, id });
  }

  /** POST operations that only read: searches and lists by body. */
  function isReading(operation: Operation): boolean {
    const role = model.roleOf(operation);
    return role.kind === 'list' || role.kind === 'read' || role.lists !== undefined;
  }
}

type ListDetails = NonNullable<Role['list']>;

/** How many items an answer may have before there may be a next page. */
function limitOf({ page }: ListDetails): number {
  return page.limit === undefined && page.cursor === undefined ? Number.POSITIVE_INFINITY : page.defaultLimit;
}

/** Why a request is not sent. */
type Reason = string | HeldBack;

function heldBack(reason: Reason): HeldBack;
function heldBack(reason: Reason | undefined): HeldBack | undefined;
function heldBack(reason: Reason | undefined): HeldBack | undefined {
  return typeof reason === 'string' ? { code: 'held-back', message: reason } : reason;
}

const WRITING = ['create', 'replace', 'patch', 'delete'] as const;

/** The id that the body of a create chooses. */
function idInBody(resource: Resource, requestEntity: string | undefined, { body }: HttpRequest): Json | undefined {
  const place = idPlace({ resource, requestEntity });
  if (place === undefined || body.kind !== 'parsed') return undefined;
  const id = valueAt(body.value, place);
  return typeof id === 'string' || typeof id === 'number' ? id : undefined;
}

/** Ids in a body that is a list of ids, or has such a list under the plural of the id's name. */
function listedIds(resource: Resource, body: Json | undefined): readonly Json[] {
  if (typeof body !== 'object' || body === null) return [];
  const lists = Array.isArray(body)
    ? [body]
    : Object.entries(body).flatMap(([name, value]) =>
        /ids?$|keys?$/i.test(name) && Array.isArray(value) ? [value] : [],
      );
  return lists.flat().flatMap((each) => idIn(resource, each) ?? (typeof each === 'object' ? [] : [each]));
}

/** The entity in an answer; undefined if it shows the item above. */
function entityIn({ response }: Exchange, { responseEntity, answersParent }: Role): Json | undefined {
  return response.body.kind === 'parsed' && answersParent === undefined
    ? valueAt(response.body.value, responseEntity ?? '')
    : undefined;
}

/**
 * Whether a read shows the scalars that the answer to a create showed. Those that it leaves out, such as times, are
 * not compared, but the id alone proves nothing where the answer showed more.
 */
function showsAlike(made: Json | undefined, now: Json): boolean {
  if (!isObject(made) || !isObject(now)) return false;
  const plain = Object.entries(made).filter(([, value]) => value === null || typeof value !== 'object');
  const shown = plain.filter(([name]) => Object.hasOwn(now, name));
  return (
    shown.length > Math.min(1, plain.length - 1) && shown.every(([name, value]) => jsonEquals(now[name] ?? null, value))
  );
}

/** Whether a value is a documented example of the last path parameter: it may name an existing record. */
function isExample({ path, parameters }: Operation, value: string): boolean {
  const name = templateNames(path).at(-1);
  const own = parameters.find((each) => each.in === 'path' && each.name === name);
  return (own?.examples ?? []).some((example) => String(example.value) === value);
}

/** A path as it is, and with and without a slash at its end, which makes no difference to many services. */
function withAndWithoutSlash(path: string): readonly string[] {
  const bare = path.replace(/\/+$/, '');
  return [path, bare, `${bare}/`];
}
