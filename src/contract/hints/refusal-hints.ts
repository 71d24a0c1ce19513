import type { SchemaObject } from '../../spec/index.ts';
import { asSchema, asValues, type Hint } from './hint.ts';
import { bounds } from './prose-hints.ts';
import { listedIn, quotedIn } from './quoted-words.ts';
import type { RefusalEntry } from './refusal-entries.ts';
import { textKindOf, typeKindOf } from './text-kinds.ts';

/**
 * The hint in one sentence of a refusal. `other`: the value is refused, and the sentence does not say what
 * is accepted.
 */
export function hintIn({ text, allowed }: RefusalEntry): Hint {
  if (allowed !== undefined) return asValues(allowed);
  for (const read of READINGS) {
    const hint = read(text);
    if (hint !== undefined) return hint;
  }
  return { kind: 'other' };
}

/** Names of algorithms of several kinds: a digest with a key, of tokens, with a pair of keys, of a cipher. */
const ALGORITHMS = ['hmac-sha256', 'HS256', 'rsa-sha256', 'ed25519', 'aes-256-gcm', 'sha256'];

const UNIQUE =
  /\balready (exists?|in use|taken|registered|used|defined)|\b(?:must|has to|have to|should|needs to) be unique|\bduplicate|\bnot unique|\b(is|been) taken\b|\banother\b[^.;]*\balready\b/i;

/** Whether a refusal says that another record has a value: `already exists`, `must be unique`, `another user has it already`. */
export const saysUnique = (text: string): boolean => UNIQUE.test(text);

const NOT = String.raw`\b(?:not|cannot|can't|never)\b[^.;]*`;
const IN_PAST = /\bin (?:the )?past\b/i;
const IN_FUTURE = /\bin (?:the )?future\b/i;
const NOT_IN_PAST = new RegExp(`${NOT}${IN_PAST.source}`, 'i');
const NOT_IN_FUTURE = new RegExp(`${NOT}${IN_FUTURE.source}`, 'i');

/** A moment after or before the present, in the forms that the schema of a place may allow: text, a day, seconds, milliseconds. */
function momentHint(text: string): Hint | undefined {
  const isLater = NOT_IN_PAST.test(text) || (IN_FUTURE.test(text) && !NOT_IN_FUTURE.test(text));
  if (!isLater && !IN_PAST.test(text) && !IN_FUTURE.test(text)) return undefined;
  const day = isLater ? '2037-12-31' : '2001-01-01';
  const at = Date.parse(day);
  return { kind: 'values', values: [`${day}T00:00:00Z`, day, at / 1_000, at], inOrder: true, moment: true };
}

/** Passwords with a capital and a small letter, a digit and a symbol. */
const STRONG = ['Tall-Heron-4821', 'Calm-Otter-7305-North'];

const OF_CHARACTERS =
  /\bat least (?:an?|one|two|\d) (?:\w+ )?(?:upper|lower|capital|small letter|digit|number|numeric|special|symbol)/i;

