import type { Json } from '../../core/index.ts';
import type { Api, Operation, PlacedText, ResponseSpec } from '../../spec/index.ts';
import { escapeToken, isObject, parsePointer } from '../../wire/index.ts';
import type { FindingDraft } from '../model/check.ts';
import { placedSentences } from '../model/document-sentence.ts';
import { schemaInBody } from '../requests/value-places.ts';
import { statedPlace } from './stated-rules.ts';

/** The part of the document that a finding is about, and the sentence there that is its rule. */
export interface DocumentPlace {
  readonly pointer: string;
  readonly sentence?: PlacedText;
}

/** What a finding is about. */
export interface JudgedAnswer {
  readonly operation: Operation | undefined;
  /** The documented answer that was judged; undefined if the finding is not about that. */
  readonly answer: ResponseSpec | undefined;
  readonly check: string;
  /** The documented answer to the request, also if the finding is about a write before it. */
  readonly shown?: ResponseSpec | undefined;
  /** Where the answers of the operation hold the item. */
  readonly entity?: string | undefined;
}

/**
 * The place that a draft names, if the document has it; else the parameter or the property of the answer that it is
 * about; else the operation.
 */
export function documentPlaceOf(api: Api, draft: FindingDraft, about: JudgedAnswer): DocumentPlace | undefined {
  const { operation } = about;
  if (draft.sentence !== undefined) return { pointer: draft.sentence.pointer, sentence: draft.sentence };
  const named = draft.rule ?? draft.pointer;
  if (named !== undefined) return { pointer: writtenAt(api, named) };
  if (operation === undefined) return undefined;
  const found = changingHeader(api, draft, about) ?? propertyAt(api, draft, about) ?? parameterAt(operation, draft);
  return found ?? statedPlace(api, { ...about, operation }, draft) ?? { pointer: operation.pointer };
}

/** Security that an operation does not write is that of the whole document. */
function writtenAt(api: Api, pointer: string): string {
  const isInherited = pointer.endsWith('/security') && api.valueAt(pointer) === undefined;
  return isInherited && api.valueAt('/security') !== undefined ? '/security' : pointer;
}

function parameterAt({ parameters }: Operation, { messagePointer = '' }: FindingDraft): DocumentPlace | undefined {
  const [place, name = ''] = parsePointer(messagePointer) ?? [];
  const isAlike = (other: string): boolean =>
    place === 'header' ? other.toLowerCase() === name.toLowerCase() : other === name;
  const parameter = parameters.find((each) => each.in === place && isAlike(each.name));
  if (parameter === undefined) return undefined;
  return withDescription(parameter.pointer, parameter.description);
}

/** Checks of numbers in answers: the description of the number is the rule that is broken. */
const DESCRIBED = /^(?:page\.|state\.count-differs$)/;

/** The property or the header field of an answer. */
function propertyAt(
  api: Api,
  { messagePointer = '' }: FindingDraft,
  { answer, check }: JudgedAnswer,
): DocumentPlace | undefined {
  const [place, name = '', ...rest] = parsePointer(messagePointer) ?? [];
  if (answer === undefined) return undefined;
  const header = answer.headers.find((each) => place === 'header' && each.name.toLowerCase() === name.toLowerCase());
  if (header !== undefined) return { pointer: header.pointer };
  const schema = place === 'body' && name !== '' ? answer.content[0]?.schema : undefined;
  const path = [name, ...rest].map((each) => `/${escapeToken(each)}`).join('');
  const property = schema === undefined ? undefined : schemaInBody(api, schema, path);
  const pointer = property === undefined ? undefined : api.pointerOf(property);
  if (pointer === undefined) return undefined;
  return withDescription(
    pointer,
    DESCRIBED.test(check) && typeof property === 'object' ? property.description : undefined,
  );
}

const CHANGES = /\b(?:chang\w+|new|other|differ\w*|each|every)\b/i;

/** The header field of a read whose description says that it is another one after each change. */
function changingHeader(
  api: Api,
  { messagePointer = '' }: FindingDraft,
  { answer, shown }: JudgedAnswer,
): DocumentPlace | undefined {
  const [place, name = ''] = parsePointer(messagePointer) ?? [];
  if (answer !== undefined || place !== 'header') return undefined;
  const header = shown?.headers.find((each) => each.name.toLowerCase() === name.toLowerCase());
  const written = header === undefined ? undefined : (api.valueAt(header.pointer) as Json | undefined);
  if (header === undefined || !isObject(written) || typeof written['description'] !== 'string') return undefined;
  const sentence = placedSentences(written['description'], header.pointer).find(({ text }) => CHANGES.test(text));
  return sentence === undefined ? undefined : { pointer: sentence.pointer, sentence };
}

/** A part of the document with the first sentence of its description. */
function withDescription(pointer: string, description: string | undefined): DocumentPlace {
  const [sentence] = placedSentences(description, pointer);
  return { pointer, ...(sentence === undefined ? {} : { sentence }) };
}
