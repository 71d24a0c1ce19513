import { isInBody } from '../judge/body-validation.ts';
import type { Finding } from '../model/events.ts';

/** Checks that fail on any target without memory. */
const OF_MEMORY = /^(?!state\.(?:nothing-kept|leftovers)$)(?:state\.|idempotency\.|header\.location-unresolvable$)/;

/**
 * Links findings that follow from another one to it: findings about items, if no item is ever found again;
 * faults in bodies, if even unreadable bodies are accepted; operations without a success, if a record that
 * they need could not be created. Guard: not if the operation has refused any body (`validates`).
 */
export function withCauses(
  findings: readonly Finding[],
  validates: (operation: string) => boolean,
  needed: ReadonlyMap<string, string> = new Map(),
): readonly Finding[] {
  const forgotten = findings.find(({ check }) => check === 'state.nothing-kept')?.fingerprint;
  const blind = new Map<string | undefined, string>();
  for (const { check, operation, flaky, fingerprint } of findings) {
    const accepts = check === 'reject.malformed-body' && flaky !== true && operation !== undefined;
    if (accepts && !validates(operation)) blind.set(operation, fingerprint);
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
