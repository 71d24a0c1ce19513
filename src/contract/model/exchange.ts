import type { HttpRequest, HttpResponse, Json, Violation } from '../../core/index.ts';
import type { ResourceModel } from '../../resources/index.ts';
import type { Api, Operation, ResponseSpec, Schema } from '../../spec/index.ts';
import type { Timing, TransportNote } from '../transport/target.ts';
import type { Purpose } from './purpose.ts';

/** One exchange with everything that a check may want to know. */
export interface Exchange {
  readonly api: Api;
  readonly model: ResourceModel;
  readonly operation: Operation | undefined;
  readonly request: HttpRequest;
  readonly response: HttpResponse;
  readonly purpose: Purpose;
  /** The response that the document describes for this status: exact, then `4XX`, then `default` (OpenAPI 3.1 §4.8.16). */
  readonly documented: ResponseSpec | undefined;
  /** What the validator says of the answer; worked out when first read, at most 20. */
  readonly violations: () => readonly Violation[];
  /** What the validator says of the request; worked out at each call. */
  readonly wrongInRequest: () => readonly Violation[];
  /** Whether the document leaves room for this body in the place of the one that came. */
  readonly couldShow: (body: Json) => boolean;
  /** Whether an answer may show this value where it has that schema. */
  readonly mayBe: (schema: Schema, value: Json) => boolean;
  /** Whether a request may say this value where it has that schema. */
  readonly maySend: (schema: Schema, value: Json) => boolean;
  /** Whether another operation of the document takes the request, by its path and by what tells operations of one path apart. */
  readonly leadsElsewhere: () => boolean;
  /** … and it is a valid one there. */
  readonly isAnothers: () => boolean;
  /** Whether any value fits what the document says of a success: none does where a schema requires itself. */
  readonly answerable: () => boolean;
  readonly raw: RawAnswer;
  readonly timing: Timing;
  readonly settings: JudgeSettings;
  /** Absolute URL of the request. */
  readonly url: string;
  /** Whether this operation has given 2xx to data like this in this run. */
  readonly hasWorked: boolean;
  /** The credential that was sent has been taken (2xx) by another operation with the same security. */
  readonly credentialWorks: boolean;
}

export interface JudgeSettings {
  /** Milliseconds since the Unix epoch, as the user wants it to be. */
  readonly now: number;
  readonly sunsetWarn: number;
  readonly sunsetFail: number | undefined;
  /** Milliseconds that an answer may take. */
  readonly timeBudget: number;
  /** Secret values, for leaks. */
  readonly secrets: readonly string[];
  readonly loopback: boolean;
}

export interface RawAnswer {
  readonly bytes: Uint8Array;
  readonly cut: boolean;
  readonly notes: readonly TransportNote[];
}
