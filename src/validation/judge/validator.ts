import type { HttpRequest, HttpResponse, Violation } from '../../core/index.ts';
import type { DecodedParameters, Operation } from '../../spec/index.ts';

/**
 * Lists the violations of a message of an operation. Synchronous, and never throws because of a message. An
 * empty list means that the message keeps the contract as far as it can be enforced. Judges the media type
 * of the body, parameters, headers and body; security and content negotiation are the mock's.
 */
export interface Validator {
  request(operation: Operation, request: HttpRequest, parameters: DecodedParameters): readonly Violation[];
  /**
   * Whether a request certainly keeps the contract, by the quick verdict. If it does not, `request`
   * decides.
   */
  keeps(operation: Operation, request: HttpRequest, parameters: DecodedParameters): boolean;
  response(operation: Operation, response: HttpResponse): readonly Violation[];
  /** Judges one value by one schema of the Api. */
  value(
    schema: import('../../spec/index.ts').Schema,
    value: import('../../core/index.ts').Json,
    direction: import('../../spec/index.ts').Direction,
  ): readonly Violation[];
  /** Whether one value certainly fits one schema of the Api, without explanations. */
  accepts(
    schema: import('../../spec/index.ts').Schema,
    value: import('../../core/index.ts').Json,
    direction: import('../../spec/index.ts').Direction,
  ): boolean;
}
