import type { Json, Violation } from '../../core/index.ts';
import { decodePercent, isForm } from '../../wire/index.ts';
import type { Api, Parameter } from '../model/api.ts';
import { readContent } from './parameter-content.ts';

/** 3.2 `in: querystring`: the whole query as one value of the parameter's media type (OpenAPI 3.2 §4.12.2). */
export function readQuerystring(
  api: Api,
  parameter: Parameter,
  query: string,
  violations: Violation[],
): Json | undefined {
  const { content } = parameter;
  if (query === '' || content === undefined) return undefined;
  // A form has its own encoding; any other text is encoded as a whole.
  const text = isForm(content.mediaType) ? query : decodePercent(query.replaceAll('+', '%20'));
  const decoded =
    text === undefined ? { ok: false as const, reason: 'has bad percent-encoding' } : readContent(api, content, text);
  if (decoded?.ok === true) return decoded.value;
  violations.push({
    code: 'parameter.malformed',
    pointer: '/querystring',
    rule: parameter.pointer,
    message: `The query string ${decoded?.reason ?? 'cannot be read'}.`,
  });
  return undefined;
}
