import type { HeaderFields, HttpResponse, Violation } from '../../core/index.ts';
import { isBodiless, isJson, isXml } from '../../wire/index.ts';
import { judgeContent } from './content.ts';
import { explain, type Subject } from './explain.ts';
import type { PlannedHeader, PlannedResponse, ValidationPlan } from './operation-plan.ts';
import { writeOnlyLeaks } from './write-only.ts';

const BODY: Subject = { pointer: '/body', noun: 'The body', name: '', code: 'response.body-schema' };
const NOTHING: readonly Violation[] = Object.freeze([]);

/** Our own verdict on a response. Allocates nothing but the decoded header fields for a valid one. */
export function judgeResponse(plan: ValidationPlan, response: HttpResponse): readonly Violation[] {
  const planned = plan.response(response.status);
  if (planned === undefined) return [undocumentedStatus(plan, response.status)];
  const headers = planned.headers.length === 0 ? NOTHING : judgeHeaders(planned, response);
  const body = judgeBody(plan, planned, response);
  if (headers.length === 0) return body;
  return body.length === 0 ? headers : [...headers, ...body];
}

function undocumentedStatus({ operation }: ValidationPlan, status: number): Violation {
  const known = operation.responses.map((response) => response.status).join(', ');
  const message = `Status ${status} is not documented${known === '' ? '' : ` (documented: ${known})`}`;
  return { code: 'response.status', pointer: '/status', rule: `${operation.pointer}/responses`, message };
}

function judgeHeaders(planned: PlannedResponse, { headers }: HttpResponse): readonly Violation[] {
  let found: Violation[] | undefined;
  for (const header of planned.headers) {
    const wrong = judgeHeader(header, headers);
    if (wrong.length > 0) found = found === undefined ? [...wrong] : [...found, ...wrong];
  }
  return found ?? NOTHING;
}

function judgeHeader({ header, reader, schema, subject }: PlannedHeader, fields: HeaderFields): readonly Violation[] {
  const read = reader().readHeader(fields);
  if (read?.ok === true)
    return schema === undefined || schema.accepts(read.value) ? NOTHING : explain(schema, read.value, subject);
  if (read !== undefined) return [{ ...reader().violation(read.reason), code: 'response.header-schema' }];
  if (!header.required) return NOTHING;
  const message = `Header field \`${header.name}\` is required`;
  const rule = `${header.pointer}/required`;
  return [{ code: 'response.header-required', pointer: subject.pointer, keyword: 'required', rule, message }];
}

/** Statuses whose responses have no content, even if it is documented (RFC 9110 §15). */
function judgeBody(
  plan: ValidationPlan,
  planned: PlannedResponse,
  { status, body }: HttpResponse,
): readonly Violation[] {
  const { contents } = planned.body;
  if (body.kind === 'oversize') return NOTHING;
  if (body.kind === 'none') return isMissing(plan, planned, status) ? [missingBody(planned)] : NOTHING;
  if (contents.length === 0 || isBodiless(status)) return [unexpectedBody(planned, status)];
  const content = planned.body.choose(body.mediaType);
  if (content === undefined) return [otherMediaType(planned, body.mediaType)];
  const found = judgeContent(content, body, BODY, 'response.body-malformed');
  const leaks =
    body.kind === 'parsed' && content.schema !== undefined ? writeOnlyLeaks(content.schema, body.value) : NOTHING;
  return leaks.length === 0 ? found : [...found, ...leaks];
}

/** Whether empty content counts as missing. It is valid text or binary, but not JSON or XML. */
function isMissing({ operation }: ValidationPlan, { body }: PlannedResponse, status: number): boolean {
  if (operation.method === 'HEAD' || isBodiless(status) || body.contents.length === 0) return false;
  return body.contents.every(
    ({ mediaType, schema }) => schema !== undefined && (isJson(mediaType.mediaType) || isXml(mediaType.mediaType)),
  );
}

function missingBody({ spec }: PlannedResponse): Violation {
  const message = 'The body is missing, but one is documented';
  return { code: 'response.body-missing', pointer: '/body', rule: `${spec.pointer}/content`, message };
}

function unexpectedBody({ spec }: PlannedResponse, status: number): Violation {
  const message = isBodiless(status)
    ? `Status ${status} carries no body, but one was sent`
    : 'A body was sent, but none is documented';
  return { code: 'response.body-unexpected', pointer: '/body', rule: spec.pointer, message };
}

function otherMediaType({ spec, body }: PlannedResponse, given: string): Violation {
  const offers = body.contents.map(({ mediaType }) => `\`${mediaType.mediaType}\``).join(', ');
  const is = given === '' ? 'has no media type' : `is \`${given}\``;
  const message = `The body must be ${offers}, but ${is}`;
  return { code: 'response.media-type', pointer: '/header/content-type', rule: `${spec.pointer}/content`, message };
}
