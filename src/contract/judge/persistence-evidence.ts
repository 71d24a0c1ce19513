import type { Json } from '../../core/index.ts';
import type { Resource } from '../../resources/index.ts';
import type { Operation } from '../../spec/index.ts';
import { decodePercent, isObject } from '../../wire/index.ts';
import type { Exchange } from '../model/exchange.ts';
import type { CreatedItem } from '../model/fixture.ts';
import { getOr } from '../model/get-or.ts';
import { sentItem } from '../requests/draw-request.ts';
import { fillPath } from '../requests/substitute.ts';
import type { ModelIndex } from '../resource-index/model-index.ts';
import { entityOf, isSameValue } from '../responses/comparison.ts';
import { idIn } from '../responses/created-id.ts';
import { itemsOf } from '../responses/list-walk.ts';

/** Evidence of whether a target stores anything: which created items were found again. */
export interface PersistenceEvidence {
  /** `made` returns the created item that the answer names. */
  saw(exchange: Exchange, made: () => CreatedItem | undefined): void;
  /** The resources whose items were looked for, and whether any item was found again. */
  sought(): readonly ReadBackResult[];
}

export interface ReadBackResult {
  readonly resource: string;
  readonly kept: boolean;
}

/** Names of the resources of which no item was found again; empty if any item of any resource was found. */
export function forgottenOf(sought: readonly ReadBackResult[]): readonly string[] {
  return sought.some(({ kept }) => kept) ? [] : [...new Set(sought.map(({ resource }) => resource))].sort();
}

interface CreatedEvidence {
  readonly id: Json;
  readonly sent: Json | undefined;
}

/** An item that was read under its id. Only the content shows whether it is the created one. */
interface ReadEvidence {
  readonly sent: Json | undefined;
  readonly entity: Json | undefined;
}

interface ResourceEvidence {
  /** Created items, by the path of the read. */
  readonly made: Map<string, CreatedEvidence>;
  /** How often each id was given. */
  readonly created: Map<string, number>;
  /** Ids that lists showed before the id was given, and ids that they showed only afterwards. */
  readonly before: Set<string>;
  readonly after: Set<string>;
  readonly reads: ReadEvidence[];
  lost: boolean;
  /** A read of an item that a list showed before the run made any says that it does not exist. */
  blind: boolean;
  changed: boolean;
  /** The answer for an item that certainly does not exist. */
  unknown: { readonly entity: Json | undefined } | 'refused' | undefined;
}

/** At most this many items are compared: a target without memory gives the same answer each time. */
const MOST_SHOWN = 50;

export function createPersistenceEvidence(index: ModelIndex): PersistenceEvidence {
  const shelves = new Map<string, ResourceEvidence>();
  return {
    saw(exchange, made) {
      const { operation, purpose, model } = exchange;
      const resource = operation === undefined ? undefined : model.roleOf(operation).resource;
      // Recorded exchanges do not show which item they looked for.
      if (operation === undefined || resource === undefined || purpose.story.kind === 'recorded') return;
      const shelf = getOr(shelves, resource.name, emptyShelf);
      const { kind } = model.roleOf(operation);
      if (kind === 'create' && !index.isPlacing(operation))
        take(shelf, exchange, index.operation(resource, 'read'), made());
      else if (kind === 'read') look(shelf, exchange, operation, resource);
      else if (kind === 'list') lookThrough(shelf, exchange, operation, resource);
      else if (kind === 'delete' && isSuccess(exchange)) shelf.made.delete(exchange.request.path);
    },
    sought: () =>
      [...shelves]
        .filter(([, shelf]) => shelf.reads.length > 0 || shelf.after.size > 0 || (shelf.lost && !shelf.blind))
        .map(([resource, shelf]) => ({ resource, kept: remembers(shelf) })),
  };
}

