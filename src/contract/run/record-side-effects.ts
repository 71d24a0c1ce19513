import { undeletes } from '../../resources/index.ts';
import type { Api, Operation } from '../../spec/index.ts';
import { fieldValue } from '../../wire/index.ts';
import { callThatRemoves } from '../calls/call-target.ts';
import { NO_DELETE } from '../cleanup/ledger.ts';
import { credentialKey } from '../credentials/credentials.ts';
import type { RunContext } from '../judge/run-context.ts';
import { is2xx, isSeeOther } from '../model/case-context.ts';
import type { Exchange } from '../model/exchange.ts';
import type { FlowHistory } from '../model/flow-history.ts';
import type { LedgerEntry } from '../model/summary.ts';
import type { MadeByCommand } from '../ownership/command-records.ts';
import { idWords, isHarmlessCommand, judgesBody, LOGIN_WORDS, lastWords } from '../ownership/command-words.ts';
import type { OwnedRecord } from '../ownership/owned-records.ts';
import { removalByList } from '../ownership/removal-by-list.ts';
import { exchangeOf } from '../repeat/history.ts';
import { fillPath } from '../requests/substitute.ts';
import { commandOf } from '../resource-index/commands.ts';
import { renameParameters } from '../resource-index/paths.ts';
import { createdBelow, createdId, othersCreated, pathParametersOf, removalsBelow } from '../responses/created-id.ts';

/** Whether the operation's credential was accepted before. */
export function hasCredential(context: RunContext, operation: Operation): boolean {
  const key = keyOf(context, operation);
  return key !== '' && context.taken.has(key);
}

/** Names of the schemes that a request satisfied; empty without a credential. */
function keyOf({ credentialKeys, credentials }: RunContext, operation: Operation): string {
  const known = credentialKeys.get(operation);
  if (known !== undefined) return known;
  const key = credentialKey(operation, credentials);
  credentialKeys.set(operation, key);
  return key;
}

/** The item that an answer created, computed once for all callers. */
export function createdBy(context: RunContext, exchange: Exchange): ReturnType<typeof createdId> {
  if (!context.made.has(exchange)) context.made.set(exchange, workOut(context, exchange));
  return context.made.get(exchange);
}

function workOut(context: RunContext, exchange: Exchange): ReturnType<typeof createdId> {
  const resource = exchange.operation === undefined ? undefined : context.model.roleOf(exchange.operation).resource;
  if (exchange.operation === undefined || resource === undefined) return undefined;
  return createdId(context.index, resource, exchange.operation, { request: exchange.request, exchange });
}

/** Records created and deleted items of any case. */
export function keepBooks(context: RunContext, exchange: Exchange, history: FlowHistory): void {
  const { operation, request, response } = exchange;
  if (operation === undefined || !(is2xx(exchange) || isSeeOther(exchange))) {
    context.writeGate.saw(exchange, undefined);
    return;
  }
  context.worked.add(operation.id);
  if (fieldValue(response.headers, 'etag') !== undefined) context.tagged.add(operation.id);
  if (exchange.purpose.story.kind !== 'credential') context.taken.add(keyOf(context, operation));
  if (request.method === 'DELETE') {
    context.creations.gone(request.path, history);
    const isEmptied = context.model.roleOf(operation).empties !== undefined;
    if (isEmptied) context.fixtures.forgetAll();
    else if (!context.ledger.gone(request.path)) context.fixtures.forget();
  }
  const broughtBack = deletionOfRestored(context, exchange, operation);
  if (broughtBack !== undefined) context.ledger.back(broughtBack);
  const made = recordsCreated(context, exchange, operation);
  const ofCommand = context.commandRecords.saw(exchange);
  for (const { path } of ofCommand.gone) context.ledger.gone(path);
  const isRemovable = made.some(({ path }) => path?.includes('{') === false);
  const byCommand =
    isRemovable || (made.length > 0 && ofCommand.made?.removal === undefined) ? undefined : ofCommand.made;
  if (byCommand !== undefined) noteCommand(context, exchange, byCommand);
  if (made.length === 0) context.writeGate.saw(exchange, undefined);
  const past = exchangeOf(history, exchange.timing);
  const { resource: owner } = context.model.roleOf(operation);
  for (const { resource, record, created, path, call, reason } of made) {
    if (!context.writeGate.saw(exchange, record)) continue;
    if (created !== undefined && owner !== undefined && past !== undefined)
      context.creations.created(past, owner, created);
    if (byCommand !== undefined) continue;
    context.ledger.created({
      operation: operation.id,
      resource,
      createdAt: exchange.timing.startedAt,
      ...(path === undefined || path.includes('{') ? { reason } : removalAt(context.api, path, call)),
    });
  }
}

/** The path of the DELETE of an item that an answer has brought back. */
function deletionOfRestored(
  { api, index, model }: RunContext,
  { request }: Exchange,
  operation: Operation,
): string | undefined {
  if (!undeletes(operation, model, api.operations)) return undefined;
  const { resource } = model.roleOf(operation);
  const remove = resource && index.operation(resource, 'delete');
  return remove && fillPath(remove, renameParameters(pathParametersOf(api, request), operation.path, remove.path));
}

function removalAt(
  api: Api,
  path: string,
  call: LedgerEntry['call'] = callThatRemoves(api, path),
): Pick<LedgerEntry, 'path' | 'call'> {
  return call === undefined ? { path } : { path, call };
}

