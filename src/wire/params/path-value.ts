import type { Json } from '../../core/index.ts';
import { isJson } from '../http/media-type.ts';
import { encodePathSegment } from '../http/percent.ts';
import { stringifyJson } from '../json/json.ts';
import { encodeParameter, type ParameterSpec } from './styles.ts';

/** A path parameter in a document: with a style, or with the media type of its content. */
export interface PathSpec extends ParameterSpec {
  readonly content?: { readonly mediaType: string };
}

/**
 * One value in a path: `7`, `;id=7`, `.7`, or JSON if the parameter has such content. Without a parameter:
 * plain.
 */
export function encodeInPath(parameter: PathSpec | undefined, value: Json): string {
  if (parameter?.content !== undefined) return encodePathSegment(contentText(parameter.content.mediaType, value));
  const isPlain = parameter === undefined || parameter.style === 'simple';
  const styled = isPlain ? undefined : encodeParameter(parameter, value);
  return typeof styled === 'string' ? styled : encodePathSegment(plainText(value));
}

function contentText(mediaType: string, value: Json): string {
  return isJson(mediaType) ? stringifyJson(value) : plainText(value);
}

function plainText(value: Json): string {
  return typeof value === 'string' ? value : stringifyJson(value);
}