const READINGS: readonly ((text: string) => Hint | undefined)[] = [
  (text) => (saysUnique(text) ? { kind: 'unique' } : undefined),
  (text) =>
    /\b(unknown|unexpected|unrecogni[sz]ed|unsupported|additional|extra) (field|propert|key|param|attribute|argument|input)|\bshould not exist\b|\b(is|are) not (allowed|permitted|expected)(?! to)\b|extra fields? not permitted|"[\w.-]+" is not allowed|\bleave \S+ (empty|out|blank)\b|\b(?:may|can) ?not be used\b|\bonly (?:be )?(?:allowed|permitted|supported|available|valid|used) (?:when|if|while|on|in|with|for)\b/i.test(
      text,
    )
      ? { kind: 'unwanted' }
      : undefined,
  (text) => (OF_CHARACTERS.test(text) ? asValues(STRONG) : undefined),
  momentHint,
  (text) => (MUST_EQUAL.test(text) && quotedIn(text).length === 1 ? asValues(quotedIn(text)) : undefined),
  valuesHint,
  patternOf,
  lengthOf,
  boundOf,
  (text) => (TOO_MUCH.test(text) ? { kind: 'values', values: [1, 2, 0.01], inOrder: true } : undefined),
  (text) =>
    /\b(requires?|required|missing|mandatory)\b|\bnot (present|provided|set|specified|given|supplied)\b|\bno (?:[\w`'"-]+ ){1,6}(?:(?:is|are|was|were) )?(?:provided|specified|given|supplied)\b|\bmust (not be (blank|empty|null|nil)|be (provided|set|specified|given|supplied|present)|provide|specify|supply)\b|\b(may|can|should) ?not be (blank|empty|null|nil|undefined)|\bis (empty|blank)\b|\bcannot be (blank|empty|null)/i.test(
      text,
    )
      ? { kind: 'needed' }
      : undefined,
  (text) =>
    /\b(?:unknown|invalid|unsupported|bad|unrecogni[sz]ed)\b[^.;]*\balgorithm\b|\balgorithm\b[^.;]*\b(?:is )?(?:unknown|invalid|not (?:supported|known|valid|recogni[sz]ed))\b/i.test(
      text,
    )
      ? { kind: 'values', values: ALGORITHMS, inOrder: true }
      : undefined,
  (text) => textKindOf(text),
  (text) => typeKindOf(text),
];

/** A number that is too large for a record, without the bound: `There are more guests than the table seats.` */
const TOO_MUCH =
  /^(?!.*\b(?:length|long|characters?|chars?|bytes?|requests?|rate)\b)[^\d]*(?:\b(?:more|larger|greater|higher|bigger)\b[^.;]*\bthan\b|\btoo (?:many|much)\b|\bexceed(?:s|ed|ing)?\b)[^\d]*$/i;

const MUST_EQUAL = /\b(?:must|has to|should) (?:be )?(?:equal|exactly)(?: to)? *[`"'“]/i;

const LISTS =
  /(?:\b(?:one|any) of(?: the)?(?: following| allowed| valid)?(?: values?| options?)?|\b(?:allowed|valid|possible|permitted|supported|accepted|available|known) (?:values?|options?|types?|kinds?|names?)?(?: are| is)?|\bexpected|\bmust be either|\bchoose from)[\s:]*(.+)/i;

/** What follows a list of values: the refused value, or the next complaint. */
const AFTER_LIST =
  /,? ?\b(?:but )?(?:received|got|found|was|instead)\b.*$|, (?:but )?is .*$|;[^;]*\b(?:must|should|is|are|has|have|may|can)\b.*$/i;

function valuesHint(text: string): Hint | undefined {
  const [, rest] = LISTS.exec(text) ?? [];
  if (rest === undefined) return undefined;
  const inside = rest.replace(AFTER_LIST, '');
  const values = listedIn(inside);
  const isEnough = values.length > 1 || /\[[^\]]+\]|\bone of\b/i.test(text);
  return isEnough && values.length > 0 && !TYPE_WORDS.test(values.join(' ')) ? asValues(values) : undefined;
}

/** `expected string, received number` lists no values. */
const TYPE_WORDS = /^(an? )?(string|number|integer|boolean|object|array|null|date|valid)( |$)/i;

function patternOf(text: string): Hint | undefined {
  const found =
    /(?:pattern|regex\w*|regular expression|match\w*(?: the)?(?: format)?)\W{0,4}(\^[^\s"'`]+\$|\/\^?[^\s]+\$?\/)/i.exec(
      text,
    )?.[1];
  const pattern = found?.replace(/^\/(.*)\/[a-z]*$/, '$1');
  return pattern === undefined || pattern.length > 200 ? undefined : asSchema({ type: 'string', pattern });
}

const AT_LEAST = `(?:at least|minimum(?: (?:value|length|of|is))*|greater than or equal to|larger than or equal to|no(?:t)? (?:less|fewer|shorter|smaller) than|>=|≥|fewer than|shorter than|below)`;
const AT_MOST = `(?:at most|maximum(?: (?:value|length|of|is))*|less than or equal to|smaller than or equal to|no(?:t)? (?:more|longer|greater|larger) than|<=|≤|more than|longer than|exceeds?(?: the)?(?: maximum)?(?: of)?|up to|above)`;
const UNIT = String.raw`\b[- ]?(?:characters?|chars?|letters?|bytes?|symbols?|runes?|long|in length|digits?)`;

function lengthOf(text: string): Hint | undefined {
  const between = new RegExp(String.raw`between (\d{1,6}) and (\d{1,6})${UNIT}`, 'i').exec(text);
  if (between !== null) return asSchema({ minLength: Number(between[1]), maxLength: Number(between[2]) });
  const least = new RegExp(String.raw`${AT_LEAST} (\d{1,6})${UNIT}`, 'i').exec(text)?.[1];
  const most = new RegExp(String.raw`${AT_MOST} (\d{1,6})${UNIT}`, 'i').exec(text)?.[1];
  const schema: SchemaObject = {
    ...(least === undefined ? {} : { minLength: Number(least) }),
    ...(most === undefined ? {} : { maxLength: Number(most) }),
  };
  return least === undefined && most === undefined ? undefined : asSchema(schema);
}

function boundOf(text: string): Hint | undefined {
  const between = /between (-?\d{1,12}) and (-?\d{1,12})/i.exec(text);
  if (between !== null) return bounds({ minimum: Number(between[1]), maximum: Number(between[2]) });
  const least = new RegExp(String.raw`${AT_LEAST} (-?\d{1,12})\b`, 'i').exec(text)?.[1];
  const most = new RegExp(String.raw`${AT_MOST} (-?\d{1,12})\b`, 'i').exec(text)?.[1];
  const over = /greater than (-?\d{1,12})\b/i.exec(text)?.[1];
  const under = /less than (-?\d{1,12})\b/i.exec(text)?.[1];
  if (least !== undefined || most !== undefined)
    return bounds({
      ...(least === undefined ? {} : { minimum: Number(least) }),
      ...(most === undefined ? {} : { maximum: Number(most) }),
    });
  if (over !== undefined) return asSchema({ exclusiveMinimum: Number(over) });
  return under === undefined ? undefined : asSchema({ exclusiveMaximum: Number(under) });
}
