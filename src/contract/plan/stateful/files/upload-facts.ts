import type { Json } from '../../../../core/index.ts';
import { type Operation, operationTexts, propertiesOf, type Schema } from '../../../../spec/index.ts';
import { isObject } from '../../../../wire/index.ts';
import type { CaseContext } from '../../../model/case-context.ts';

/** What an item shows of an uploaded file. */
export interface ShownFact {
  readonly of: 'name' | 'type' | 'size';
  readonly property: string;
  /** What was sent. */
  readonly sent: Json;
  readonly value: Json;
}

const NAMED = /^((original[-_]?)?file|original)[-_]?name$/i;
const SAID = /\bfile ?name\b|\bname of (the|an?|its) (\w+ )?(file|upload|attachment)\b/i;
const TYPE = /^((content|media|mime|file)[-_]?type|mime)$/i;
const SIZE = /^(size|bytes|length|((content|file)[-_]?)(size|length)|size[-_]?(in[-_]?)?bytes)$/i;

/** The property that shows the file name: by its name, or a `name` whose description says so. */
export function nameShown(
  caseContext: CaseContext,
  create: Operation,
  entity: Json | undefined,
): { readonly property: string; readonly value: string } | undefined {
  if (!isObject(entity ?? null)) return undefined;
  const isDocumented = create.responses.some(
    ({ status, description }) => status.startsWith('2') && SAID.test(description),
  );
  const about = descriptionsOf(caseContext, create);
  const found = Object.entries(entity ?? {}).find(
    ([name, value]) =>
      typeof value === 'string' && (NAMED.test(name) || (isDocumented && name === 'name') || SAID.test(about(name))),
  );
  return found === undefined ? undefined : { property: found[0], value: String(found[1]) };
}

/** Words that say that something is as it was sent: `as it was uploaded`, `under which it was uploaded`, `the original name`. */
const AS_SENT =
  /\bas (?:it |they )?(?:was |were |is )?(?:originally )?(?:uploaded|sent|given|received|submitted)\b|\b(?:under|with|by) which (?:it|the (?:file|photo|document|upload))\b[^.]*\buploaded\b|\boriginal (?:file ?)?name\b|\b(?:unchanged|verbatim)\b/i;
const KEEPS_NAME =
  /\bkeeps? (?:its|their|the) (?:own |original )?(?:file ?)?name\b|\b(?:file ?)?names? (?:is|are) kept\b/i;
const KEEPS_TYPE =
  /\bkeeps? [^.]*\b(?:media|content|mime)[- ]?type\b|\b(?:media|content|mime)[- ]?types? (?:is|are) kept\b|\b(?:with|under|in) (?:its|their|the) (?:own|original|same|uploaded) (?:media|content|mime)[- ]?type\b|\b(?:media|content|mime)[- ]?type (?:(?:that|with which|as) )?(?:it |they )?(?:was |were )?(?:uploaded|sent|given)\b/i;
const NEGATED = /\b(?:not|never|may|might|can|unless|except|sanitized|normali[sz]ed|cleaned)\b/i;

const says = (text: string, rule: RegExp): boolean => rule.test(text) && !NEGATED.test(text);

interface ShownItem {
  readonly entity: Json | undefined;
  /** A download has given exactly the bytes that were sent. */
  readonly isWhole: boolean;
}

/** What an item shows of a file of which the document promises that it is as sent. */
export function promisedFacts(
  caseContext: CaseContext,
  create: Operation,
  file: { readonly name: string; readonly type: string; readonly bytes: Uint8Array },
  { entity = null, isWhole }: ShownItem,
): readonly ShownFact[] {
  if (!isObject(entity)) return [];
  const texts = operationTexts(create, '2').flatMap((text) => text.split(/(?<=[.;])\s/));
  const about = descriptionsOf(caseContext, create);
  const name = nameShown(caseContext, create, entity)?.property;
  return Object.entries(entity).flatMap(([property, value]): readonly ShownFact[] => {
    const own = about(property);
    if (property === name && (says(own, AS_SENT) || texts.some((text) => says(text, KEEPS_NAME))))
      return [{ of: 'name', property, sent: file.name, value }];
    const isType = typeof value === 'string' && TYPE.test(property);
    if (isType && (says(own, AS_SENT) || texts.some((text) => says(text, KEEPS_TYPE))))
      return [{ of: 'type', property, sent: file.type, value }];
    const isInBytes = /bytes$/i.test(property) || /\bbytes\b/i.test(own);
    if (isWhole && typeof value === 'number' && SIZE.test(property) && isInBytes)
      return [{ of: 'size', property, sent: file.bytes.length, value }];
    return [];
  });
}

/** What a download promises of the name and the media type of the file. */
export function downloadPromises(read: Operation): { readonly name?: boolean; readonly type?: boolean } {
  const answers = read.responses.filter(({ status }) => status.startsWith('2'));
  const field = answers
    .flatMap(({ headers }) => headers)
    .find(({ name }) => name.toLowerCase() === 'content-disposition');
  const texts = operationTexts(read, '2').flatMap((text) => text.split(/(?<=[.;])\s/));
  const isTyped = texts.some((text) => says(text, KEEPS_TYPE));
  return { name: field?.description !== undefined && says(field.description, AS_SENT), type: isTyped };
}

function descriptionsOf({ api, model }: CaseContext, create: Operation): (property: string) => string {
  const schema: Schema | undefined = model.roleOf(create).resource?.schema;
  const properties = schema === undefined ? {} : propertiesOf(api, schema);
  return (name) => {
    const rule = Object.hasOwn(properties, name) ? api.deref(properties[name]?.schema ?? true) : true;
    return typeof rule === 'object' ? (rule.description ?? '') : '';
  };
}
