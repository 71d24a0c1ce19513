import type { HttpRequest, HttpResponse, Json, Violation } from '../../core/index.ts';
import type { ResourceModel } from '../../resources/index.ts';
import type { Api, Operation, ResponseSpec, Schema } from '../../spec/index.ts';
import type { Timing, TransportNote } from '../transport/target.ts';
import type { Purpose } from './purpose.ts';

/** One exchange with everything that checks may use. */
export interface Exchange {
  readonly api: Api;
  readonly model: ResourceModel;
  readonly operation: Operation | undefined;
  readonly request: HttpRequest;
  readonly response: HttpResponse;
  readonly purpose: Purpose;
  /** The response that the document describes for this status: exact, then `4XX`, then `default` (OpenAPI 3.1 §4.8.16). */
  readonly documented: ResponseSpec | undefined;
  /** Whether the status is a success and the content that of an error (`200 { "code": 1 }`). */
  readonly refuses: boolean;
  /** Violations in the answer, at most 20. Computed on first use. */
  readonly violations: () => readonly Violation[];
  /** Violations in the request. Computed at each call. */
  readonly wrongInRequest: () => readonly Violation[];
  /** Whether the document allows this body in place of the received one. */
  readonly couldShow: (body: Json) => boolean;
  /** Whether a response may have this value for this schema (`writeOnly` applies). */
  readonly mayBe: (schema: Schema, value: Json) => boolean;
  /** Whether a request may have this value for this schema (`readOnly` applies). */
  readonly maySend: (schema: Schema, value: Json) => boolean;
  /**
   * Whether the request belongs to another operation, by its path and by what distinguishes operations of
   * one path.
   */
  readonly leadsElsewhere: () => boolean;
  /** Whether the request is valid for another operation. */
  readonly isAnothers: () => boolean;
  /** Whether any value fits a documented success. None does if a schema requires itself without end. */
  readonly answerable: () => boolean;
  readonly raw: RawAnswer;
  readonly timing: Timing;
  readonly settings: JudgeSettings;
  /** Absolute URL of the request. */
  readonly url: string;
  /** Whether this operation has answered 2xx to such data in this run. */
  readonly hasWorked: boolean;
  /** Whether another operation with the same security has accepted (2xx) the sent credential. */
  readonly credentialWorks: boolean;
}

export interface JudgeSettings {
  /** Milliseconds since the Unix epoch. The user may set it. */
  readonly now: number;
  readonly sunsetWarn: number;
  readonly sunsetFail: number | undefined;
  /** Milliseconds within which an answer must come. */
  readonly timeBudget: number;
  /** Secret values, to find them in answers. */
  readonly secrets: readonly string[];
  readonly loopback: boolean;
}

export interface RawAnswer {
  readonly bytes: Uint8Array;
  readonly cut: boolean;
  readonly notes: readonly TransportNote[];
}
