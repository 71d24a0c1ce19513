import type { Json } from '../../core/index.ts';
import { conjunctsOf, propertiesOf, type SchemaObject } from '../../spec/index.ts';
import { bytesToText, isArray, isObject, sampleFile } from '../../wire/index.ts';
import type { DraftBody, RequestTools } from './draft-parts.ts';

/**
 * The value of a multipart form with a small real file in each part of a known media type, so that a picture can be opened. A value
 * that the document shows and the `given` ones stay; so does a value that its schema ties to something else.
 */
export function withPartFiles(
  { tools, accepts }: Pick<RequestTools, 'tools' | 'accepts'>,
  { media, mediaType, value }: Pick<DraftBody, 'media' | 'mediaType' | 'value'>,
  given: Readonly<Record<string, Json>> = {},
): Json {
  if (!isObject(value)) return value;
  const fields = tools.formOf(media).shapes(mediaType).formShape ?? {};
  const schema = media.schema ?? true;
  const properties = propertiesOf(tools.api, schema);
  let filled: Readonly<Record<string, Json>> = value;
  for (const [name, { contentType }] of Object.entries(fields)) {
    const member = Object.hasOwn(value, name) ? value[name] : undefined;
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (contentType === undefined || member === undefined || Object.hasOwn(given, name)) continue;
    if (property !== undefined && conjunctsOf(tools.api, property.schema).some(isShown)) continue;
    const file = sampleFile(contentType.split(',')[0] ?? '', name);
    if (file === undefined) continue;
    const text = bytesToText(file);
    const next = { ...filled, [name]: isArray(member) ? member.map(() => text) : text };
    if (accepts(schema, next)) filled = next;
  }
  return filled;
}

function isShown({ examples, default: otherwise }: SchemaObject): boolean {
  return examples !== undefined || otherwise !== undefined;
}
