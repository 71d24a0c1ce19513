import type { Coverage, OperationCoverage } from '../contract/index.ts';
import { plural } from './words.ts';

/** `Reached: 12 of 36 operations had a success; life cycles tested to the end: 3 of 5`; undefined without operations. */
export function reachedTitle({ totals: { operations, lives }, lives: all }: Coverage): string | undefined {
  if (operations.total === 0) return undefined;
  const untestable = all.filter((each) => each.untestable === true).length;
  const rest = untestable === 0 ? '' : `, ${untestable} not testable`;
  const led = lives.total === 0 ? '' : `; life cycles tested to the end: ${lives.covered} of ${lives.total}${rest}`;
  return `Reached: ${operations.covered} of ${plural(operations.total, 'operation')} had a success${led}`;
}

/**
 * A line for each operation without a success that does not only wait for another one; those that most
 * others need come first.
 */
export function unreachedLines({ operations, lives }: Coverage): readonly string[] {
  const missed = operations.filter(({ reached }) => !reached);
  const roots = missed.filter(({ unreached }) => unreached?.needs === undefined);
  const silent = roots.filter(({ unreached }) => (unreached?.refusals.length ?? 0) === 0);
  const byReason = new Map<string, string[]>();
  for (const { endpoint, unreached } of silent) {
    const reason = unreached?.reasons[0] ?? 'no case of this run asked for a success';
    byReason.set(reason, [...(byReason.get(reason) ?? []), endpoint]);
  }
  const waiting = (root: OperationCoverage): number =>
    missed.filter((each) => each !== root && rootOf(each, missed) === root).length;
  const counted = roots
    .filter((root) => !silent.includes(root))
    .map((root) => ({ root, count: waiting(root) }))
    .sort((one, other) => other.count - one.count);
  return [
    ...counted.map(({ root, count }) => `${root.endpoint}: ${refusalText(root)}${waitingText(count)}${helpText(root)}`),
    ...[...byReason].map(([reason, endpoints]) => `${nameList(endpoints)}: ${reason}${hintText(reason)}`),
    ...cutLines(lives),
    ...untestableLines(lives),
  ];
}

/** A line for each step and reason that cut life cycles short, with the resources. */
function cutLines(lives: Coverage['lives']): readonly string[] {
  const groups = new Map<string, Coverage['lives'][number][]>();
  for (const life of lives) {
    if (life.cut === undefined || life.untestable === true) continue;
    const key = `“${life.cut.step}”: ${life.cut.reason}`;
    groups.set(key, [...(groups.get(key) ?? []), life]);
  }
  return [...groups].map(([where, [first, ...others]]) =>
    others.length === 0
      ? `the life cycle of ${first?.resource} was not tested to its end (${first?.done} of ${plural(first?.steps ?? 0, 'step')}). It ended at ${where}`
      : `the life cycles of ${nameList([first, ...others].flatMap((life) => life?.resource ?? []))} were not tested to their end. They ended at ${where}`,
  );
}

/** Such as `not testable: the life cycle of documents (the document has no operation for a single item, such as GET /documents/{id})`. */
function untestableLines(lives: Coverage['lives']): readonly string[] {
  const names = lives.flatMap(({ resource, untestable }) => (untestable === true ? [resource] : []));
  const [first] = names;
  if (first === undefined) return [];
  const noun = names.length === 1 ? 'life cycle' : 'life cycles';
  return [
    `the ${noun} of ${nameList(names)} cannot be tested: the document has no operation for a single item (such as GET /${first}/{id})`,
  ];
}

/** The operation at the end of an operation's chain of needs; the operation itself if it needs none. */
function rootOf(one: OperationCoverage, missed: readonly OperationCoverage[]): OperationCoverage {
  let root = one;
  for (let step = 0; step < missed.length; step += 1) {
    const needed = missed.find(({ operation }) => operation === root.unreached?.needs);
    if (needed === undefined) break;
    root = needed;
  }
  return root;
}

function refusalText({ unreached }: OperationCoverage): string {
  return (unreached?.refusals ?? [])
    .map(
      ({ status, words, count }) =>
        `${status}${count > 1 ? ` ×${count}` : ''}${words === undefined ? '' : ` “${words}”`}`,
    )
    .join(', ');
}

function waitingText(count: number): string {
  return count === 0 ? '' : `; ${plural(count, 'operation')} ${count === 1 ? 'needs' : 'need'} what it creates`;
}

/** A hint for the most frequent refusal. */
function helpText({ unreached, endpoint }: OperationCoverage): string {
  const status = unreached?.refusals[0]?.status ?? 0;
  if (status === 401 || status === 403) return '. A credential may help: --bearer, --api-key, --header.';
  if (status === 404 && endpoint.includes('{')) return '. Records that exist may help: --fixtures.';
  const [key] = unreached?.values ?? [];
  return key === undefined ? '' : `. A value that the service takes may help: "${key}" in --values.`;
}

/** A hint for a reason of the run itself. */
function hintText(reason: string): string {
  if (/^not sent: .* would (?:change|create|delete)/.test(reason)) return '. --touch-existing allows it.';
  if (/^(?:there is no item|no known data|404: no known data)/.test(reason))
    return '. Records that exist may help: --fixtures.';
  return '';
}

const MOST_NAMED = 10;

function nameList(names: readonly string[]): string {
  const more = names.length > MOST_NAMED ? ` and ${names.length - MOST_NAMED} more` : '';
  return `${names.slice(0, MOST_NAMED).join(', ')}${more}`;
}
