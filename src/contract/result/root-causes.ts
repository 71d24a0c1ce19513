import { isInBody } from '../judge/body-validation.ts';
import type { Finding } from '../model/events.ts';

/** What a target that remembers nothing cannot do either. */
const OF_MEMORY = /^(?!state\.(?:nothing-kept|leftovers)$)(?:state\.|idempotency\.|header\.location-unresolvable$)/;

/**
 * Findings that say what another one says already point to it: what is asked of items, where none is ever found again, and each fault
 * in a body, where even what cannot be read is taken, and that an operation had no success, where what it needs could not be created. Guard: not where the operation has refused any body (`heeds`).
 */
export function withCauses(
  findings: readonly Finding[],
  heeds: (operation: string) => boolean,
  needed: ReadonlyMap<string, string> = new Map(),
): readonly Finding[] {
  const forgotten = findings.find(({ check }) => check === 'state.nothing-kept')?.fingerprint;
  const blind = new Map<string | undefined, string>();
  for (const { check, operation, flaky, fingerprint } of findings) {
    const accepts = check === 'reject.malformed-body' && flaky !== true && operation !== undefined;
    if (accepts && !heeds(operation)) blind.set(operation, fingerprint);
  }
  const vacuous = new Map(
    findings.flatMap(({ check, operation, fingerprint }) =>
      check.startsWith('vacuous.') && operation !== undefined ? [[operation, fingerprint] as const] : [],
    ),
  );
  return findings.map((finding) => {
    const { check, operation, messagePointer = '' } = finding;
    const ofBody = check.startsWith('reject.') && check !== 'reject.malformed-body' && isInBody(messagePointer);
    const unreached = check.startsWith('vacuous.') ? vacuous.get(needed.get(operation ?? '') ?? '') : undefined;
    const because = OF_MEMORY.test(check) ? forgotten : ofBody ? blind.get(operation) : unreached;
    return because === undefined ? finding : { ...finding, because };
  });
}
