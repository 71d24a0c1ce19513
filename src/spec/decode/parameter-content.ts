import { decodeForm, decodePercent, isForm, isJson, parseJson, type RawPair } from '../../wire/index.ts';
import type { Api, MediaType, Parameter } from '../model/api.ts';
import { formShapeOf, typedForm } from '../schema/body-shapes.ts';
import { coercionOf } from '../schema/coercion.ts';
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
      return content === undefined ? { ok: true, value: decoded } : readContent(api, content, decoded);
    },
  };
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
