import type { HttpRequest, HttpResponse, Json, Violation } from '../../core/index.ts';
import type { Api, DecodedParameters, Parameter } from '../../spec/index.ts';
import type { ValidationPlan } from '../judge/operation-plan.ts';
import type { PrismFinding } from './prism-finding.ts';

/** The input of both verdicts about one message. */
export type DeviationInput = {
  readonly api: Api;
  readonly plan: ValidationPlan;
  /** Pointers of the parameters and header fields that Prism judged. */
  readonly judged: ReadonlySet<string>;
  /** Whether Prism judged the body's value. */
  readonly judgedBody: boolean;
} & (
  | { readonly side: 'request'; readonly message: HttpRequest; readonly decoded: DecodedParameters }
  | { readonly side: 'response'; readonly message: HttpResponse }
);

/**
 * One intended difference to Prism, which decides everything else. `adds` keeps a violation that Prism does
 * not find, `withdraws` drops an error of Prism.
 */
export interface Deviation {
  readonly name: string;
  /** The reason, for readers of a report. */
  readonly reason: string;
  readonly adds?: (violation: Violation, input: DeviationInput) => boolean;
  readonly withdraws?: (finding: PrismFinding, input: DeviationInput) => boolean;
}

/** The parameter that a pointer into a request is about. */
export function parameterAt(pointer: string, { plan }: DeviationInput): Parameter | undefined {
  return plan.parameters.find(({ subject }) => isWithin(pointer, subject.pointer))?.parameter;
}

/** Whether a pointer equals another one or is below it. */
export function isWithin(pointer: string, parent: string): boolean {
  return pointer.startsWith(parent) && (pointer.length === parent.length || pointer.charAt(parent.length) === '/');
}

/** The value of the body that was judged, if it has one. */
export function bodyValue({ message }: DeviationInput): Json | undefined {
  return message.body.kind === 'parsed' ? message.body.value : undefined;
}
