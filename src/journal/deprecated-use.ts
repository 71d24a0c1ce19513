import type { Api, Lifecycle, Operation } from '../spec/index.ts';
import { dayOf } from '../wire/index.ts';
import { type DeprecatedParts, deprecatedParts } from './deprecated-parts.ts';
import type { DeprecatedUse } from './journal.ts';
import type { RecordedEntry } from './ring.ts';
import { usedParts } from './used-parts.ts';

/** Counts the use of what a document calls deprecated. Counts outlive the entries that they come from. */
export interface DeprecationCounter {
  add(entry: RecordedEntry): void;
  /** Most used first. */
  list(now: number): readonly DeprecatedUse[];
  clear(): void;
}

interface Use {
  readonly kind: DeprecatedUse['kind'];
  readonly operation: string;
  readonly pointer: string | undefined;
  readonly lifecycle: Lifecycle | undefined;
  readonly clients: Map<string, number>;
  count: number;
}

/** Clients beyond the limit are counted together as `OTHERS`: a client may send a new name each time. */
const MAX_CLIENTS = 1_000;
const OTHERS = '(others)';
const DAY = 86_400_000;

export function createDeprecationCounter(deref: Api['deref']): DeprecationCounter {
  // By operation, then by pointer: a name made of both would be made for every request.
  const uses = new Map<string, Map<string | undefined, Use>>();
  const partsOf = partsOnce(deref);

  const count = (
    operation: Operation,
    { kind, pointer, lifecycle }: Pick<Use, 'kind' | 'pointer' | 'lifecycle'>,
    client: string,
  ): void => {
    let here = uses.get(operation.id);
    if (here === undefined) {
      here = new Map();
      uses.set(operation.id, here);
    }
    let use = here.get(pointer);
    if (use === undefined) {
      use = { kind, operation: operation.id, pointer, lifecycle, clients: new Map(), count: 0 };
      here.set(pointer, use);
    }
    use.count++;
    const known = use.clients.has(client) || use.clients.size < MAX_CLIENTS ? client : OTHERS;
    use.clients.set(known, (use.clients.get(known) ?? 0) + 1);
  };

  return {
    add({ operation, request, client }) {
      if (operation === undefined) return;
      if (operation.lifecycle.deprecated) {
        const { lifecycle } = operation;
        count(operation, { kind: 'operation', pointer: undefined, lifecycle }, client);
      }
      const parts = partsOf(operation);
      if (parts === undefined) return;
      for (const { kind, pointer, parameter } of usedParts(request, parts)) {
        count(operation, { kind, pointer, lifecycle: parameter?.lifecycle }, client);
      }
    },
    list: (now) =>
      [...uses.values()]
        .flatMap((here) => [...here.values()])
        .sort((a, b) => b.count - a.count)
        .map((use) => presentUse(use, now)),
    clear: () => uses.clear(),
  };
}

/** Found on the first request of an operation, and kept. */
function partsOnce(deref: Api['deref']): (operation: Operation) => DeprecatedParts | undefined {
  const known = new WeakMap<Operation, { readonly parts: DeprecatedParts | undefined }>();
  return (operation) => {
    let found = known.get(operation);
    if (found === undefined) {
      found = { parts: deprecatedParts(operation, deref) };
      known.set(operation, found);
    }
    return found.parts;
  };
}

function presentUse({ kind, operation, pointer, count, clients, lifecycle }: Use, now: number): DeprecatedUse {
  const { since, sunset, successor } = lifecycle ?? {};
  return {
    kind,
    operation,
    ...(pointer === undefined ? {} : { pointer }),
    count,
    clients: Array.from(clients, ([client, each]) => ({ client, count: each })).sort((a, b) => b.count - a.count),
    ...(since === undefined ? {} : { since: dayOf(since) }),
    ...(sunset === undefined ? {} : { sunset: dayOf(sunset), daysToSunset: Math.floor((sunset - now) / DAY) }),
    ...(successor === undefined ? {} : { successor }),
  };
}
