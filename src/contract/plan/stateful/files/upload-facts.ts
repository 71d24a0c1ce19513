import type { Json } from '../../../../core/index.ts';
import { type Operation, operationTexts, propertiesOf, type Schema, sentencesIn } from '../../../../spec/index.ts';
import { isObject } from '../../../../wire/index.ts';
import type { CaseContext } from '../../../model/case-context.ts';
import { isSizeName } from '../../../responses/comparison.ts';
import { isBinary } from './file-contents.ts';

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

/** Words that say that something is as it was sent: `as it was uploaded`, `under which it was uploaded`. */
const AS_SENT =
  /\bas (?:it |they )?(?:was |were |is )?(?:originally )?(?:uploaded|sent|given|received|submitted)(?: by (?:the )?(?:clients?|senders?|uploaders?|users?))?(?: (?:with|in) the (?:upload|form|request))?(?=\W*$|[,.;)])|\b(?:under|with|by) which (?:it|the (?:file|photo|document|upload)) (?:was |has been )?(?:originally )?uploaded\b/i;
const ORIGINAL_NAME = /^\W*(?:the )?original (?:file ?)?name(?: of the (?:file|upload|document|photo))?\W*$/i;

const FILES = '(?:files?|uploads?|attachments?|documents?|photos?|papers?|it|they)';
const START = '^\\W*(?:(?:the|an?|each|every|all|any|uploaded) )*';
const A_TYPE = '(?:its |their |the )?(?:own |original )?(?:media|content|mime)[- ]?types?';
const A_NAME = '(?:its |their |the )?(?:own |original )?(?:file ?)?names?';
const KEPT = `(?: of (?:the |all )?${FILES})? (?:is|are) kept(?=\\W*$|[,;]| as )`;
const KEEPS_NAME = new RegExp(
  `${START}(?:${FILES} keeps? ${A_NAME}(?=\\W*$|[,;]| and | as )|${A_NAME}(?: and ${A_TYPE})?${KEPT})`,
  'i',
);
const KEEPS_TYPE = new RegExp(
  `${START}(?:${FILES} keeps? (?:${A_NAME} and )?${A_TYPE}(?=\\W*$|[,;]| and | as )|(?:${A_NAME} and )?${A_TYPE}${KEPT})`,
  'i',
);
/** Of a download: `The file with its own media type`, `The bytes in the media type with which it was uploaded`. */
const OWN_TYPE = new RegExp(
  `${START}(?:${FILES}|bytes|contents?)(?: itself)?(?: (?:is|are))?(?: (?:sent|answered|served|returned|delivered))?,? (?:with|under|in) (?:(?:its|their|the) (?:own|original|uploaded) (?:media|content|mime)[- ]?types?(?=\\W*$|[,;])|the (?:media|content|mime)[- ]?types? (?:with which|as|that) (?:it|they) (?:was|were) (?:uploaded|sent)(?=\\W*$|[,;]))`,
  'i',
);
/** Words of a sentence that holds for some files, or for some time. */
const PARTLY =
  /\b(?:not?|never|may|might|can|could|unless|except|if|when|where|while|until|once|only|inside|within|at most|up to|characters?|others?|otherwise|known|allowed|possible|service|server)\b/i;
/** Words of a service that makes another name, type or size of what it takes. */
const CHANGED =
  /\b(?:replac|remov|drop(?:s|ped)|strip|trim|shorten|truncat|cut|convert|transcod|translat|transliterat|saniti[sz]|normali[sz]|clean|escap|encod|lower|upper|slug|prefix|suffix|append|prepend|unique|renam|numbered|a number|detect|sniff|guess|determin|deriv|infer|recogni[sz]|comput|generat|assign|archive|zip|preview|thumbnail|rendition|compress|encrypt|resiz|optimi[sz]|watermark|scann|octet-stream|ascii|safe|at most|(?:given|chosen|made) by the (?:service|server))/i;
const OF_FILES =
  /\b(?:files?|uploads?|names?|characters?|letters?|umlauts?|spaces?|extensions?|types?|sizes?|content|bytes|octet-stream)\b/i;

