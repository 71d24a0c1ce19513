import type { Finding } from '../model/events.ts';

/** A fault must occur this often in a run to be a finding, not an accident. */
const OFTEN = 3;

/** Areas whose findings do not depend on the state of the target. */
const BY_ITSELF = /^(status|content-type|body|schema|header)\./;

/**
 * Finds faults that no replay repeated but that many cases had: a service that fails from time to time.
 * Guard: only answers that are wrong in themselves. Faults that another client may have caused, and broken
 * connections, stay flaky.
 */
export function withRecurring(findings: readonly Finding[]): readonly Finding[] {
  const times = new Map<string, number>();
  for (const { check, count } of findings.filter(comesAndGoes)) times.set(check, (times.get(check) ?? 0) + count);
  return findings.map((finding) => {
    const seen = comesAndGoes(finding) ? (times.get(finding.check) ?? 0) : 0;
    return seen < OFTEN ? finding : asRecurring(finding, seen);
  });
}

function comesAndGoes({ flaky, check }: Finding): boolean {
  return flaky === true && BY_ITSELF.test(check);
}

function asRecurring({ flaky: _, replay: __, ...finding }: Finding, seen: number): Finding {
  const again = `The same request got a different answer when it was sent again; ${finding.check} came ${seen} times in this run.`;
  return { ...finding, message: `${finding.message} ${again}` };
}
