import type { HttpRequest, Json } from '../../core/index.ts';
import type { Parameter } from '../../spec/index.ts';
import { decodePercent, encodeParameter } from '../../wire/index.ts';

/** Whether a pair of a query belongs to the parameter with this name: `tags`, `tags[0]` or `tags%5B0%5D`. */
export function isPairOf(pair: string, name: string): boolean {
  const own = pair.split('=')[0] ?? '';
  const encoded = encodeURIComponent(name);
  return own === name || own === encoded || own.startsWith(`${name}[`) || own.startsWith(`${encoded}%5B`);
}

/** A name or value of a query as it was meant; as it stands there if its percent-encoding is wrong. */
export function decodeQueryPart(text: string): string {
  const spaced = text.replace(/\+/g, ' ');
  return decodePercent(spaced) ?? spaced;
}

/** The request with another value for a query parameter; without the parameter if the value is undefined. */
export function withQueryParameter(request: HttpRequest, parameter: Parameter, value: Json | undefined): HttpRequest {
  const encoded = value === undefined ? [] : encodeParameter(parameter, value);
  const rest = request.query.split('&').filter((pair) => pair !== '' && !isPairOf(pair, parameter.name));
  const pairs = typeof encoded === 'string' ? [encoded] : encoded.map((pair) => `${pair.name}=${pair.value}`);
  return { ...request, query: [...rest, ...pairs].filter((pair) => pair !== '').join('&') };
}
