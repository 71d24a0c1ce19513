import type { HttpRequest } from '../../core/index.ts';
import { isSafe, type Operation } from '../../spec/index.ts';
import type { Outcome } from '../transport/target.ts';

/** A request that succeeded before, and is sent again to see whether the target still works. */
export interface Canary {
  readonly operation: Operation;
  readonly request: HttpRequest;
  /** The operation needs a credential, so a lost login shows. */
  readonly secured: boolean;
}

export interface Canaries {
  worked(canary: Canary, isRemovable: boolean): void;
  /** In the order in which they are sent. `secured`: those that need the credential, if there are any. */
  reads(avoid: ReadonlySet<string>, secured: boolean): readonly Canary[];
  writes(avoid: ReadonlySet<string>): readonly Canary[];
  /** Whether an operation answers even if the service is switched off. */
  isAlwaysThere(operation: Operation): boolean;
}

const MOST_ASKED = 4;

/** Paths that answer even if the service is switched off. */
const ALWAYS_THERE = /(^|\/)(health\w*|status|ping|ready\w*|live\w*|version|metrics)(\/|$)/i;

/**
 * One request for each operation: reads without an item first, and creates of removable items. `switches`:
 * paths that switch something.
 */
export function createCanaries(switches: ReadonlySet<string>): Canaries {
  const reads = new Map<string, Canary>();
  const writes = new Map<string, Canary>();
  const stays = ({ path }: Operation): boolean =>
    ALWAYS_THERE.test(path) || [...switches].some((each) => path === each || path.startsWith(`${each}/`));
  const first = (all: readonly Canary[], avoid: ReadonlySet<string>): readonly Canary[] => {
    const telling = all.filter(({ operation }) => !stays(operation));
    return [...(telling.length > 0 ? telling : all)]
      .sort((a, b) => rank(a, avoid) - rank(b, avoid))
      .slice(0, MOST_ASKED);
  };
  return {
    worked(canary, isRemovable) {
      const { operation } = canary;
      if (operation.method === 'GET') {
        // The item of an older request may be deleted by now.
        if (!reads.has(operation.id) || operation.path.includes('{')) reads.set(operation.id, canary);
      } else if (!isSafe(operation.method) && isRemovable) writes.set(operation.id, canary);
    },
    reads(avoid, secured) {
      const all = [...reads.values()];
      const own = secured ? all.filter((each) => each.secured) : all;
      return first(own.length > 0 ? own : all, avoid);
    },
    writes: (avoid) => first([...writes.values()], avoid),
    isAlwaysThere: stays,
  };
}

function rank({ operation, secured }: Canary, avoid: ReadonlySet<string>): number {
  return (operation.path.includes('{') ? 4 : 0) + (avoid.has(operation.id) ? 2 : 0) + (secured ? 0 : 1);
}

/** Whether an outcome shows that the target refuses all access, or does not work. */
export function isUnavailable(outcome: Outcome): boolean {
  if (outcome.kind === 'failed') return outcome.code === 'unreachable' || outcome.code === 'connection-reset';
  return [401, 403, 423, 429].includes(outcome.status) || outcome.status >= 500;
}

export function isDenied(outcome: Outcome): boolean {
  return outcome.kind === 'answered' && [401, 403, 423].includes(outcome.status);
}
