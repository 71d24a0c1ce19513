import type { HttpRequest, Violation } from '../../core/index.ts';
import { type Api, type DecodedParameters, decodeParameters, type Operation } from '../../spec/index.ts';
import type { Validator } from '../../validation/index.ts';

interface RequestJudge {
  readonly api: Api;
  readonly validator: Validator;
}

/**
 * Whether a request keeps the contract, by the quick verdict. Undefined if its path belongs to another
 * operation.
 */
export function keeps(judge: RequestJudge, operation: Operation, request: HttpRequest): boolean | undefined {
  return onOwnPath(judge, operation, request, (parameters) => judge.validator.keeps(operation, request, parameters));
}

/** All violations of a request. Undefined if its path belongs to another operation. */
export function requestViolations(
  judge: RequestJudge,
  operation: Operation,
  request: HttpRequest,
): readonly Violation[] | undefined {
  return onOwnPath(judge, operation, request, (parameters) => judge.validator.request(operation, request, parameters));
}

/**
 * Calls the validator with the parameters as the target will decode them. Undefined if the path belongs to
 * another operation.
 */
function onOwnPath<T>(
  judge: RequestJudge,
  operation: Operation,
  request: HttpRequest,
  ask: (parameters: DecodedParameters) => T,
): T | undefined {
  const match = judge.api.match(request);
  if (match.kind !== 'found' || match.operation !== operation) return undefined;
  return ask(decodeParameters(operation, request, match.pathParams, judge.api));
}
