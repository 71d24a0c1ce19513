import { StandinError } from '../../core/index.ts';
import { beginningsOf, type FingerprintOrigin, isFingerprint, prefixOf } from '../../findings/index.ts';
import { editsBetween, nearestName } from '../../spec/index.ts';
import { CHECKS } from '../judge/catalogue.ts';
import { WHOLE_CHECKS } from '../judge/run-checks.ts';
import type { Flow } from '../model/flow.ts';
import type { PlanOptions } from '../model/options.ts';

const OF_ALL: ReadonlySet<string> = new Set(WHOLE_CHECKS.map(({ id }) => id));

/** Checks whose findings may show in the life cycle of a resource other than their own. */
const ACROSS = /^(state\.|job\.|header\.location|scenario\.)/;

/**
 * The flows that can show the findings with the given fingerprints: those with a case of the operation, and
 * those on items of its resource. All flows if a fingerprint is about the run as a whole.
 */
export function flowsToSeeAgain(flows: readonly Flow[], options: PlanOptions): readonly Flow[] {
  const { only = [], api } = options;
  const fingerprints = only.filter(isFingerprint);
  // A case that is named as well decides what runs.
  if (fingerprints.length === 0 || fingerprints.length < only.length) return flows;
  const traced = tracesOf(fingerprints, api);
  if (traced.some((each) => each === undefined || OF_ALL.has(each.check))) return flows;
  const wanted = traced.flatMap((each) => (each === undefined ? [] : [mayShow(flows, each)]));
  return flows.filter((flow) => wanted.some((shows) => shows(flow)));
}

/** The check and operation of each fingerprint. */
export function tracesOf(
  fingerprints: readonly string[],
  api: PlanOptions['api'],
): readonly (FingerprintOrigin | undefined)[] {
  const known = beginnings(api);
  return fingerprints.map((each) => known.get(prefixOf(each)));
}

function beginnings(api: PlanOptions['api']): ReadonlyMap<string, FingerprintOrigin> {
  return beginningsOf(
    CHECKS.map(({ id }) => id),
    api.operations.map(({ id }) => id),
  );
}

/** Such as `schema.type of getPet`. */
export function tracedText({ check, operation }: FingerprintOrigin): string {
  return operation === undefined ? check : `${check} of ${operation}`;
}

/** Throws `usage` for a fingerprint that no finding of this document can have. */
export function assertFingerprints(fingerprints: readonly string[], api: PlanOptions['api']): void {
  if (fingerprints.length === 0) return;
  const known = beginnings(api);
  const unknown = fingerprints.find((each) => !known.has(prefixOf(each)));
  if (unknown === undefined) return;
  const near = nearestName(prefixOf(unknown), [...known.keys()]);
  const traced = near === undefined ? undefined : known.get(near);
  throw new StandinError('usage', `No finding of this document can have the fingerprint \`${unknown}\`.`, {
    hint:
      traced === undefined
        ? 'Copy it from a report of this document. Findings of Dredd cannot be re-run alone.'
        : `The nearest begins with \`${near}\`: ${tracedText(traced)}.`,
  });
}

/** Fingerprints that differ in more digits are not taken for typing errors. */
const MOST_MISTYPED = 3;

/** The seen fingerprint that was probably meant: the one with the fewest different digits. */
export function meantBy(fingerprint: string, seen: readonly string[]): string | undefined {
  return seen.find((each) => editsBetween(fingerprint, each) <= MOST_MISTYPED);
}

function mayShow(flows: readonly Flow[], { check, operation }: FingerprintOrigin): (flow: Flow) => boolean {
  const asks = (flow: Flow): boolean => flow.cases.some((each) => each.operation === operation);
  const groups = new Set(flows.filter(asks).map(({ group }) => group));
  const everywhere = operation === undefined || ACROSS.test(check);
  return (flow) => asks(flow) || (flow.phase === 'stateful' && (everywhere || groups.has(flow.group)));
}
