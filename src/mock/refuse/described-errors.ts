import type { Json, JsonObject } from '../../core/index.ts';
import { isArray, isObject, parseJson, withoutSeparators } from '../../wire/index.ts';
import { type ErrorFacts, errorWord, fieldOf } from './error-meanings.ts';

/** An error as the text about the whole API shows it. */
export interface DescribedError {
  readonly example: JsonObject;
  /** Codes of errors that the text lists in a table. */
  readonly codes: readonly string[];
}

const BLOCK = /^ *(?:```|~~~) *([\w+-]*)[^\n]*\n([\s\S]*?)\n *(?:```|~~~)/gm;
const CODE = /^\|\s*`([a-z][\w.-]{2,60})`\s*\|/gim;
const LONGEST = 200_000;
const MOST_LISTED = 20;

/** The first block of JSON in a description that is an error, and the codes listed after it; `undefined` where there is none. */
export function describedError(description: string | undefined): DescribedError | undefined {
  const text = (description ?? '').slice(0, LONGEST);
  for (const block of text.matchAll(BLOCK)) {
    const [, language = '', content = ''] = block;
    const example = /^(?:json)?$/i.test(language) ? objectIn(content) : undefined;
    if (example === undefined || !isError(example)) continue;
    const codes = [...text.slice(block.index).matchAll(CODE)].map(([, code = '']) => code);
    return { example, codes };
  }
  return undefined;
}

function objectIn(text: string): JsonObject | undefined {
  const read = parseJson(text);
  return read.ok && isObject(read.value) ? read.value : undefined;
}

function isError(value: JsonObject): boolean {
  const names = Object.keys(value).map(withoutSeparators);
  return (
    names.some((name) => name === 'error' || name === 'errors') || (names.includes('code') && names.includes('message'))
  );
}

const REASON = /^(?:message|msg|detail|description|errordescription|reason|errormessage)$/;
const WORD = /^(?:error)?(?:code|type|id|name|key)$/;
const FIELD = /^(?:field|name|property|param|parameter|path|attribute|source|pointer)$/;
const STATUS = /^(?:code|status|statuscode|httpstatus|httpcode)$/;

/** The described error with the facts of a refusal in their places. */
export function filledError({ example, codes }: DescribedError, facts: ErrorFacts): JsonObject {
  return filledObject(example, facts);

  function filled(name: string, value: Json, about: ErrorFacts): Json {
    const word = withoutSeparators(name);
    const { status } = about.refusal;
    if (typeof value === 'number') return STATUS.test(word) && value >= 400 && value <= 599 ? status : value;
    if (typeof value === 'string') return filledText(word, value, about);
    if (isArray(value)) return filledList(word, value, about);
    return isObject(value) ? filledObject(value, about) : value;
  }

  function filledText(word: string, value: string, about: ErrorFacts): string {
    const { refusal, isEntry = false } = about;
    const [violation] = refusal.violations;
    if (isEntry && violation !== undefined && FIELD.test(word)) return fieldOf(violation);
    if (REASON.test(word) || word === 'messages' || (/^errors?$/.test(word) && value.includes(' ')))
      return refusal.message;
    if (word !== 'error' && (isEntry || !WORD.test(word))) return value;
    return /^\d+$/.test(value) ? String(refusal.status) : (errorWord(codes, about) ?? refusal.code);
  }

  /** An entry for each violation; lists of what is wrong by field are empty where no field is. */
  function filledList(word: string, [first = null]: readonly Json[], about: ErrorFacts): Json {
    const { refusal, isEntry = false } = about;
    if (refusal.violations.length === 0 || isEntry)
      return isEntry || /^(?:errors|messages)$/.test(word) ? [filled(word, first, about)] : [];
    return refusal.violations.slice(0, MOST_LISTED).map((violation) => {
      const one = { ...refusal, message: violation.message, violations: [violation] };
      return filled(word, first, { ...about, isEntry: true, refusal: one });
    });
  }

  function filledObject(value: JsonObject, about: ErrorFacts): JsonObject {
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, filled(name, member, about)]));
  }
}
