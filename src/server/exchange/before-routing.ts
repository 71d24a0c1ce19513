import type { HttpRequest } from '../../core/index.ts';
import type { Mock } from '../../mock/index.ts';
import { fieldValue } from '../../wire/index.ts';
import { preflightFields } from './cors.ts';
import type { ServerOptions } from './options.ts';
import { operationsPage, pageFields } from './page.ts';
import { problemResponse } from './problem.ts';
import { servedDocument } from './served-document.ts';
import { prepareAnswer, toResponse } from './translate.ts';

/** Answers that do not need the mock: ambiguous framing, the HTML page, the document, preflights. */
export function answeredEarly(mock: Mock, request: HttpRequest, options: ServerOptions): Response | undefined {
  return (
    refusedEarly(request) ??
    shownPage(mock, request, options) ??
    servedDocument(mock, request, options.cors) ??
    preflight(mock, request, options)
  );
}

/** Refuses ambiguous framing of a request before it is read (RFC 9112 §3.2). */
function refusedEarly(request: HttpRequest): Response | undefined {
  let hosts = 0;
  let types = 0;
  for (const [name] of request.headers) {
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1;
    else if (name.length === 12 && name.toLowerCase() === 'content-type') types += 1;
  }
  if (hosts < 2 && types < 2) return undefined;
  return problemResponse(
    400,
    'Bad Request',
    `More than one ${hosts > 1 ? 'host' : 'content-type'} header field was sent.`,
  );
}

function preflight(mock: Mock, request: HttpRequest, options: ServerOptions): Response | undefined {
  if (request.method !== 'OPTIONS' || !options.cors) return undefined;
  const origin = fieldValue(request.headers, 'origin');
  if (origin === undefined || !isPreflight(request)) return undefined;
  const wanted = fieldValue(request.headers, 'access-control-request-method');
  const match = mock.api.match(request);
  const methods = match.kind === 'wrong-method' ? match.allow : wanted === undefined ? [] : [wanted];
  return toResponse(
    prepareAnswer(
      {
        status: 204,
        headers: preflightFields(
          origin,
          [...new Set([...methods, 'HEAD', 'OPTIONS'])],
          fieldValue(request.headers, 'access-control-request-headers') ?? null,
        ),
        body: { kind: 'none' },
      },
      'OPTIONS',
      [],
    ),
  );
}

/** A preflight asks for a method or header fields. Some clients write `access-control-request-*` by hand, so any field that begins so counts. */
function isPreflight({ headers }: HttpRequest): boolean {
  return headers.some(([name]) => /^access-control-request-/i.test(name));
}

function shownPage(mock: Mock, request: HttpRequest, options: ServerOptions): Response | undefined {
  if (request.path !== '/' || (request.method !== 'GET' && request.method !== 'HEAD')) return undefined;
  if (
    fieldValue(request.headers, 'accept')?.includes('text/html') !== true ||
    mock.api.match({ method: 'GET', path: '/' }).kind === 'found'
  )
    return undefined;
  const text = operationsPage(mock.api, options.controlPrefix);
  return new Response(request.method === 'HEAD' ? null : text, { headers: pageFields() });
}
