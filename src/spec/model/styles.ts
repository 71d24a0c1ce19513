import type { ParameterLocation, ParameterStyle } from '../../wire/index.ts';
import { isRaw, member, textOf } from './raw.ts';

/** Styles that each location may have (OpenAPI 3.2 §4.12.3); the first is the default. */
export const STYLES_OF: Readonly<Record<ParameterLocation, readonly [ParameterStyle, ...ParameterStyle[]]>> = {
  path: ['simple', 'label', 'matrix'],
  query: ['form', 'spaceDelimited', 'pipeDelimited', 'deepObject', 'tabDelimited'],
  header: ['simple'],
  cookie: ['form', 'cookie'],
  querystring: ['form'],
};

const ALL: ReadonlySet<unknown> = new Set(Object.values(STYLES_OF).flat());

export function isStyle(value: unknown): value is ParameterStyle {
  return ALL.has(value);
}

/** The default of `explode`. */
export function explodesByDefault(style: ParameterStyle): boolean {
  return style === 'form' || style === 'cookie';
}

/** The styles of a list and of the lists in it. */
export interface CollectionStyle {
  readonly style: ParameterStyle;
  readonly explode: boolean;
  readonly inner?: readonly ParameterStyle[];
}

/** 2.0's `collectionFormat` of a parameter, header or field, and of its items, in terms of 3.x. */
export function styleOfCollection(node: unknown, location: ParameterLocation): CollectionStyle {
  const inner: ParameterStyle[] = [];
  for (let at = member(node, 'items'); isRaw(at) && member(at, 'type') === 'array'; at = member(at, 'items'))
    inner.push(styleOfFormat(textOf(at, 'collectionFormat'), location).style);
  const own = styleOfFormat(textOf(node, 'collectionFormat'), location);
  return inner.length === 0 ? own : { ...own, inner };
}

function styleOfFormat(format: string | undefined, location: ParameterLocation): CollectionStyle {
  const plain = STYLES_OF[location][0];
  if (format === 'multi') return { style: plain, explode: true };
  if (format === 'ssv') return { style: 'spaceDelimited', explode: false };
  if (format === 'tsv') return { style: 'tabDelimited', explode: false };
  if (format === 'pipes') return { style: 'pipeDelimited', explode: false };
  return { style: plain, explode: false };
}
