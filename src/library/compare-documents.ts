import path from 'node:path';
import {
  type ChangeFinding,
  type ComparisonEvent,
  type ComparisonEvidence,
  type ComparisonOptions,
  type ComparisonSummary,
  comparisonEvents,
  createComparison,
  type UnsummedComparison,
} from '../comparison/index.ts';
import type { Service } from '../contract/index.ts';
import { type HeaderFields, StandinError } from '../core/index.ts';
import { type Api, loadApi, type Operation, suggestion } from '../spec/index.ts';
import { selectedUses } from '../usage/index.ts';
import { metaSchema } from '../validation/index.ts';
import { clockOf } from './assemble.ts';
import { askService } from './comparison/ask-service.ts';
import { isInTree, mergeBaseOf, openGitDocument } from './comparison/git-document.ts';
import { gitPlaceOf } from './comparison/git-place.ts';
import { proveChanges } from './comparison/prove-changes.ts';
import type { MockChoices } from './config/options.ts';
import { createMock, type StandinMock } from './create-mock.ts';
import { parseSpan } from './parse.ts';
import { parseUsageFile, readUsageFiles } from './usage/usage-files.ts';

/** The options of a comparison. All but the two documents have defaults. */
export interface CompareChoices
  extends Omit<ComparisonOptions, 'base' | 'revision' | 'now' | 'includes' | 'usage' | 'notes'> {
  /** Path, URL, `REF:path` of git, or the document itself. */
  readonly base: string | URL | object;
  readonly revision: string | URL | object;
  /** Only operations with these operation ids or `METHOD /path` are compared. */
  readonly operations?: readonly string[];
  /** Only operations with one of these tags are compared. */
  readonly tags?: readonly string[];
  /** Operations with these operation ids, `METHOD /path` or tags are left out. */
  readonly exclude?: readonly string[];
  /** Files that say how clients use the API: `har=monday.har`, `pact=pacts/`, `journal=…`, `uses=…`. */
  readonly usage?: readonly string[];
  /** Only recorded calls of this age count: `30d`. Default: all. */
  readonly since?: string;
  /** Clients that are left out; `*` stands for any characters. */
  readonly ignoreClients?: readonly string[];
  /** Clients with fewer calls do not count. Default 1. */
  readonly minCalls?: number;
  /** Severity of breaking changes that no client uses. Default: unchanged. */
  readonly unused?: 'warning' | 'info';
  /** The instant that sunsets and ages are compared with. Default: now. */
  readonly now?: MockChoices['now'];
  /** Folder to which paths are relative. Default: the current one. */
  readonly cwd?: string;
  /** Whether references to http(s) documents are followed. Default false. */
  readonly remoteRefs?: boolean;
  /** Whether mocks of both documents, in process, are sent each request that shows a change. Default false. */
  readonly prove?: boolean;
  /**
   * A running service, to which each request that shows a change is sent: a base URL, a `fetch` function, or
   * an object with one. A change that it has made already is risky instead of breaking. Default: none.
   */
  readonly proveOn?: Service;
  /** Whether `proveOn` may be sent methods other than GET, HEAD and OPTIONS. Default false. */
  readonly allowWrites?: boolean;
  /** Header fields of every request to `proveOn`, such as a credential. Reports do not have them. */
  readonly proveHeaders?: HeaderFields;
}

/** What a comparison found. */
export interface DocumentComparison {
  /** Errors first, then by operation and check. */
  readonly findings: readonly ChangeFinding[];
  /** The findings that break clients and are not in the baseline. */
  readonly breaking: readonly ChangeFinding[];
  readonly summary: ComparisonSummary;
  /** The same as events; the last one contains the summary. */
  readonly events: readonly ComparisonEvent[];
}

/**
 * Compares two documents by the messages that are valid under each. Throws `document.*` and `usage` for
 * wrong input, `service.unreachable` where `proveOn` cannot be reached.
 */
export async function compareDocuments(choices: CompareChoices): Promise<DocumentComparison> {
  const summary = await (await openComparison(choices)).summary(choices.baseline);
  const { findings } = summary;
  return {
    findings,
    breaking: findings.filter(({ severity, known }) => severity === 'error' && known === undefined),
    summary,
    events: comparisonEvents(summary),
  };
}

/** A comparison that is made, and summed up as often as its baseline changes. */
export interface OpenComparison {
  summary(baseline: CompareChoices['baseline']): Promise<ComparisonSummary>;
}

/** Compares two documents and asks the service of `proveOn` once. Throws as `compareDocuments`. */
export async function openComparison(choices: CompareChoices): Promise<OpenComparison> {
  const { base, revision, policy, level, undocumented, failOn, only, anyway } = choices;
  const options = { policy, level, undocumented, failOn, only, anyway };
  const [before, after] = await Promise.all([loadCompared(base, choices), loadCompared(revision, choices)]);
  namesExist([before, after], choices);
  const includes = selectionOf(choices);
  const now = clockOf(choices.now)();
  const known = await knownUsage(before, choices, now);
  const comparison = createComparison({
    ...withoutAbsent(options),
    ...(known.usage === undefined ? {} : { usage: known.usage }),
    notes: [...(base === revision ? ['Both are the same document.'] : []), ...(known.notes ?? [])],
    base: before,
    revision: after,
    now,
    ...(includes === undefined ? {} : { includes }),
  });
  const answers = await serviceAnswers(comparison, choices, now);
  return {
    async summary(baseline) {
      const compared = comparison.summary({ answers, baseline });
      if (choices.prove !== true) return compared;
      return proveChanges(compared, [before, after], { open: statelessMock, now: () => now });
    },
  };
}