/** Adds what a command by name has made to the ledger. */
function noteCommand(
  { ledger }: RunContext,
  { operation, timing }: Exchange,
  { noun, removal, reason = NO_DELETE }: MadeByCommand,
): void {
  ledger.created({
    operation: operation?.id ?? '',
    resource: noun,
    createdAt: timing.startedAt,
    ...(removal ?? { reason }),
  });
}

interface CreatedRecord {
  readonly resource: string;
  /** Identifies the record, if the answer or the request has its id. */
  readonly record: OwnedRecord | undefined;
  /** The item, if a create made it. */
  readonly created?: ReturnType<typeof createdId>;
  /** Path of the delete. */
  readonly path: string | undefined;
  /** What is sent to remove it, if its path has no delete. */
  readonly call?: LedgerEntry['call'];
  /** Why there is no path. */
  readonly reason: string;
}

/**
 * The items that a successful answer created: by a create, by a PUT to an unused path, or by any POST above
 * a documented DELETE.
 */
function recordsCreated(context: RunContext, exchange: Exchange, operation: Operation): readonly CreatedRecord[] {
  const { request, response } = exchange;
  const role = context.model.roleOf(operation);
  const isCreate = role.kind === 'create' || (response.status === 201 && context.index.isPlacing(operation));
  const made = isCreate && role.resource !== undefined ? createdBy(context, exchange) : undefined;
  if (role.resource !== undefined && isCreate && made !== undefined) {
    const remove = context.index.operation(role.resource, 'delete');
    const { resource } = role;
    return [made, ...othersCreated(resource, operation, { request, exchange }, made)].map((each) => ({
      resource: resource.name,
      created: each,
      record: each,
      path: remove === undefined ? undefined : fillPath(remove, each.path),
      reason: NO_DELETE,
    }));
  }
  const placed = context.writeGate.placed(exchange);
  if (placed !== undefined) {
    const remove = context.api.operations.find(({ method, path }) => method === 'DELETE' && path === operation.path);
    const name = role.resource?.name ?? lastWord(operation.path);
    if (remove === undefined)
      return [{ resource: name, record: placed, ...removalOfPlaced(context, exchange, placed) }];
    return [{ resource: name, record: placed, path: fillPath(remove, placed.path), reason: NO_DELETE }];
  }
  const below = createdBelow(operation, request, exchange);
  if (below.length > 0)
    return below.map(({ remove, path }) => ({
      resource: context.model.roleOf(remove).resource?.name ?? role.resource?.name ?? lastWord(operation.path),
      record: { path, scope: path, template: remove.path },
      path: fillPath(remove, path),
      reason: NO_DELETE,
    }));
  if (!isCreate || role.resource === undefined) return storedWithoutId(context, exchange, operation);
  const remove = context.index.operation(role.resource, 'delete');
  const reason = remove === undefined ? NO_DELETE : UNNAMED;
  return [{ resource: role.resource.name, record: undefined, path: undefined, reason }];
}

/** How what a PUT has placed is removed by a request that lists ids, as its path has no delete. */
function removalOfPlaced(
  { api, model }: RunContext,
  { request, operation }: Exchange,
  { path, id }: OwnedRecord,
): Pick<CreatedRecord, 'path' | 'call' | 'reason'> {
  const template = operation?.path;
  const call =
    template === undefined || id === undefined ? undefined : removalByList(api, model, { template, path, id });
  return call === undefined ? { path: undefined, reason: NO_DELETE } : { path: request.path, call, reason: NO_DELETE };
}

/** Verbs in the name of an operation that stores what it is sent. */
const STORING = new Set(['add', 'create', 'insert', 'put', 'save', 'store', 'upsert', 'import', 'upload']);

/**
 * What a write has stored whose role is not known: its answer is a 201, or it is called so and another operation of its path
 * reads or removes. Commands, settings and logins are left out.
 */
function storedWithoutId(
  { api, model }: RunContext,
  { response }: Exchange,
  operation: Operation,
): readonly CreatedRecord[] {
  const { method, path } = operation;
  // A 201 below an item counts if the document removes what stands there.
  const isBelow = method === 'POST' && response.status === 201 && removalsBelow(api, operation).length > 0;
  const isWrite = isBelow || ((method === 'POST' || method === 'PUT') && !path.includes('{'));
  const { kind, lists, creates, resource } = model.roleOf(operation);
  if (!isWrite || resource?.singleton === true || commandOf(operation) !== undefined) return [];
  if (kind === 'list' || kind === 'read' || lists !== undefined || creates !== undefined) return [];
  if (judgesBody(operation) || isHarmlessCommand(operation)) return [];
  const words = idWords(operation);
  if ([...words, ...lastWords(path)].some((word) => LOGIN_WORDS.has(word))) return [];
  const beside = api.operations.filter((each) => each.path === path).map((each) => each.method);
  const removes = isBelow || beside.includes('DELETE');
  const isCalledSo = words.some((word) => STORING.has(word)) && (removes || beside.includes('GET'));
  if (response.status !== 201 && !isCalledSo) return [];
  const reason = removes ? UNNAMED : NO_DELETE;
  return [{ resource: lastWord(path), record: undefined, path: undefined, reason }];
}

const UNNAMED = 'no answer says which one it is';

const lastWord = (path: string): string =>
  path
    .split('/')
    .filter((part) => part !== '' && !part.startsWith('{'))
    .at(-1) ?? path;
