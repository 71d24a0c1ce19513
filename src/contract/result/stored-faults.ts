import { parseJson } from '../../wire/index.ts';
import type { Finding } from '../model/events.ts';
import { shortJson } from '../requests/request-rule.ts';

/**
 * Links faults in answers to the write that stored them: the answer breaks a rule with a value that a broken
 * request was sent with, at the same rule, and that request was accepted. Null does not count, because
 * services show it for absent values as well. A group of findings is linked only as a whole.
 */
export function withStoredFaults(findings: readonly Finding[]): readonly Finding[] {
  const accepted = new Map<string, Finding>();
  for (const finding of findings) {
    const stored = finding.flaky === true ? undefined : storedBy(finding);
    if (stored !== undefined && !accepted.has(stored)) accepted.set(stored, finding);
  }
  if (accepted.size === 0) return findings;
  const writeOf = (finding: Finding): Finding | undefined =>
    finding.check.startsWith('schema.') && finding.flaky !== true
      ? accepted.get(keyOf(finding.pointer, asSent(finding.actual)))
      : undefined;
  const followers = new Map<string, Finding[]>();
  for (const finding of findings)
    if (finding.because !== undefined)
      followers.set(finding.because, [...(followers.get(finding.because) ?? []), finding]);
  const roots = new Map<Finding, string>();
  for (const finding of findings) {
    const write = finding.because === undefined ? writeOf(finding) : undefined;
    const group = [finding, ...(followers.get(finding.fingerprint) ?? [])];
    if (write === undefined || group.some((each) => writeOf(each) === undefined)) continue;
    for (const each of group) roots.set(each, write.because ?? write.fingerprint);
  }
  return findings.map((finding) => {
    const because = roots.get(finding);
    if (because === undefined) return finding;
    const { cause: _, ...rest } = finding;
    return { ...rest, because };
  });
}

/** A value of an answer as findings about requests show it. */
function asSent(text: string): string {
  const read = parseJson(text);
  return read.ok ? shortJson(read.value) : text;
}

/** The rule and the value that an accepted broken request has stored. */
function storedBy({ check, pointer, messagePointer = '', actual }: Finding): string | undefined {
  if (!check.startsWith('reject.') || !messagePointer.startsWith('/body')) return undefined;
  const [, value] = /^2\d\d, for (.+)$/s.exec(actual) ?? [];
  return value === undefined || value === 'null' ? undefined : keyOf(pointer, value);
}

/** Requests and answers may have a component each, with the same property and the same rule. */
function keyOf(pointer = '', value = ''): string {
  const rule = pointer.slice(Math.max(0, pointer.lastIndexOf('/properties/')));
  return JSON.stringify([rule, value]);
}
