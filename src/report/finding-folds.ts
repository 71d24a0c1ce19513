import type { Finding } from '../contract/index.ts';
import { endpointOf, plural } from './words.ts';

/** A finding with those that are consequences of it. */
export interface FoldedFinding {
  readonly finding: Finding;
  readonly following: readonly Finding[];
}

const RANK: Readonly<Record<Finding['severity'], number>> = { error: 0, warning: 1, info: 2 };

/** Checks of lost or wrongly shared data, which comes before every other fault but failures and access. */
const OF_DATA = new Set([
  'idempotency.get-side-effect',
  'idempotency.key-ignored',
  'put.partial-update',
  'state.content-differs',
  'state.creation-changed',
  'state.delete-leaves-orphans',
  'state.action-drops-others',
  'state.delete-takes-namesakes',
  'state.delete-takes-others',
  'state.duplicate-id',
  'state.found-elsewhere',
  'state.id-reused',
  'state.list-shows-foreign',
  'state.nothing-kept',
  'state.number-changed',
  'state.patch-drops-others',
  'state.roundtrip-lossy',
  'state.update-not-visible',
  'state.upload-name-lost',
  'state.upload-type-lost',
  'state.use-after-delete',
  'state.write-changes-others',
  'write.failed-changed-state',
]);
/** Areas of checks that are about the form of messages. */
const OF_FORM =
  /^(?:body|content-length|content-type|deprecated|header|leftovers|method|negotiation|stability|sunset|trailing-slash|transport)\.|^accept\.media-type-form$/;

/** What to read first: failures of the service, access, lost data, other behaviour, the form of messages. */
function urgency({ check, exchange }: Finding): number {
  if (check === 'status.server-error' || (exchange?.response?.status ?? 0) >= 500) return 0;
  if (/^(?:auth|leak)\./.test(check)) return 1;
  if (OF_DATA.has(check)) return 2;
  return OF_FORM.test(check) ? 4 : 3;
}

/**
 * Findings in order, each with its consequences: new ones, by severity and urgency, then flaky ones,
 * then those that a baseline excuses. A cause that is excused, flaky or of lower severity does not hide a finding.
 */
export function foldFindings(findings: readonly Finding[]): readonly FoldedFinding[] {
  const byFingerprint = new Map(findings.map((finding) => [finding.fingerprint, finding]));
  const under = new Map<Finding, Finding[]>();
  const leading: Finding[] = [];
  for (const finding of findings) {
    if (isListedApart(finding)) continue;
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
    .sort(
      (a, b) =>
        Number(isKnown(a)) - Number(isKnown(b)) ||
        Number(a.finding.flaky === true) - Number(b.finding.flaky === true) ||
        RANK[a.finding.severity] - RANK[b.finding.severity] ||
        urgency(a.finding) - urgency(b.finding) ||
        leads(b) - leads(a),
    );
}

/** Whether a baseline excuses the finding. */
export function isKnown({ finding: { known } }: FoldedFinding): boolean {
  return known !== undefined;
}

/** Such as `6 known problems (20 findings) are excused by the baseline`; undefined if there are none. */
export function knownText(folded: readonly FoldedFinding[]): string | undefined {
  if (folded.length === 0) return undefined;
  const all = folded.reduce((sum, { following }) => sum + 1 + following.length, 0);
  const findings = all === folded.length ? '' : ` (${plural(all, 'finding')})`;
  const noun = all === folded.length ? 'known finding' : 'known problem';
  return `${plural(folded.length, noun)}${findings} ${folded.length === 1 ? 'is' : 'are'} excused by the baseline`;
}

/** Records that are left behind have a list of their own. */
export function isListedApart({ check, severity }: Finding): boolean {
  return check === 'state.leftovers' && severity === 'info';
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
  if (kind === 'unkept' && others.some(({ messagePointer }) => messagePointer !== lead.messagePointer))
    return `the same for ${placesText(others, lead)}: ${namesOf(others.map(placeOf))}`;
  const { again, places, here } = besideOf(lead, others);
  return [
    ...(again === 0 ? [] : [`found ${plural(again, 'more time')} at the same place`]),
    ...(places.length === 0 ? [] : [`the same at ${plural(places.length, 'other place')}: ${namesOf(places)}`]),
    ...(here.length === 0 ? [] : [`from the same cause: ${byCheck(here)}`]),
  ].join('; ');
}

/** The findings with one cause beside the leading one: how many are at its place, at which other places, and what other checks found. */
function besideOf(
  lead: Finding,
  others: readonly Finding[],
): { readonly again: number; readonly places: readonly string[]; readonly here: readonly Finding[] } {
  const own = placeOf(lead);
  // What another check finds in an operation is not another place.
  const alike = new Set([own, ...others.flatMap((each) => (each.check === lead.check ? [placeOf(each)] : []))]);
  const here = others.filter((each) => each.check !== lead.check && alike.has(placeOf(each)));
  const all = others.flatMap((each) => (here.includes(each) ? [] : [placeBeside(each, lead)]));
  const places = [...new Set(all)].filter((place) => place !== own);
  return { again: all.filter((place) => place === own).length, places, here };
}

/** Such as `27 places`, `5 times` or `once`. */
export function timesText({ finding, following }: FoldedFinding): string {
  const { places, again } = besideOf(
    finding,
    following.filter(({ cause }) => cause !== undefined),
  );
  if (places.length > 0) return plural(places.length + 1, 'place');
  const times = finding.count + again;
  return times > 1 ? `${times} times` : 'once';
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
function placesText(others: readonly Finding[], lead: Finding): string {
  const pointers = others.flatMap(({ messagePointer = '' }) =>
    messagePointer === lead.messagePointer ? [] : messagePointer,
  );
  const names = [...new Set(pointers.map((each) => each.replace(/^\/body\//, '')))].map((name) => `\`${name}\``);
  const more = names.length > MOST_PLACES ? ', …' : '';
  return `${plural(names.length, 'other property', 'other properties')} (${names.slice(0, MOST_PLACES).join(', ')}${more})`;
}

/** Such as `26`, or `6 problems, 26 findings` if findings follow from another or share a cause. */
export function countByCause(findings: readonly Finding[]): string {
  const all = findings.filter((each) => !isListedApart(each)).length;
  const problems = foldFindings(findings).length;
  return problems === all ? String(all) : `${plural(problems, 'problem')}, ${plural(all, 'finding')}`;
}

/** The number of findings of each check, the most frequent first. */
export function byCheck(findings: readonly Finding[]): string {
  const counts = new Map<string, number>();
  for (const { check } of findings) counts.set(check, (counts.get(check) ?? 0) + 1);
  const most = [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
  return most.map(([check, count]) => `${check} ${count}`).join(' · ');
}
