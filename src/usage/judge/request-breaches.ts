import type { HttpRequest, Violation } from '../../core/index.ts';
import { type Api, decodeParameters, type Operation } from '../../spec/index.ts';
import type { Validator } from '../../validation/index.ts';
import { fieldValue, isJson, parseCookies, parsePointer, parseQuery, REDACTED, valueAt } from '../../wire/index.ts';
import { withoutIndex } from '../schema/value-places.ts';
import type { UseBreach } from './use-breach.ts';

export interface MatchedRequest {
  readonly api: Api;
  readonly validator: Validator;
  readonly operation: Operation;
  /** Raw values of the parameters of the path. */
  readonly pathParams: Readonly<Record<string, string>>;
}

/**
 * Violations of a recorded request. A value that the recorder redacted may have been anything, so it
 * violates nothing.
 */
export function requestBreaches(
  { api, validator, operation, pathParams }: MatchedRequest,
  request: HttpRequest,
  options: { readonly isBodyKnown: boolean },
): readonly UseBreach[] {
  const decoded = decodeParameters(operation, request, pathParams, api);
  return validator
    .request(operation, request, decoded)
    .filter((violation) => isJudged(violation, request, options.isBodyKnown))
    .map(({ code, pointer, keyword, rule, message }) => ({
      at: withoutIndex(pointer),
      code,
      ...(keyword === undefined ? {} : { keyword }),
      ...(rule === undefined ? {} : { rule }),
      message,
      certain: true,
      calls: 1,
    }));
}

function isJudged({ pointer, code }: Violation, request: HttpRequest, isBodyKnown: boolean): boolean {
  const isOfBody = pointer === '/body' || pointer.startsWith('/body/');
  if (isOfBody && !isBodyKnown) return false;
  // Forms and XML carry no types, so their recorded values prove nothing.
  if (isOfBody && code === 'body.schema' && request.body.kind === 'parsed' && !isJson(request.body.mediaType))
    return false;
  return sentAt(request, pointer)?.includes(REDACTED) !== true;
}

/** The string that a request has at a place. */
function sentAt({ body, headers, query, path }: HttpRequest, pointer: string): string | undefined {
  const [part, name = ''] = parsePointer(pointer) ?? [];
  if (part === 'header') return fieldValue(headers, name);
  if (part === 'path') return decodeURIComponent(path.replace(/%(?![0-9a-f]{2})/gi, '%25'));
  if (part === 'cookie') return parseCookies(headers).find((pair) => pair.name === name)?.value;
  if (part === 'query') {
    const pairs = parseQuery(query);
    return pairs.ok ? pairs.pairs.find((pair) => pair.name === name)?.value : query;
  }
  const value = body.kind === 'parsed' ? valueAt(body.value, pointer.slice('/body'.length)) : undefined;
  return typeof value === 'string' ? value : undefined;
}
