import { type Api, createForms, type MediaType, type Schema } from '../../spec/index.ts';
import { encodeBody, escapeRegExp, isXml } from '../../wire/index.ts';
import type { Change } from '../model/change.ts';
import type { ComparisonContext } from './context.ts';
import { bodyWrittenOtherwise } from './wire-form.ts';

const DRAWS = 4;

/**
 * One value has another text in XML: other names of elements, attributes, wrappers (OpenAPI 3.1 §4.8.26). For
 * schemas that otherwise accept the same.
 */
export function xmlWrittenOtherwise(
  { base, revision }: ComparisonContext,
  media: MediaType,
  other: MediaType,
): readonly Change[] {
  if (!isXml(media.mediaType) || media.schema === undefined) return [];
  const { schema, mediaType } = media;
  const [before, after] = [
    createForms(base.api)(media).shapes(mediaType),
    createForms(revision.api)(other).shapes(mediaType),
  ];
  // Without a name in the document, the root is called after the schema, which is not part of the contract.
  const isRootNamed = hasXmlName(base.api, schema) || hasXmlName(revision.api, other.schema ?? true);
  for (let seed = 0; seed < DRAWS; seed++) {
    const drawn = base.generator.value(schema, { seed, at: 'xml' }, { direction: 'request', optional: 'all' });
    if (!drawn.ok) continue;
    const [one, two] = [before, after].map((shapes) => encodeBody(drawn.value, mediaType, shapes).text);
    if (one === undefined || two === undefined || one === two) continue;
    if (!isRootNamed && withoutRootName(one) === withoutRootName(two)) continue;
    const message = `XML is written otherwise now: ${excerpt(two)}, before: ${excerpt(one)}`;
    return [bodyWrittenOtherwise(media, other, { keyword: 'xml', message, value: drawn.value })];
  }
  return [];
}

function hasXmlName(api: Api, schema: Schema): boolean {
  const rule = api.deref(schema);
  return typeof rule === 'object' && rule.xml?.name !== undefined;
}

/** The text with a root of any name. */
function withoutRootName(text: string): string {
  const [, name] = /^(?:<\?xml[^>]*>\s*)?<([^\s/>]+)/.exec(text) ?? [];
  return name === undefined
    ? text
    : text.replace(`<${name}`, '<root').replace(new RegExp(`</${escapeRegExp(name)}>\\s*$`), '</root>');
}

const excerpt = (text: string): string => text.replace(/^<\?xml[^>]*>\s*/, '').slice(0, 80);
