import { type JsonObject, StandinError } from '../../core/index.ts';
import type { Expectation, Journal, Verification } from '../../journal/index.ts';
import type { Override } from '../../mock/index.ts';
import { overrideFrom } from '../../server/index.ts';
import type { Snapshot } from '../../state/index.ts';
import { platformRequest, type RequestLike } from './platform-request.ts';
import type { NewOverride, OperationOf, RecordFields, RecordOf, ResourceOf, StandinTypes } from './typed-names.ts';
import { createWorldClock, type WorldClock, type WorldClockDependencies } from './world-clock.ts';

/**
 * One world of a mock, as a test uses it. A name that the document does not have throws `usage`, with the
 * nearest known name.
 */
export interface WorldHandle<T = StandinTypes> {
  /** Value of the header field `Standin-World` for this world. */
  readonly name: string;
  /** Like `mock.fetch`, in this world. */
  fetch(input: RequestLike | string | URL, init?: RequestInit): Promise<Response>;
  /** Resets records to the base, and clock and overrides as well. */
  reset(): Promise<void>;
  /** Deletes the world with its records, clock and overrides. */
  drop(): Promise<void>;
  /** Empties the world and loads a starting state. Throws `starting-state.unknown`. */
  startFrom(name: string): Promise<void>;
  /** All records and counters as they are now. */
  snapshot(): Promise<Snapshot>;
  /** Replaces all records by those of a snapshot. */
  restore(snapshot: Snapshot): Promise<void>;
  /** Changes an answer until the override is used up or removed. */
  override(override: NewOverride<T>): Promise<Override>;
  /** Removes all overrides of this world. */
  clearOverrides(): Promise<void>;
  /**
   * Creates one record or several without a request: the given fields, with the rest generated from the
   * document. Throws `data.invalid` for fields that the document forbids.
   */
  create<Name extends ResourceOf<T>>(resource: Name, fields?: RecordFields<T, Name>): Promise<RecordOf<T, Name>>;
  /** Creates this many. */
  create<Name extends ResourceOf<T>>(
    resource: Name,
    count: number,
    fields?: RecordFields<T, Name>,
  ): Promise<RecordOf<T, Name>[]>;
  /** The records whose properties equal those of `match`, oldest first. */
  records<Name extends ResourceOf<T>>(resource: Name, match?: RecordFields<T, Name>): Promise<RecordOf<T, Name>[]>;
  /** The first of these records. */
  find<Name extends ResourceOf<T>>(
    resource: Name,
    match: RecordFields<T, Name>,
  ): Promise<RecordOf<T, Name> | undefined>;
  /** Compares the requests that this world received with the expectation. */
  verify(expectation: Omit<Expectation, 'world' | 'operation'> & { readonly operation?: OperationOf<T> }): Verification;
  /** The clock of this world. */
  readonly clock: WorldClock;
}

/** What a handle works on. A reload replaces the mock inside it. */
export interface WorldHandleDependencies extends WorldClockDependencies {
  readonly journal: Journal;
  readonly fetch: (request: Request) => Promise<Response>;
}

export function createWorldHandle<T>(dependencies: WorldHandleDependencies, name: string): WorldHandle<T> {
  const { mock, journal, fetch } = dependencies;
  const records = async (resource: string, match: object = {}): Promise<JsonObject[]> => [
    ...(await mock().arranged.list(name, resource, match as JsonObject)),
  ];
  const create = async (resource: string, count: number | object = {}, fields: object = {}): Promise<unknown> => {
    const isOne = typeof count === 'object';
    const many = isOne ? 1 : wholeCount(count);
    const made = await mock().arranged.create(name, resource, many, (isOne ? count : fields) as JsonObject);
    return isOne ? made[0] : [...made];
  };
  const handle = {
    name,
    fetch(input: RequestLike | string | URL, init?: RequestInit) {
      const named = new Request(platformRequest(input, init));
      named.headers.set('standin-world', name);
      return fetch(named);
    },
    reset: async () => mock().reset(name),
    async drop() {
      await mock().store.drop(name);
    },
    startFrom: async (startingState: string) => mock().startFrom(name, startingState),
    // The former name of `startFrom`.
    scenario() {
      throw new StandinError('usage', '`scenario` is called `startFrom`.');
    },
    snapshot: async () => mock().snapshot(name),
    restore: async (snapshot: Snapshot) => mock().restore(name, snapshot),
    async override(override: object) {
      const read = overrideFrom(override, mock().api);
      if ('fault' in read) throw new StandinError('usage', read.fault);
      return mock().addOverride(name, read.override);
    },
    clearOverrides: async () => mock().clearOverrides(name),
    create,
    records,
    find: async (resource: string, match: object) => (await records(resource, match))[0],
    verify: (expectation: Expectation) => journal.verify({ ...expectation, world: name }),
    clock: createWorldClock(name, dependencies),
  };
  // The names and records of a document exist only as types; at run time every name is checked
  // against the document.
  return handle as unknown as WorldHandle<T>;
}

function wholeCount(count: number): number {
  if (Number.isInteger(count) && count >= 0 && count <= 100_000) return count;
  throw new StandinError('usage', `${count} is not a number of records.`, {
    hint: 'It is a whole number from 0 to 100000.',
  });
}
