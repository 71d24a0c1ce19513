import type { HttpRequest, Json, Violation } from '../../core/index.ts';
import type { DecodedParameters } from '../../spec/index.ts';
import { fieldValue, parseMediaType } from '../../wire/index.ts';
import { fitsSchema, isPlainText, judgeContent } from './content.ts';
import type { Subject } from './explain.ts';
import { explain } from './explain.ts';
import type { PlannedParameter, ValidationPlan } from './operation-plan.ts';

const BODY: Subject = { pointer: '/body', noun: 'The body', name: '', code: 'body.schema' };
const NOTHING: readonly Violation[] = Object.freeze([]);

/** Our own verdict on a request. Allocates nothing for a valid one. */
export function judgeRequest(
  plan: ValidationPlan,
  request: HttpRequest,
  decoded: DecodedParameters,
): readonly Violation[] {
  const parameters = judgeParameters(plan, decoded);
  const body = judgeBody(plan, request);
  if (parameters.length === 0) return body;
  return body.length === 0 ? parameters : [...parameters, ...body];
}

/** Whether `judgeRequest` would find nothing, without explanations. */
export function keepsContract(plan: ValidationPlan, request: HttpRequest, decoded: DecodedParameters): boolean {
  if (decoded.violations.length > 0) return false;
  for (const planned of plan.parameters) {
    const value = decodedValue(planned, decoded);
    if (value === undefined ? planned.parameter.required : !fits(planned, value)) return false;
  }
  const { body } = request;
  const content = body.kind === 'parsed' ? plan.body?.choose(body.mediaType) : undefined;
  if (body.kind !== 'parsed' || content === undefined || body.parts !== undefined || content.escaped !== undefined)
    return judgeBody(plan, request).length === 0;
  if (content.schema === undefined || fitsSchema(content.schema, body.value, body.mediaType)) return true;
  return typeof body.value === 'string' && judgeBody(plan, request).length === 0;
}

function judgeParameters(plan: ValidationPlan, decoded: DecodedParameters): readonly Violation[] {
  let found: Violation[] | undefined = decoded.violations.length === 0 ? undefined : [...decoded.violations];
  for (const planned of plan.parameters) {
    const value = decodedValue(planned, decoded);
    if (value === undefined ? !planned.parameter.required : fits(planned, value)) continue;
    if (found?.some(({ pointer }) => pointer === planned.subject.pointer)) continue;
    found ??= [];
    found.push(...(value === undefined ? [missingParameter(planned)] : explainParameter(planned, value)));
  }
  return found ?? NOTHING;
}

function decodedValue({ parameter, key }: PlannedParameter, decoded: DecodedParameters): Json | undefined {
  return parameter.in === 'querystring' ? decoded.querystring : decoded[parameter.in][key];
}

function fits({ parameter, schema }: PlannedParameter, value: Json): boolean {
  if (schema === undefined || schema.accepts(value)) return true;
  return parameter.allowEmptyValue && value === '';
}

function explainParameter({ schema, subject }: PlannedParameter, value: Json): readonly Violation[] {
  return schema === undefined ? NOTHING : explain(schema, value, subject);
}

function missingParameter({ parameter, subject }: PlannedParameter): Violation {
  const name = subject.name === '' ? subject.noun : `${subject.noun} \`${subject.name}\``;
  const rule = `${parameter.pointer}/required`;
  return {
    code: 'parameter.required',
    pointer: subject.pointer,
    keyword: 'required',
    rule,
    message: `${name} is required`,
  };
}

function judgeBody(plan: ValidationPlan, request: HttpRequest): readonly Violation[] {
  const { body } = request;
  const documented = plan.operation.body;
  if (body.kind === 'none') {
    if (documented?.required !== true) return NOTHING;
    if (isEmptyText(plan, request)) return NOTHING;
    const rule = `${documented.pointer}/required`;
    return [{ code: 'body.required', pointer: '/body', keyword: 'required', rule, message: 'A body is required' }];
  }
  if (body.kind === 'oversize') {
    return [{ code: 'body.too-large', pointer: '/body', message: `The body is larger than ${body.limit} bytes` }];
  }
  if (documented === undefined || plan.body === undefined) {
    return [unsupportedMedia('A body is sent, but none is documented')];
  }
  if (plan.body.contents.length === 0) return NOTHING;
  const content = plan.body.choose(body.mediaType);
  const rule = `${documented.pointer}/content`;
  if (content === undefined) {
    const offers = plan.body.contents.map(({ mediaType }) => `\`${mediaType.mediaType}\``).join(', ');
    const given = body.mediaType === '' ? 'has no media type' : `is \`${body.mediaType}\``;
    return [unsupportedMedia(`The body must be ${offers}, but ${given}`, rule)];
  }
  const charset = parseMediaType(body.mediaType)?.parameters['charset'];
  if (body.kind === 'unreadable' && charset !== undefined && !/^(?:utf-?8|us-ascii|ascii)$/i.test(charset)) {
    return [unsupportedMedia(`The body must be UTF-8, but its charset is \`${charset}\``, rule)];
  }
  return judgeContent(content, body, BODY, 'body.malformed');
}

/** Whether empty content of a plain text media type is an empty string. */
function isEmptyText(plan: ValidationPlan, { headers }: HttpRequest): boolean {
  const mediaType = fieldValue(headers, 'content-type');
  const content = mediaType !== undefined && isPlainText(mediaType) ? plan.body?.choose(mediaType) : undefined;
  return content?.schema?.accepts('') === true;
}

function unsupportedMedia(message: string, rule?: string): Violation {
  return {
    code: 'media-type.unsupported',
    pointer: '/header/content-type',
    ...(rule === undefined ? {} : { rule }),
    message,
  };
}