/** What the service of `proveOn` answers; `undefined` where none is to be asked. */
async function serviceAnswers(
  comparison: UnsummedComparison,
  { proveOn, proveHeaders = [], allowWrites = false }: CompareChoices,
  now: number,
): Promise<ComparisonEvidence['answers']> {
  if (proveOn !== undefined)
    return askService(comparison, {
      service: proveOn,
      headers: proveHeaders,
      mayWrite: allowWrites,
      now: () => now,
    });
  if (allowWrites || proveHeaders.length > 0)
    throw new StandinError('usage', 'Nothing is sent to a service, so there is nothing to allow or to add.', {
      hint: 'Name the service: --prove-on http://127.0.0.1:3000',
    });
  return undefined;
}

/** Without records, so that a request for an item is not refused because there is no such item. */
const statelessMock = (document: object): Promise<StandinMock> => createMock({ document, stateless: true });

/** Only the options that were given; absent ones keep their defaults. */
function withoutAbsent<T extends object>(options: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  // The filter removes exactly what the type excludes.
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as never;
}

/** The uses of clients in the named files, read with the base document. */
async function knownUsage(
  base: Api,
  { usage = [], since, ignoreClients, minCalls, unused, cwd = '.' }: CompareChoices,
  now: number,
): Promise<Pick<ComparisonOptions, 'usage' | 'notes'>> {
  if (usage.length === 0) {
    if (unused !== undefined)
      throw new StandinError('usage', 'Nothing is known of clients, so nothing is unused.', {
        hint: 'Name what they do: --usage har=monday.har --unused warning',
      });
    return {};
  }
  const span = since === undefined ? undefined : parseSpan(since);
  const { uses, notes } = await readUsageFiles(base, usage.map(parseUsageFile), cwd);
  const selected = selectedUses(uses, {
    ...(span === undefined ? {} : { since: now - span }),
    ...(ignoreClients === undefined ? {} : { ignoreClients }),
  });
  return {
    notes,
    usage: {
      uses: selected,
      ...(unused === undefined ? {} : { unused }),
      ...(span === undefined ? {} : { days: span / DAY }),
      ...(minCalls === undefined ? {} : { minCalls }),
    },
  };
}

const DAY = 86_400_000;

const namesOf = ({ id, method, path: template }: Operation): readonly string[] => [id, `${method} ${template}`];

/** A misspelt name would select no operation, so nothing would be compared. */
function namesExist(apis: readonly Api[], { operations = [], tags = [], exclude = [] }: CompareChoices): void {
  const all = apis.flatMap((api) => api.operations);
  const named = new Set(all.flatMap(namesOf));
  const tagged = new Set(all.flatMap((operation) => operation.tags));
  const check = (thing: string, names: readonly string[], known: ReadonlySet<string>): void => {
    const wrong = names.find((name) => !known.has(name));
    if (wrong !== undefined)
      throw new StandinError('usage', `Neither document has the ${thing} \`${wrong}\`.`, {
        hint: suggestion(wrong, [...known]),
      });
  };
  check('operation', operations, named);
  check('tag', tags, tagged);
  check('operation or tag', exclude, new Set([...named, ...tagged]));
}

function selectionOf({
  operations = [],
  tags = [],
  exclude = [],
}: CompareChoices): ((operation: Operation) => boolean) | undefined {
  if (operations.length + tags.length + exclude.length === 0) return undefined;
  return (operation) => {
    const names = [...namesOf(operation), ...operation.tags];
    if (names.some((name) => exclude.includes(name))) return false;
    if (operations.length + tags.length === 0) return true;
    return (
      namesOf(operation).some((name) => operations.includes(name)) || operation.tags.some((tag) => tags.includes(tag))
    );
  };
}

async function loadCompared(
  source: string | URL | object,
  { cwd = '.', remoteRefs = false }: CompareChoices,
): Promise<Api> {
  const common = { metaSchema, exact: true, ...(remoteRefs ? { fetch: globalThis.fetch } : {}) };
  const place = typeof source === 'string' ? gitPlaceOf(source) : undefined;
  if (place === undefined) return loadApi(source, { ...common, cwd });
  const { document, root, readFile } = await openGitDocument(place, path.resolve(cwd));
  const api = await loadApi(document, { ...common, cwd: root, root, readFile });
  return Object.create(api, { source: { value: source, enumerable: true } });
}

/** The document at the merge base with a branch, as `REF:path`; `undefined` where the file is new. */
export async function documentAtMergeBase(document: string, branch: string, cwd: string): Promise<string | undefined> {
  const ref = await mergeBaseOf(branch, cwd);
  return (await isInTree({ ref, file: document }, cwd))
    ? `${ref}:./${path.relative(cwd, path.resolve(cwd, document))}`
    : undefined;
}
