import { decodeForm, decodePercent, isForm, isJson, parseJson, type RawPair } from '../../wire/index.ts';
import type { Api, MediaType, Parameter } from '../model/api.ts';
import { formShapeOf, typedForm } from '../schema/body-shapes.ts';
import { coercionOf } from '../schema/coercion.ts';
import { typesOf } from '../schema/schema-facts.ts';
import type { DecodedValue, RawReader } from './raw-reader.ts';

/** Reads a parameter with `content` (OpenAPI 3.1 §4.8.12.3): its text is a document of that media type. */
export function contentReaderOf(api: Api, parameter: Parameter): RawReader {
  const { content } = parameter;
  return {
    shape: 'scalar',
    from: (raw) => {
      const text = typeof raw === 'string' ? raw : onlyValue(raw, parameter.name);
      if (text === undefined || typeof text === 'object') return text;
      const decoded = parameter.in === 'header' ? text : decodePercent(text);
      if (decoded === undefined) return { ok: false, reason: 'has bad percent-encoding' };
      if (content === undefined) return { ok: true, value: decoded };
      return isPlainText(api, content, decoded) ? { ok: true, value: decoded } : readContent(api, content, decoded);
    },
  };
}

/**
 * Whether text stands without the quotes of JSON where a document has a string as `application/json` (`/users/ada`): clients write it as any other
 * parameter.
 */
function isPlainText(api: Api, { mediaType, schema }: MediaType, text: string): boolean {
  const types = typesOf(api, schema ?? true);
  if (!isJson(mediaType) || types.length === 0 || !types.every((type) => type === 'string' || type === 'null'))
    return false;
  const parsed = parseJson(text);
  return !parsed.ok || (typeof parsed.value !== 'string' && parsed.value !== null);
}

function onlyValue(pairs: readonly RawPair[], name: string): string | DecodedValue {
  const own = pairs.filter((pair) => pair.name === name);
  return own.length > 1 ? { ok: false, reason: `is given ${own.length} times` } : own[0]?.raw;
}

/** Decodes text by its media type. */
export function readContent(api: Api, content: MediaType, text: string): DecodedValue {
  if (isJson(content.mediaType)) {
    const parsed = parseJson(text);
    return parsed.ok ? { ok: true, value: parsed.value } : { ok: false, reason: `is not JSON: ${parsed.reason}` };
  }
  if (!isForm(content.mediaType)) return { ok: true, value: coercionOf(api, content.schema).apply(text) };
  const form = decodeForm(text, formShapeOf(api, content));
  return form.ok ? { ok: true, value: typedForm(api, content.schema, form.value) } : { ok: false, reason: form.reason };
}
