import type { Api } from '../spec/index.ts';
import { createDeprecationCounter } from './deprecated-use.ts';
import { passes } from './filter.ts';
import { createForgotten } from './forgotten.ts';
import type { Journal } from './journal.ts';
import { present } from './present.ts';
import { createRedaction } from './redaction.ts';
import { createRing } from './ring.ts';
import { verify } from './verify.ts';

export interface JournalOptions {
  /** Most entries that are kept; 10 000 unless told. */
  readonly capacity?: number;
  /** Follows `$ref`s to deprecated properties, and names the apiKey schemes whose values are secret. A function where the document may be reloaded. */
  readonly api?: Api | (() => Api);
  /** Further names of headers, parameters and properties whose values are secret. */
  readonly redact?: readonly string[];
}

const CAPACITY = 10_000;

/** An empty journal. Recording one exchange keeps references and touches a counter; everything else happens on reading. */
export function createJournal({ capacity = CAPACITY, api, redact = [] }: JournalOptions = {}): Journal {
  const currentApi = typeof api === 'function' ? api : () => api;
  const forgotten = createForgotten();
  const ring = createRing(capacity, forgotten.add);
  const deprecations = createDeprecationCounter((schema) => currentApi()?.deref(schema) ?? schema);
  let recorded = 0;

  // Made on reading: the schemes of a document are found only when someone needs them.
  const redaction = () => createRedaction([...apiKeyNames(currentApi()), ...redact]);

  return {
    capacity,
    get recorded() {
      return recorded;
    },
    record(entry) {
      recorded++;
      ring.push(entry);
      deprecations.add(entry);
    },
    entries(filter = {}) {
      const chosen = [...ring.all()].filter((entry) => passes(entry, filter));
      const newest = filter.limit === undefined ? chosen : chosen.slice(Math.max(0, chosen.length - filter.limit));
      const secrets = redaction();
      return newest.map((entry) => present(entry, secrets));
    },
    verify: (expectation) => verify(ring.all(), forgotten, expectation, redaction()),
    deprecatedUse: (now) => deprecations.list(now),
    clear() {
      recorded = 0;
      ring.clear();
      forgotten.clear();
      deprecations.clear();
    },
  };
}

function apiKeyNames(api: Api | undefined): readonly string[] {
  return Object.values(api?.securitySchemes ?? {}).flatMap((scheme) => (scheme.kind === 'apiKey' ? [scheme.name] : []));
}