/** Whether a sentence keeps a promise for every file, and no other sentence tells of names, types or sizes that the service makes. */
const says = (text: string, rule: RegExp): boolean => rule.test(text) && !PARTLY.test(text) && !CHANGED.test(text);
const mayChange = (texts: readonly string[]): boolean =>
  texts.flatMap(sentencesIn).some((text) => CHANGED.test(text) && OF_FILES.test(text));

/** The size of the whole file, and of nothing else. */
const SIZE_OF_FILE =
  /^\W*(?:the )?(?:(?:file )?(?:size|length)|number of bytes)(?: (?:of|in) (?:the|its|this) (?:file|content|upload|document|attachment|photo|image|video))?(?<unit>,? \(?(?:in )?bytes)?\W*$/i;

interface ShownItem {
  readonly entity: Json | undefined;
  /** A download has given exactly the bytes that were sent. */
  readonly isWhole: boolean;
  /** What the document says elsewhere about files. */
  readonly elsewhere: readonly string[];
}

/** Whether the document says that a service makes another name of the name of a file. */
export function mayChangeName(caseContext: CaseContext, create: Operation, property: string): boolean {
  return mayChange([...operationTexts(create, '2'), descriptionsOf(caseContext, create)(property)]);
}

/** What an item shows of a file of which the document promises that it is as sent. */
export function promisedFacts(
  caseContext: CaseContext,
  create: Operation,
  file: { readonly name: string; readonly type: string; readonly bytes: Uint8Array },
  { entity = null, isWhole, elsewhere }: ShownItem,
): readonly ShownFact[] {
  if (!isObject(entity)) return [];
  const texts = operationTexts(create, '2');
  const sentences = texts.flatMap(sentencesIn);
  const about = descriptionsOf(caseContext, create);
  const name = nameShown(caseContext, create, entity)?.property;
  return Object.entries(entity).flatMap(([property, value]): readonly ShownFact[] => {
    const own = about(property);
    if (mayChange([...texts, ...elsewhere, own])) return [];
    const keeps = (rule: RegExp): boolean =>
      sentencesIn(own).some((text) => says(text, AS_SENT)) || sentences.some((text) => says(text, rule));
    if (property === name && (keeps(KEEPS_NAME) || ORIGINAL_NAME.test(own)))
      return [{ of: 'name', property, sent: file.name, value }];
    // A file of the general type says nothing of its type, and a service may look for a better one.
    const isType = typeof value === 'string' && value.includes('/') && TYPE.test(property) && !isBinary(file.type);
    if (isType && keeps(KEEPS_TYPE)) return [{ of: 'type', property, sent: file.type, value }];
    const size = SIZE_OF_FILE.exec(own);
    const isInBytes = size !== null && (size.groups?.['unit'] !== undefined || /bytes/i.test(property + size[0]));
    if (isWhole && typeof value === 'number' && isSizeName(property) && isInBytes)
      return [{ of: 'size', property, sent: file.bytes.length, value }];
    return [];
  });
}

/** What a download promises of the name and the media type of the file. */
export function downloadPromises(
  read: Operation,
  elsewhere: readonly string[],
): { readonly name?: boolean; readonly type?: boolean } {
  const answers = read.responses.filter(({ status }) => status.startsWith('2'));
  const field =
    answers.flatMap(({ headers }) => headers).find(({ name }) => name.toLowerCase() === 'content-disposition')
      ?.description ?? '';
  const texts = operationTexts(read, '2');
  if (mayChange([...texts, ...elsewhere, field])) return {};
  const sentences = texts.flatMap(sentencesIn);
  return {
    name: sentencesIn(field).some((text) => says(text, AS_SENT)),
    type: sentences.some((text) => says(text, KEEPS_TYPE) || says(text, OWN_TYPE)),
  };
}

function descriptionsOf({ api, model }: CaseContext, create: Operation): (property: string) => string {
  const schema: Schema | undefined = model.roleOf(create).resource?.schema;
  const properties = schema === undefined ? {} : propertiesOf(api, schema);
  return (name) => {
    const rule = Object.hasOwn(properties, name) ? api.deref(properties[name]?.schema ?? true) : true;
    return typeof rule === 'object' ? (rule.description ?? '') : '';
  };
}
