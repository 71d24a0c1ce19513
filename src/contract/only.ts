import { CHECKS } from './catalogue.ts';
import { isFingerprint, type Traced, traceFingerprints } from './fingerprint.ts';
import type { Flow } from './flow.ts';
import type { PlanOptions } from './options.ts';
import { WHOLE_CHECKS } from './run-checks.ts';

const OF_ALL: ReadonlySet<string> = new Set(WHOLE_CHECKS.map(({ id }) => id));

/** Checks whose findings may show in the life of another resource than the one that they are about. */
const ACROSS = /^(state\.|job\.|header\.location|scenario\.)/;

/**
 * The flows that can show again what is asked for by its fingerprint: those with a case of its operation, and what is done to the items
 * of its resource. All of them where a fingerprint is of no check and operation that we know, or is about the run as a whole.
 */
export function flowsToSeeAgain(flows: readonly Flow[], options: PlanOptions): readonly Flow[] {
  const { only = [], api } = options;
  const fingerprints = only.filter(isFingerprint);
  // Who names a case as well has said what is to be run.
  if (fingerprints.length === 0 || fingerprints.length < only.length) return flows;
  const traced = tracesOf(fingerprints, api);
  if (traced.some((each) => each === undefined || OF_ALL.has(each.check))) return flows;
  const wanted = traced.flatMap((each) => (each === undefined ? [] : [showing(flows, each)]));
  return flows.filter((flow) => wanted.some((shows) => shows(flow)));
}

/** What fingerprints are about, in their order. */
export function tracesOf(fingerprints: readonly string[], api: PlanOptions['api']): readonly (Traced | undefined)[] {
  const ids = api.operations.map(({ id }) => id);
  return traceFingerprints(
    fingerprints,
    CHECKS.map(({ id }) => id),
    ids,
  );
}

function showing(flows: readonly Flow[], { check, operation }: Traced): (flow: Flow) => boolean {
  const asks = (flow: Flow): boolean => flow.cases.some((each) => each.operation === operation);
  const groups = new Set(flows.filter(asks).map(({ group }) => group));
  const everywhere = operation === undefined || ACROSS.test(check);
  return (flow) => asks(flow) || (flow.phase === 'stateful' && (everywhere || groups.has(flow.group)));
}
