import type { HttpRequest, Violation } from '../../core/index.ts';
import { type Api, type DecodedParameters, decodeParameters, type Operation } from '../../spec/index.ts';
import type { Validator } from '../../validation/index.ts';

interface Judging {
  readonly api: Api;
  readonly validator: Validator;
}

/** Whether a request keeps the contract, by the quick verdict; undefined where it stands on another operation's path. */
export function keeps(parts: Judging, operation: Operation, request: HttpRequest): boolean | undefined {
  return onOwnPath(parts, operation, request, (parameters) => parts.validator.keeps(operation, request, parameters));
}

/** Every way in which a request breaks the contract; undefined where it stands on another operation's path. */
export function requestViolations(
  parts: Judging,
  operation: Operation,
  request: HttpRequest,
): readonly Violation[] | undefined {
  return onOwnPath(parts, operation, request, (parameters) => parts.validator.request(operation, request, parameters));
}

/** Asks with the parameters as the other side will read them; undefined where the request stands on another operation's path. */
function onOwnPath<T>(
  parts: Judging,
  operation: Operation,
  request: HttpRequest,
  ask: (parameters: DecodedParameters) => T,
): T | undefined {
  const match = parts.api.match(request);
  if (match.kind !== 'found' || match.operation !== operation) return undefined;
  return ask(decodeParameters(operation, request, match.pathParams, parts.api));
}
