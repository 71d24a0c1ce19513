import { type SharedLog, StandinError } from '../core/index.ts';
import type { Api } from '../spec/index.ts';
import { createRedaction, type Redaction } from '../wire/index.ts';
import { createDeprecationCounter } from './deprecated-use.ts';
import { entryAsJson, noteOf, secretsOf } from './entry-as-json.ts';
import { createEvictedCounts } from './evicted-counts.ts';
import { expectationFault } from './expectation-fault.ts';
import { passes } from './filter.ts';
import type { ExchangeNote, Journal, JournalListener } from './journal.ts';
import { createRing, type RecordedEntry } from './ring.ts';
import { createGathering, entryFrom } from './shared-log.ts';
import { verify } from './verify.ts';

export interface JournalOptions {
  /** Most entries that are kept; the default is 1 000. */
  readonly capacity?: number;
  /** Follows `$ref`s to deprecated properties, and names the apiKey schemes whose values are secret. A function where the document may be reloaded. */
  readonly api?: Api | (() => Api);
  /** Further names of headers, parameters and properties whose values are secret. */
  readonly redact?: readonly string[];
  /** Where the processes of a fleet tell each other what they recorded. */
  readonly shared?: () => SharedLog | undefined;
  /** Called with each exchange of this process as it is recorded. */
  readonly onRecord?: (note: ExchangeNote) => void;
}

/** What is kept outlives young garbage: ten times as many cost a write a fifth of its time. */
const CAPACITY = 1_000;

/** An empty journal. Recording one exchange keeps references and touches a counter; everything else happens on reading. */
export function createJournal({
  capacity = CAPACITY,
  api,
  redact = [],
  shared = () => undefined,
  onRecord,
}: JournalOptions = {}): Journal {
  const currentApi = typeof api === 'function' ? api : () => api;
  const forgotten = createEvictedCounts();
  const ring = createRing(capacity, (entry) => {
    if (entry.origin !== 'control') forgotten.add(entry);
  });
  const deprecations = createDeprecationCounter((schema) => currentApi()?.deref(schema) ?? schema);
  let recorded = 0;

  // Made on reading: the schemes of a document are found only when someone needs them.
  const redaction = () => createRedaction({ names: redact, parameters: apiKeyNames(currentApi()) });
  let standing: { readonly api: Api | undefined; readonly redaction: Redaction } | undefined;
  const standingRedaction = (): Redaction => {
    const now = currentApi();
    if (standing?.api !== now || standing === undefined) standing = { api: now, redaction: redaction() };
    return standing.redaction;
  };
  const gathering = createGathering(shared, standingRedaction);
  let foreign = false;

  const clear = (): void => {
    recorded = 0;
    foreign = false;
    ring.clear();
    forgotten.clear();
    deprecations.clear();
  };
  const keep = (entry: RecordedEntry): number => {
    recorded++;
    deprecations.add(entry);
    return ring.push(entry);
  };
  const listeners = new Set<JournalListener>();

  return {
    capacity,
    get recorded() {
      return recorded;
    },
    record(entry) {
      const sequence = keep(entry);
      gathering.tell(entry);
      if (onRecord === undefined && listeners.size === 0) return;
      const note = (): ExchangeNote => noteOf({ ...entry, sequence }, standingRedaction());
      onRecord?.(note());
      for (const listener of listeners) listener(sequence, note);
    },
    entry: ring.at,
    note(sequence) {
      const entry = ring.at(sequence);
      return entry === undefined ? undefined : noteOf(entry, standingRedaction());
    },
    get newest() {
      return ring.newest();
    },
    subscribe(listener) {
      // One function may be subscribed twice, and each subscription ends alone.
      const own: JournalListener = (sequence, note) => listener(sequence, note);
      listeners.add(own);
      return () => {
        listeners.delete(own);
      };
    },
    entries(filter = {}) {
      const chosen = [...ring.all()].filter((entry) => passes(entry, filter));
      // Those of others come when they are gathered.
      if (foreign) chosen.sort((a, b) => a.at - b.at);
      const newest = filter.limit === undefined ? chosen : chosen.slice(Math.max(0, chosen.length - filter.limit));
      // The path of a request may contain a token that an earlier answer issued.
      const secrets = redaction().knowing(newest.flatMap((entry) => secretsOf(entry, standingRedaction())));
      return newest.map((entry) => entryAsJson(entry, secrets));
    },
    verify(expectation) {
      const fault = expectationFault(expectation, currentApi());
      if (fault !== undefined) throw new StandinError('usage', fault);
      return verify(ring.all(), forgotten, expectation, redaction());
    },
    deprecatedUse: (now) => deprecations.list(now),
    gather: () =>
      gathering.take(clear, (line) => {
        foreign = true;
        keep(entryFrom(line, currentApi()));
      }),
    clear,
    async clearAll() {
      clear();
      await gathering.clear();
    },
  };
}

function apiKeyNames(api: Api | undefined): readonly string[] {
  return Object.values(api?.securitySchemes ?? {}).flatMap((scheme) => (scheme.kind === 'apiKey' ? [scheme.name] : []));
}
