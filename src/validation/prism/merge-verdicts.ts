import type { Violation, ViolationCode } from '../../core/index.ts';
import { type Deviation, type DeviationInput, isWithin } from '../deviations/deviation.ts';
import type { PrismFinding } from '../deviations/prism-finding.ts';
import { MOST_VIOLATIONS } from '../judge/explain.ts';

/** The merged verdict, and our violations that Prism does not share and no deviation covers. */
export interface Settlement {
  readonly violations: readonly Violation[];
  readonly overruled: readonly Violation[];
}

/** Merges both verdicts: Prism decides, except for deviations. If both agree, the message is ours. */
export function mergeVerdicts(
  own: readonly Violation[],
  prism: readonly PrismFinding[],
  input: DeviationInput,
  deviations: readonly Deviation[],
): Settlement {
  const violations: Violation[] = [];
  const overruled: Violation[] = [];
  for (const violation of own) (stands(violation, prism, input, deviations) ? violations : overruled).push(violation);
  if (own.length < MOST_VIOLATIONS) violations.push(...additionsOf(own, prism, input, deviations));
  return { violations, overruled };
}

function stands(
  violation: Violation,
  prism: readonly PrismFinding[],
  input: DeviationInput,
  deviations: readonly Deviation[],
): boolean {
  if (prism.some(({ pointer }) => areRelated(pointer, violation.pointer))) return true;
  return deviations.some(({ adds }) => adds?.(violation, input) === true);
}

function additionsOf(
  own: readonly Violation[],
  prism: readonly PrismFinding[],
  input: DeviationInput,
  deviations: readonly Deviation[],
): readonly Violation[] {
  const reported = new Map<string, Violation>();
  // Prism reports every branch of an alternative; our verdict has the nearest one.
  const combined = new Set(prism.filter(({ keyword }) => isCombined(keyword)).map(({ pointer }) => pointer));
  const explained = [...combined].filter((pointer) => own.some((violation) => areRelated(violation.pointer, pointer)));
  for (const finding of prism) {
    if (own.some(({ pointer }) => areRelated(pointer, finding.pointer))) continue;
    if (explained.some((pointer) => isWithin(finding.pointer, pointer))) continue;
    if (deviations.some(({ withdraws }) => withdraws?.(finding, input) === true)) continue;
    const violation = toViolation(finding, input);
    reported.set(`${violation.pointer} ${violation.message}`, violation);
  }
  return [...reported.values()].slice(0, MOST_VIOLATIONS - own.length);
}

function isCombined(keyword: string | undefined): boolean {
  return keyword === 'anyOf' || keyword === 'oneOf' || keyword === 'not' || keyword === 'if' || keyword === 'contains';
}

function areRelated(a: string, b: string): boolean {
  return isWithin(a, b) || isWithin(b, a);
}

function toViolation(finding: PrismFinding, { side }: DeviationInput): Violation {
  const { pointer, keyword, message } = finding;
  return { code: codeOf(finding, side === 'request'), pointer, ...(keyword === undefined ? {} : { keyword }), message };
}

function codeOf({ about, keyword }: PrismFinding, request: boolean): ViolationCode {
  switch (about) {
    case 'status':
      return 'response.status';
    case 'media-type':
      return request ? 'media-type.unsupported' : 'response.media-type';
    case 'body-required':
      return request ? 'body.required' : 'response.body-missing';
    case 'body':
      return request ? 'body.schema' : 'response.body-schema';
    default:
      if (keyword === 'required') return request ? 'parameter.required' : 'response.header-required';
      return request ? 'parameter.schema' : 'response.header-schema';
  }
}
