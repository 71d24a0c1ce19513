import type { HttpRequest, HttpResponse, Violation } from '../../core/index.ts';
import type { DecodedParameters, Operation } from '../../spec/index.ts';

/**
 * Lists what is wrong with a message under an operation. Synchronous; never throws for anything that a message contains;
 * an empty list means that the message keeps the contract as far as it can be enforced.
 * Security and content negotiation are the mock's to judge; media type of the body, parameters, headers and body are judged here.
 */
export interface Validator {
  request(operation: Operation, request: HttpRequest, parameters: DecodedParameters): readonly Violation[];
  /** Whether a request surely keeps the contract: the quick verdict alone. `request` decides what it doubts. */
  keeps(operation: Operation, request: HttpRequest, parameters: DecodedParameters): boolean;
  response(operation: Operation, response: HttpResponse): readonly Violation[];
  /** One value against one schema of the Api. */
  value(
    schema: import('../../spec/index.ts').Schema,
    value: import('../../core/index.ts').Json,
    direction: import('../../spec/index.ts').Direction,
  ): readonly Violation[];
  /** Whether one value surely fits one schema of the Api: the verdict alone, without the cost of words. */
  accepts(
    schema: import('../../spec/index.ts').Schema,
    value: import('../../core/index.ts').Json,
    direction: import('../../spec/index.ts').Direction,
  ): boolean;
}
