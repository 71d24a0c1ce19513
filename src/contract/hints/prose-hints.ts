import type { Json } from '../../core/index.ts';
import type { SchemaObject } from '../../spec/index.ts';
import { escapeRegExp } from '../../wire/index.ts';
import { asSchema, asValues, type Hint } from './hint.ts';
import { quotedIn } from './quoted-words.ts';
import { jsonTextIn, textKindOf } from './text-kinds.ts';

/** How many characters of a description are read. */
const MOST_CHARACTERS = 2_000;

/**
 * Hints in a description, the more certain ones first. They are used to draw values after a plain one was
 * refused, never to judge. `siblings` are the names of the other places: a quoted name is not a value.
 */
export function proseHints(description: string, siblings: ReadonlySet<string> = new Set()): readonly Hint[] {
  const json = jsonTextIn(description);
  if (json !== undefined) return [json];
  const sentences = description
    .slice(0, MOST_CHARACTERS)
    .split(/(?<=[.!?])(?<!\b(?:e\.g|i\.e)\.)\s+(?=[A-Z`"“])|\n+/)
    .filter((sentence) => sentence.trim() !== '');
  return [
    ...sentences.flatMap((sentence) => RULES.flatMap((rule) => rule(sentence, siblings) ?? [])),
    ...(textKindOf(description) === undefined ? [] : [textKindOf(description) as Hint]),
  ];
}

/** Words in capitals that a list begins with: `REPLACE or DELETE`. */
function constantsIn(text: string): readonly string[] {
  const list = /^:? *([A-Z][A-Z0-9_]+(?:(?:, *(?:or )?| or )[A-Z][A-Z0-9_]+)+)(?![\w-])/.exec(text)?.[1] ?? '';
  return list.split(/, *(?:or )?| or /).filter((word) => word !== '');
}

type Rule = (sentence: string, siblings: ReadonlySet<string>) => Hint | undefined;

const RULES: readonly Rule[] = [
  (sentence) => {
    const word =
      /\bdefaults?(?: value)?(?: is| to|:|=)+\s*(?:`([^`]+)`|"([^"]+)"|'([^']+)'|“([^”]+)”|([\w.-]*\w)(?=[.,;)]|$))/i.exec(
        sentence,
      );
    const value = word?.slice(1).find((part) => part !== undefined);
    return value === undefined || /^(the|a|an|to|no|none|null|not)$/i.test(value)
      ? undefined
      : asValues(possibleValues(value));
  },
  (sentence, siblings) => {
    const listed =
      /\b(?:one of|can be|must be|either|(?:possible|valid|allowed|supported|available) values?(?: are)?)\b(.*)/i.exec(
        sentence,
      );
    const rest = listed?.[1] ?? '';
    const quoted = quotedIn(rest);
    const values = (quoted.length > 0 ? quoted : constantsIn(rest)).filter((value) => !siblings.has(value));
    return values.length < 2 ? undefined : asValues(values.flatMap(possibleValues));
  },
  (sentence, siblings) => {
    // "Type of disk (local, shared or remote)".
    const list = /\((\w[\w.-]*(?:, \w[\w.-]*)*(?:,? or |, )\w[\w.-]*)\)/.exec(sentence)?.[1] ?? '';
    const values = list.split(/,? or |, /).filter((value) => value !== '' && !siblings.has(value));
    return values.length < 2 ? undefined : asValues(values.flatMap(possibleValues));
  },
  (sentence, siblings) => {
    const example =
      /(?:\be\.?g\.?,?|\bfor (?:example|instance)|\bsuch as|\bexamples?:?|\bin the form(?:at)?(?: of)?|\blike)[\s:,]*(.*)/i.exec(
        sentence,
      );
    const [value] = quotedIn(example?.[1] ?? '').filter((each) => !siblings.has(each));
    if (value === undefined || /[{<].*[}>]|\w\[\W?\w/.test(value)) return undefined;
    return { kind: 'values', values: possibleValues(value), model: true };
  },
  lengthOf,
  boundOf,
  (sentence) => {
    const exact = /\ban? (\d{1,3})[- ](?:character|digit|letter)/i.exec(sentence)?.[1];
    return exact === undefined ? undefined : asSchema({ minLength: Number(exact), maxLength: Number(exact) });
  },
  (sentence) => {
    const start = /\b(?:must|should|has to) (?:start|begin) with (.*)/i.exec(sentence)?.[1];
    const [text] = quotedIn(start ?? '');
    return text === undefined
      ? undefined
      : asSchema({ type: 'string', pattern: `^${escapeRegExp(text)}[a-z0-9]{4,10}$` });
  },
  (sentence) => {
    const end = /\b(?:must|should|has to) end (?:with|in) (.*)/i.exec(sentence)?.[1];
    const text = quotedIn(end ?? '')[0] ?? (/^an? (?:dot|period)/i.test(end ?? '') ? '.' : undefined);
    return text === undefined
      ? undefined
      : asSchema({ type: 'string', pattern: `^[a-z][a-z0-9]{4,10}${escapeRegExp(text)}$` });
  },
  (sentence) => {
    const template = /\b(?:in|of) the form(?:at)?:? (.*)|\bformat(?: is)?: (.*)/i.exec(sentence);
    const [text] = quotedIn(template?.[1] ?? template?.[2] ?? '');
    return text === undefined || !/\{[\w-]+\}/.test(text)
      ? undefined
      : asSchema({ type: 'string', pattern: `^${patternOf(text)}$` });
  },
  (sentence) => (/\bunique\b/i.test(sentence) ? { kind: 'unique' } : undefined),
];

/** `projects/{id}` as a pattern. */
function patternOf(template: string): string {
  return template
    .split(/(\{[\w-]+\})/)
    .map((part) => (part.startsWith('{') ? '[a-z0-9]{4,8}' : escapeRegExp(part)))
    .join('');
}

function lengthOf(sentence: string): Hint | undefined {
  const between = /\b(?:between|from) (\d{1,6})(?: and | to | ?- ?)(\d{1,6}) (?:character|byte|letter|symbol)/i.exec(
    sentence,
  );
  if (between !== null) return asSchema({ minLength: Number(between[1]), maxLength: Number(between[2]) });
  const most =
    /\b(?:up to|at most|max\w*(?: of| is|:)?|not exceed|limited to|less than) (\d{1,6})\b[- ]?(?:character|byte|letter)/i.exec(
      sentence,
    )?.[1];
  if (most !== undefined) return asSchema({ maxLength: Number(most) });
  const least = /\b(?:at least|min\w*(?: of| is|:)?) (\d{1,6})\b[- ]?(?:character|byte|letter)/i.exec(sentence)?.[1];
  return least === undefined ? undefined : asSchema({ minLength: Number(least) });
}

function boundOf(sentence: string): Hint | undefined {
  const between =
    /\b(?:between|from) (-?\d{1,9})(?: and | to | ?- ?)(-?\d{1,9})\b(?! ?(?:character|byte|letter|symbol))/i.exec(
      sentence,
    );
  if (between !== null) return bounds({ minimum: Number(between[1]), maximum: Number(between[2]) });
  const most =
    /\b(?:at most|max(?:imum)?(?: value)?(?: of| is|:)?|not exceed) (\d{1,9})\b(?! ?(?:character|byte|letter))/i.exec(
      sentence,
    )?.[1];
  if (most !== undefined) return bounds({ maximum: Number(most) });
  const least = /\b(?:at least|min(?:imum)?(?: value)?(?: of| is|:)?) (\d{1,9})\b(?! ?(?:character|byte|letter))/i.exec(
    sentence,
  )?.[1];
  return least === undefined ? undefined : bounds({ minimum: Number(least) });
}

/** A hint with bounds, as a schema for numbers and lists. Each keyword applies only to values of its type. */
export function bounds({ minimum, maximum }: { readonly minimum?: number; readonly maximum?: number }): Hint {
  const schema: SchemaObject = {
    ...(minimum === undefined ? {} : { minimum, minItems: Math.min(minimum, 20) }),
    ...(maximum === undefined ? {} : { maximum, maxItems: maximum }),
  };
  return asSchema(schema);
}

/** A quoted word as a string, and as the JSON value that it may be. */
function possibleValues(value: string): readonly Json[] {
  const read: Json[] = /^-?\d{1,15}(\.\d{1,9})?$/.test(value)
    ? [Number(value)]
    : /^(true|false)$/.test(value)
      ? [value === 'true']
      : [];
  return [value, ...read];
}
