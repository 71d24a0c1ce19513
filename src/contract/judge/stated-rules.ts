import type { Api, Operation, PlacedText, Schema } from '../../spec/index.ts';
import { escapeRegExp, escapeToken, parsePointer } from '../../wire/index.ts';
import type { FindingDraft } from '../model/check.ts';
import { placedSentences, sentencesOf } from '../model/document-sentence.ts';
import { schemaInBody } from '../requests/value-places.ts';

/** How a document states what a check expects of every service. */
interface StatedRule {
  /** Words of a sentence that states it, those first that state it most exactly. */
  readonly words: readonly RegExp[];
  /** Words of a sentence that does not. */
  readonly unless?: RegExp;
  /** A sentence of the operation counts without the name of the property. */
  readonly isGeneral?: true;
}

const CHANGE = /\b(?:sets?|updat\w+|chang\w+|increas\w+|increment\w+|grows?|bump\w*|rais(?:es|ed)|renew\w*)\b/i;
const LEFT_OUT =
  /\b(?:left out|leaves? out|leaving out|omit\w*|missing|absent|not (?:sent|given|present|included|contained|mentioned))\b/i;
const KEPT = /\b(?:stays?|kept|keeps?|unchanged|untouched|remains?|not (?:be )?(?:changed|touched|modified))\b/i;

const STATED: Readonly<Record<string, StatedRule>> = {
  'put.partial-update': { words: [LEFT_OUT, /\b(?:replac\w+|overwrit\w+)\b/i], unless: KEPT, isGeneral: true },
  'state.patch-drops-others': { words: [KEPT], isGeneral: true },
  'state.patch-null-kept': { words: [/\bnull\b/i] },
  'state.version-unchanged': { words: [CHANGE] },
  'state.creation-changed': { words: [KEPT] },
  'state.roundtrip-lossy': {
    words: [/\b(?:kept|keeps?|preserv\w+|verbatim|exactly|unchanged|as (?:sent|given|it is|they are))\b/i],
  },
  'write.failed-changed-state': {
    words: [/\b(?:nothing is|none (?:is|are)|all or (?:nothing|none)|atomic\w*|in one transaction)\b/i],
    isGeneral: true,
  },
};

/** Checks of what a write does with one property, which has a line of its own in the document. */
const OF_PROPERTY =
  /^(?:state\.(?:roundtrip-lossy|number-changed|update-not-visible|patch-null-kept|version-unchanged)|put\.partial-update)$/;

/** A write of which something is found. */
interface JudgedWrite {
  readonly check: string;
  readonly operation: Operation;
  /** Where its answers hold the item. */
  readonly entity?: string | undefined;
}

/** The place of a rule, with its sentence if the document has one. */
interface StatedPlace {
  readonly pointer: string;
  readonly sentence?: PlacedText;
}

/**
 * Where a document states what a write must do with a property: a sentence of the property or the operation; else
 * the property itself.
 */
export function statedPlace(
  api: Api,
  { check, operation, entity = '' }: JudgedWrite,
  { messagePointer = '' }: FindingDraft,
): StatedPlace | undefined {
  const [part, ...tokens] = parsePointer(messagePointer) ?? [];
  const path = part === 'body' ? tokens : [];
  const properties = path.length === 0 ? [] : propertiesAt(api, operation, path, entity);
  const rule = STATED[check];
  const name = path.findLast((token) => !/^(?:\d+|\*)$/.test(token));
  const sentence = rule === undefined ? undefined : statedIn(api, operation, rule, { properties, name });
  if (sentence !== undefined) return { pointer: sentence.pointer, sentence };
  const pointer = OF_PROPERTY.test(check) ? properties.flatMap((each) => api.pointerOf(each) ?? [])[0] : undefined;
  return pointer === undefined ? undefined : { pointer };
}

function statedIn(
  api: Api,
  operation: Operation,
  { words, unless, isGeneral }: StatedRule,
  { properties, name }: { readonly properties: readonly Schema[]; readonly name: string | undefined },
): PlacedText | undefined {
  const own = properties.flatMap((schema) => {
    const pointer = api.pointerOf(schema);
    const { description } = typeof schema === 'object' ? schema : {};
    return pointer === undefined ? [] : placedSentences(description, pointer);
  });
  const named = name === undefined ? undefined : new RegExp(`(?<![\\w-])${escapeRegExp(name)}(?![\\w-])`);
  // An answer is described by what it is: “Replaced”. A sentence about any property stands in the description.
  const general = sentencesOf(operation).filter(({ text, pointer }) =>
    isGeneral === true ? pointer === `${operation.pointer}/description` : named?.test(text) === true,
  );
  const candidates = [...own, ...general].filter(({ text }) => unless?.test(text) !== true);
  return words.flatMap((word) => candidates.find(({ text }) => word.test(text)) ?? [])[0];
}

/** The schemas of a property in the request and in the answers of a write. */
function propertiesAt(
  api: Api,
  { body, responses }: Operation,
  path: readonly string[],
  entity: string,
): readonly Schema[] {
  const pointer = path.map((each) => `/${escapeToken(each)}`).join('');
  const answered = responses.flatMap(({ status, content }) =>
    status.startsWith('2') ? (content[0]?.schema ?? []) : [],
  );
  const sent = body?.content[0]?.schema;
  return [
    ...(sent === undefined ? [] : [schemaInBody(api, sent, pointer)]),
    ...answered.map((schema) => schemaInBody(api, schema, `${entity}${pointer}`)),
  ].flatMap((schema) => schema ?? []);
}
