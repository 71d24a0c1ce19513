import type { Resource } from '../../resources/index.ts';
import type { CreatedItem } from '../model/fixture.ts';
import type { Creation, FlowHistory, PastExchange } from '../model/flow-history.ts';
import { getOr } from '../model/get-or.ts';
import { fillPath } from '../requests/substitute.ts';
import type { ModelIndex } from '../resource-index/model-index.ts';
import type { Timing } from '../transport/target.ts';

/** The creations of all items that still exist. */
export interface Creations {
  nextNumber(): number;
  created(exchange: PastExchange, resource: Resource, made: CreatedItem): void;
  /** Forgets the item at a path. The flow that removed it can still refer to it. */
  gone(path: string, flow: FlowHistory): void;
  /** The creations of items with a name, youngest first. */
  named(name: string, flow: FlowHistory): readonly Creation[];
  /** The creations of all items of a resource, oldest first. */
  of(resource: Resource): readonly Creation[];
  /** The item that an exchange created. */
  by(exchange: PastExchange): Creation | undefined;
}

/** How many exchanges of a flow are kept, and how many bytes of each answer. */
const MOST = { exchanges: 200, bytes: 65_536 };

export function emptyHistory(): FlowHistory {
  return { exchanges: [], removed: [] };
}

export function remember(flow: FlowHistory, exchange: PastExchange): PastExchange {
  const { outcome } = exchange;
  const isLarge = outcome.kind === 'answered' && outcome.bytes.length > MOST.bytes;
  // A copy of the first bytes, so that the whole answer can be freed.
  const kept = isLarge ? { ...exchange, outcome: { ...outcome, bytes: outcome.bytes.slice(0, MOST.bytes) } } : exchange;
  flow.exchanges.push(kept);
  if (flow.exchanges.length > MOST.exchanges) flow.exchanges.shift();
  return kept;
}

/** The exchange with this timing: an answer that is judged again keeps it. */
export function exchangeOf(flow: FlowHistory, timing: Timing): PastExchange | undefined {
  return flow.exchanges.findLast(({ outcome }) => outcome.timing === timing);
}

export function createCreations(index: ModelIndex): Creations {
  const byName = new Map<string, Set<Creation>>();
  const byPath = new Map<string, Creation>();
  const byExchange = new WeakMap<PastExchange, Creation>();
  let count = 0;
  return {
    nextNumber() {
      count += 1;
      return count;
    },
    created(exchange, resource, made) {
      // An answer that is judged twice created one item only.
      if (byExchange.has(exchange)) return;
      const creation: Creation = { exchange, resource, names: ownNames(made), ...placeOf(index, resource, made) };
      byExchange.set(exchange, creation);
      if (creation.at !== undefined) byPath.set(creation.at, creation);
      for (const name of namesOf(creation)) getOr(byName, name, () => new Set<Creation>()).add(creation);
    },
    gone(path, flow) {
      const creation = byPath.get(path);
      if (creation === undefined) return;
      flow.removed.push(creation);
      byPath.delete(path);
      for (const name of namesOf(creation)) {
        const same = byName.get(name);
        same?.delete(creation);
        if (same?.size === 0) byName.delete(name);
      }
    },
    named(name, flow) {
      const removed = flow.removed.filter((each) => namesOf(each).includes(name));
      return [...(byName.get(name) ?? []), ...removed].sort((a, b) => b.exchange.number - a.exchange.number);
    },
    of: (resource) => [...byPath.values()].filter((each) => each.resource === resource),
    by: (exchange) => byExchange.get(exchange),
  };
}

function ownNames({ path, scope, id }: CreatedItem): Creation['names'] {
  const scopeIds = new Set(Object.values(scope).map(String));
  return Object.fromEntries(
    Object.entries(path).filter(([, value]) => !scopeIds.has(String(value)) || String(value) === String(id)),
  );
}

function namesOf({ names }: Creation): readonly string[] {
  return [...new Set(Object.values(names).map(String))];
}

function placeOf(index: ModelIndex, resource: Resource, { path }: CreatedItem): Pick<Creation, 'at' | 'template'> {
  for (const role of ['read', 'delete', 'replace', 'patch'] as const) {
    const operation = index.operation(resource, role);
    const at = operation === undefined ? undefined : fillPath(operation, path);
    if (operation !== undefined && at !== undefined && at !== operation.path && !at.includes('{'))
      return { at, template: operation.path };
  }
  return {};
}
