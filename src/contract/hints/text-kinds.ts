import { asSchema, asValues, type Hint } from './hint.ts';

/** Text that holds a JSON value. */
const IN_JSON = /\b(valid|well[- ]formed) JSON\b|\bJSON string|\bJSON[- ]?(encoded|formatted)|\bencoded as JSON/i;

/** Kinds of strings that descriptions and refusals name, the narrower ones first. */
const KINDS: readonly (readonly [pattern: RegExp, hint: Hint])[] = [
  [/trailing (dot|period)|\bcanonical\b|fully[- ]qualified|\bFQDN\b|absolute domain/i, domain('\\.')],
  [/trailing slash/i, asSchema({ type: 'string', pattern: '^[a-z]{3,8}/$' })],
  [/\bUUID|\bGUID\b/i, asSchema({ type: 'string', format: 'uuid' })],
  [/\be-?mail/i, asSchema({ type: 'string', format: 'email' })],
  [/\bCIDR\b/i, asValues(['192.0.2.0/24', '198.51.100.0/24'])],
  [/\bIPv6\b/i, asSchema({ type: 'string', format: 'ipv6' })],
  [/\bIPv4\b|\bIP[- ]address|\bvalid IP\b/i, asSchema({ type: 'string', format: 'ipv4' })],
  [/\bMAC address/i, asValues(['00:00:5e:00:53:01', '00:00:5e:00:53:af'])],
  [/\bbase64/i, asValues(['c3RhbmRpbg==', 'dmFsdWU='])],
  [/\bURL[- ]?(friendly|safe)|\bslug\b/i, asSchema({ type: 'string', pattern: '^[a-z][a-z0-9-]{3,15}[a-z0-9]$' })],
  [/\bURL|\bURI\b/i, asSchema({ type: 'string', format: 'uri' })],
  [/\bRFC ?3339|\bdate[- ]?time|\bISO[- ]?8601|\btimestamp\b/i, asSchema({ type: 'string', format: 'date-time' })],
  [/\bYYYY-MM-DD\b|\b(valid|ISO) date\b/i, asSchema({ type: 'string', format: 'date' })],
  [/\bhost ?name|\bdomain( name)?\b/i, domain('')],
  [/\bE\.164\b|\bphone number/i, asValues(['+14155550100', '+442079460000'])],
  [/\bhex(adecimal)?\b/i, asSchema({ type: 'string', pattern: '^[0-9a-f]{32}$' })],
  [/\bsem(antic )?ver/i, asValues(['1.0.0', '1.2.3'])],
  [/\bMIME[- ]type|\bmedia type/i, asValues(['text/plain', 'application/json'])],
  [/\bcron\b/i, asValues(['0 0 * * *', '*/5 * * * *'])],
  [/\btime ?zone/i, asValues(['UTC', 'Europe/Berlin'])],
  [/\bISO[- ]?639|two[- ]letter language/i, asValues(['en', 'de'])],
  [/\bISO[- ]?3166|two[- ]letter country/i, asValues(['DE', 'US'])],
  [/\bISO[- ]?4217|currency code/i, asValues(['EUR', 'USD'])],
  [/\bBCP ?47|language tag/i, asValues(['en', 'en-US'])],
  [
    /\balphanumeric|letters,? (and|or) (digits|numbers)/i,
    asSchema({ type: 'string', pattern: '^[a-z][a-z0-9]{5,11}$' }),
  ],
  [/\blower-?case/i, asSchema({ type: 'string', pattern: '^[a-z]{4,12}$' })],
  [/\bupper-?case/i, asSchema({ type: 'string', pattern: '^[A-Z]{4,12}$' })],
];

/** Types that refusals name. In descriptions these words rarely mean a type. */
const TYPES: readonly (readonly [pattern: RegExp, hint: Hint])[] = [
  [/\b(positive|greater than (zero|0))\b/i, asSchema({ exclusiveMinimum: 0 })],
  [/\b(an? |valid |type )?(integer|int|int32|int64|whole number)\b/i, asSchema({ type: 'integer' })],
  [/\b(numeric|a number|type number|float)\b/i, asSchema({ type: 'number' })],
  [/\bbool(ean)?\b/i, asSchema({ type: 'boolean' })],
  [/\b(an? |type )(array|list)\b/i, asSchema({ type: 'array' })],
  [/\b(an |type )object\b/i, asSchema({ type: 'object' })],
];

/** The kind of string that a sentence names. */
export function textKindOf(words: string): Hint | undefined {
  return jsonTextIn(words) ?? KINDS.find(([pattern]) => pattern.test(words))?.[1];
}

/** The JSON text that a sentence asks for: `a JSON array of …` is a list. Any other text would be refused. */
export function jsonTextIn(words: string): Hint | undefined {
  if (/\bJSON[- ]?(?:encoded )?(array|list)\b/i.test(words)) return asValues(['[]']);
  return IN_JSON.test(words) ? asValues(['{}']) : undefined;
}

/**
 * The type that a refusal asks for, also where it says that a value `is not a number`. The type that it received stands in
 * the same sentence, and is ignored.
 */
export function typeKindOf(words: string): Hint | undefined {
  const denied = /\b(?:is|are|was) not an? (?:valid )?(\w+)/i.exec(words)?.[1];
  const wanted =
    denied !== undefined
      ? `a ${denied}`
      : words.replace(/\b(unmarshal|got|received|found|not|instead of|but was)\b:? (an? )?\w+/gi, '');
  return TYPES.find(([pattern]) => pattern.test(wanted))?.[1];
}

function domain(end: string): Hint {
  return asSchema({ type: 'string', pattern: `^[a-z][a-z0-9]{4,9}\\.example\\.com${end}$` });
}
