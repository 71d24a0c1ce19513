import type { Finding } from '../contract/index.ts';
import { endpointOf, plural } from './words.ts';

/** A finding with those that are consequences of it. */
export interface FoldedFinding {
  readonly finding: Finding;
  readonly following: readonly Finding[];
}

const RANK: Readonly<Record<Finding['severity'], number>> = { error: 0, warning: 1, info: 2 };

/**
 * Findings in order, each with its consequences; within a severity, causes come first. A cause that is
 * excused, flaky or of lower severity does not hide a finding.
 */
export function foldFindings(findings: readonly Finding[]): readonly FoldedFinding[] {
  const byFingerprint = new Map(findings.map((finding) => [finding.fingerprint, finding]));
  const under = new Map<Finding, Finding[]>();
  const leading: Finding[] = [];
  for (const finding of findings) {
    const cause = finding.because === undefined ? undefined : byFingerprint.get(finding.because);
    if (cause === undefined || !covers(cause, finding)) {
      leading.push(finding);
      continue;
    }
    const there = under.get(cause);
    if (there === undefined) under.set(cause, [finding]);
    else there.push(finding);
  }
  return leading
    .map((finding) => ({ finding, following: under.get(finding) ?? [] }))
    .sort((a, b) => RANK[a.finding.severity] - RANK[b.finding.severity] || leads(b) - leads(a));
}

function covers(cause: Finding, finding: Finding): boolean {
  if (cause === finding || cause.because !== undefined || cause.flaky === true) return false;
  if (cause.known !== undefined && finding.known === undefined) return false;
  return RANK[cause.severity] <= RANK[finding.severity];
}

function leads({ following }: FoldedFinding): number {
  return following.length > 0 ? 1 : 0;
}

/**
 * Such as `the same at 12 other places: GET /pets, …` or `12 more findings follow from it:
 * state.unstable-id 9 · state.duplicate-id 3`; undefined if there are none.
 */
export function followingText({ finding, following }: FoldedFinding): string | undefined {
  const sharing = following.filter(({ cause }) => cause !== undefined);
  const consequences = following.filter(({ cause }) => cause === undefined);
  const texts = [
    ...(sharing.length === 0 ? [] : [sharedText(finding, sharing)]),
    ...(consequences.length === 0
      ? []
      : [
          `${plural(consequences.length, 'more finding')} ${consequences.length === 1 ? 'follows' : 'follow'} from it: ${byCheck(consequences)}`,
        ]),
  ];
  return texts.length === 0 ? undefined : texts.join('; ');
}

const MOST_PLACES = 5;

/** The operation of a finding, or the path that its rule is about. */
function placeOf(finding: Finding): string {
  const [, path] = /^\/paths\/([^/]+)/.exec(finding.pointer ?? '') ?? [];
  return finding.endpoint ?? path?.replaceAll('~1', '/').replaceAll('~0', '~') ?? endpointOf(finding);
}

function sharedText(lead: Finding, others: readonly Finding[]): string {
  const count = others.length;
  const kind = others[0]?.cause?.kind;
  if (kind === 'unvalidated')
    return `${plural(count, 'more wrong request')} ${count === 1 ? 'is' : 'are'} accepted by ${namesOf(others.map(placeOf))}: ${byCheck(others)}`;
  if (kind === 'unkept') return `the same for ${placesText(others)}: ${namesOf(others.map(placeOf))}`;
  const own = placeOf(lead);
  // What another check finds in the same operation is not another place.
  const here = others.filter((each) => placeOf(each) === own && each.check !== lead.check);
  const places = others.filter((each) => !here.includes(each));
  return [
    ...(places.length === 0
      ? []
      : [
          `the same at ${plural(places.length, 'other place')}: ${namesOf(places.map((each) => placeBeside(each, lead)))}`,
        ]),
    ...(here.length === 0 ? [] : [`from the same cause: ${byCheck(here)}`]),
  ].join('; ');
}

/** A place in the operation of the leading finding is named by its value: `GET /pets (tags[0])`. */
function placeBeside(finding: Finding, lead: Finding): string {
  const place = placeOf(finding);
  const { messagePointer } = finding;
  if (place !== placeOf(lead) || messagePointer === undefined || messagePointer === lead.messagePointer) return place;
  return `${place} (\`${partNamed(messagePointer)}\`)`;
}

/** Such as `[0].tags` of `/body/0/tags`. */
function partNamed(pointer: string): string {
  const [, , ...tokens] = pointer.split('/');
  return tokens.map((token, at) => (/^\d+$/.test(token) ? `[${token}]` : `${at === 0 ? '' : '.'}${token}`)).join('');
}

/** The first places, each once. */
function namesOf(all: readonly string[]): string {
  const places = [...new Set(all)];
  const more = places.length > MOST_PLACES ? ` and ${places.length - MOST_PLACES} more` : '';
  return `${places.slice(0, MOST_PLACES).join(', ')}${more}`;
}

/** Such as ``3 other properties (`a`, `b`, `c`)``. */
function placesText(others: readonly Finding[]): string {
  const pointers = others.map(({ messagePointer = '' }) => messagePointer);
  const names = [...new Set(pointers.map((each) => each.replace(/^\/body\//, '')))].map((name) => `\`${name}\``);
  const more = names.length > MOST_PLACES ? ', …' : '';
  return `${plural(others.length, 'other property', 'other properties')} (${names.slice(0, MOST_PLACES).join(', ')}${more})`;
}

/** Such as `26`, or `26, from 6 causes` if findings follow from another or share a cause. */
export function countByCause(findings: readonly Finding[]): string {
  const causes = foldFindings(findings).length;
  return causes === findings.length ? String(findings.length) : `${findings.length}, from ${plural(causes, 'cause')}`;
}

/** The number of findings of each check, the most frequent first. */
export function byCheck(findings: readonly Finding[]): string {
  const counts = new Map<string, number>();
  for (const { check } of findings) counts.set(check, (counts.get(check) ?? 0) + 1);
  const most = [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
  return most.map(([check, count]) => `${check} ${count}`).join(' · ');
}
