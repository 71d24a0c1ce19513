import type { HeaderFields, Violation } from '../../core/index.ts';

/** The reason why a request is refused, as plain data. `error-body.ts` gives it the documented form. */
export interface Refusal {
  readonly status: number;
  /** Machine-readable, snake_case: `not_found`, `validation_failed` … */
  readonly code: string;
  readonly message: string;
  readonly headers: HeaderFields;
  readonly violations: readonly Violation[];
  /** Media type that the case requires (default: negotiated). */
  readonly hints?: readonly string[];
}

/** The codes of standin's own refusals, by status. */
export const CODES: Readonly<Record<number, string>> = {
  400: 'malformed_body',
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not_found',
  405: 'method_not_allowed',
  406: 'not_acceptable',
  409: 'conflict',
  410: 'gone',
  412: 'precondition_failed',
  413: 'payload_too_large',
  415: 'unsupported_media_type',
  422: 'validation_failed',
  428: 'precondition_required',
  429: 'rate_limited',
  500: 'internal_error',
  501: 'not_implemented',
  503: 'unavailable',
  507: 'insufficient_storage',
};

export function refuse(
  status: number,
  message: string,
  extra: { readonly code?: string; readonly headers?: HeaderFields; readonly violations?: readonly Violation[] } = {},
): Refusal {
  return {
    status,
    code: extra.code ?? CODES[status] ?? `status_${status}`,
    message,
    headers: extra.headers ?? [],
    violations: extra.violations ?? [],
  };
}

const MOST_LISTED = 20;

/**
 * All violations, one sentence each, joined by `; `, because a closed error schema may have no other place
 * for them.
 */
export function sentenceOf(violations: readonly Violation[]): string {
  const listed = violations.slice(0, MOST_LISTED).map((violation) => violation.message);
  const rest = violations.length - listed.length;
  return rest > 0 ? `${listed.join('; ')}; and ${rest} more` : listed.join('; ');
}

export const REASON_PHRASES: Readonly<Record<number, string>> = {
  200: 'OK',
  201: 'Created',
  202: 'Accepted',
  204: 'No Content',
  304: 'Not Modified',
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  406: 'Not Acceptable',
  408: 'Request Timeout',
  409: 'Conflict',
  410: 'Gone',
  412: 'Precondition Failed',
  413: 'Content Too Large',
  414: 'URI Too Long',
  415: 'Unsupported Media Type',
  422: 'Unprocessable Content',
  428: 'Precondition Required',
  429: 'Too Many Requests',
  431: 'Request Header Fields Too Large',
  500: 'Internal Server Error',
  501: 'Not Implemented',
  503: 'Service Unavailable',
  507: 'Insufficient Storage',
};