function emptyShelf(): ResourceEvidence {
  return {
    made: new Map(),
    created: new Map(),
    before: new Set(),
    after: new Set(),
    reads: [],
    lost: false,
    blind: false,
    changed: false,
    unknown: undefined,
  };
}

function isSuccess({ response: { status } }: Exchange): boolean {
  return status >= 200 && status < 300;
}

/** An item that was only accepted (202) may never be created. */
function take(
  shelf: ResourceEvidence,
  exchange: Exchange,
  read: Operation | undefined,
  made: CreatedItem | undefined,
): void {
  if (!isSuccess(exchange) || exchange.response.status === 202 || made?.id === undefined) return;
  const id = String(made.id);
  shelf.created.set(id, (shelf.created.get(id) ?? 0) + 1);
  if (read === undefined || exchange.purpose.expect === 'refused') return;
  shelf.made.set(fillPath(read, made.path), {
    id: made.id,
    sent: exchange.operation && sentItem(exchange, exchange.operation, exchange.request),
  });
}

function look(shelf: ResourceEvidence, exchange: Exchange, operation: Operation, resource: Resource): void {
  const { story } = exchange.purpose;
  const { status } = exchange.response;
  const gone = status === 404 || status === 410;
  if (!gone && !isSuccess(exchange)) return;
  const entity = entityOf(exchange, exchange.model.roleOf(operation).responseEntity ?? '');
  if (story.kind === 'unknown') shelf.unknown = gone ? 'refused' : { entity };
  if (story.kind === 'after-update' && story.before !== undefined && !gone)
    shelf.changed ||= shows({ sent: story.sent, entity }, story.before);
  const last = exchange.request.path.split('/').at(-1) ?? '';
  const idRead = decodePercent(last) ?? last;
  shelf.blind ||= gone && story.kind !== 'unknown' && shelf.before.has(idRead) && !shelf.created.has(idRead);
  const made = shelf.made.get(exchange.request.path);
  if (made === undefined) return;
  const id = idIn(resource, entity);
  if (gone || (id !== undefined && !isSameValue(String(id), String(made.id)))) shelf.lost = true;
  else if (shelf.reads.length < MOST_SHOWN) shelf.reads.push({ sent: made.sent, entity });
}

function lookThrough(shelf: ResourceEvidence, exchange: Exchange, operation: Operation, resource: Resource): void {
  const { list } = exchange.model.roleOf(operation);
  const items = list === undefined || !isSuccess(exchange) ? undefined : itemsOf(exchange, list);
  for (const item of items ?? []) {
    const id = String(idIn(resource, item));
    if (!shelf.created.has(id)) shelf.before.add(id);
    else if (!shelf.before.has(id)) shelf.after.add(id);
  }
  const { story } = exchange.purpose;
  if (story.kind !== 'listed' || story.gone || !story.complete) return;
  shelf.lost ||= !story.items.some((item) => String(idIn(resource, item)) === String(story.id));
}

/**
 * Guard: any of these proves memory: a list shows an id that was given once, a change persists, or a read
 * shows a sent value.
 */
function remembers({ reads, after, created, changed, unknown }: ResourceEvidence): boolean {
  if (changed || [...after].some((id) => created.get(id) === 1)) return true;
  if (reads.length === 0) return false;
  return typeof unknown !== 'object' || reads.some((each) => shows(each, unknown.entity));
}

/**
 * Whether the read shows a sent value and `other` shows a different one; also true if that cannot be
 * decided.
 */
function shows({ sent, entity }: ReadEvidence, other: Json | undefined): boolean {
  if (!isObject(sent) || !isObject(entity) || !isObject(other)) return true;
  return Object.entries(sent).some(([name, was]) => {
    const is = Object.hasOwn(entity, name) ? entity[name] : undefined;
    const elsewhere = Object.hasOwn(other, name) ? other[name] : undefined;
    return is !== undefined && isSameValue(was, is) && (elsewhere === undefined || !isSameValue(was, elsewhere));
  });
}
