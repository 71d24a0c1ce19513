import { StandinError } from '../core/index.ts';
import { suggestion } from '../spec/index.ts';
import { MOCK_OPTIONS } from './config/mock-options.ts';
import type { OptionFact } from './config/option-fact.ts';
import type { MockChoices } from './config/options.ts';
import { parseDelay, parseInstant, parseRateLimit } from './parse.ts';
import { parseState } from './stores.ts';

/** What is wrong with a chosen value, and what would be right. */
export interface ChoiceFault {
  readonly message: string;
  readonly hint: string;
}

type Rule = (name: string, value: unknown) => ChoiceFault | undefined;

const wholeNumber =
  (low: number, high: number): Rule =>
  (name, value) =>
    Number.isInteger(value) && Number(value) >= low && Number(value) <= high
      ? undefined
      : { message: `\`${name}\` is ${valueText(value)}.`, hint: `It must be a whole number from ${low} to ${high}.` };

const oneOf =
  (...words: readonly string[]): Rule =>
  (name, value) =>
    typeof value === 'string' && words.includes(value)
      ? undefined
      : { message: `\`${name}\` is ${valueText(value)}.`, hint: `It must be one of ${words.join(', ')}.` };

const texts: Rule = (name, value) =>
  Array.isArray(value) && value.every((each) => typeof each === 'string' && each !== '')
    ? undefined
    : { message: `\`${name}\` must be a list of strings.`, hint: 'None of them may be empty.' };

/** The parser's own words, where it refuses. */
const parsableBy =
  (parse: (text: string) => unknown): Rule =>
  (name, value) => {
    if (typeof value === 'function') return undefined;
    try {
      parse(String(value));
      return undefined;
    } catch (error) {
      if (!(error instanceof StandinError)) throw error;
      return { message: `\`${name}\`: ${error.message}`, hint: error.hint ?? '' };
    }
  };

const PATH = /^\/[\w./~-]*[\w~-]$/;

/** What may be meant by a path without its first slash, or with one at its end. */
function asPath(value: unknown): string | undefined {
  const path = `/${String(value).replace(/^\/+|\/+$/g, '')}`;
  return typeof value === 'string' && PATH.test(path) ? path : undefined;
}

const path: Rule = (name, value) =>
  typeof value === 'string' && PATH.test(value)
    ? undefined
    : {
        message: `${valueText(value)} is not a path for \`${name}\`.`,
        hint: `Write a path without a trailing slash, such as ${asPath(value) ?? '/api'}.`,
      };

const url: Rule = (name, value) =>
  typeof value === 'string' && /^https?:\/\//.test(value) && URL.canParse(value)
    ? undefined
    : {
        message: `\`${name}\` is ${valueText(value)}, which cannot be read as a URL.`,
        hint: 'Write one such as http://localhost:4010.',
      };

/** Options whose form is more than the kind of value that their table gives. */
const FORMS: Readonly<Record<string, Rule>> = {
  now: parsableBy(parseInstant),
  delay: parsableBy(parseDelay),
  rateLimit: parsableBy(parseRateLimit),
  state: parsableBy((text) => parseState(text, '.')),
  base: path,
  controlPrefix: path,
  publicUrl: url,
};

function ruleOf(name: string): Rule | undefined {
  if (Object.hasOwn(FORMS, name)) return FORMS[name];
  const fact: OptionFact | undefined = Object.hasOwn(MOCK_OPTIONS, name)
    ? MOCK_OPTIONS[name as keyof typeof MOCK_OPTIONS]
    : undefined;
  if (fact?.repeatable === true) return texts;
  if (fact?.value.kind === 'whole') return wholeNumber(fact.value.low, fact.value.high);
  return fact?.value.kind === 'word' ? oneOf(...fact.value.words) : undefined;
}

/** What is wrong with the value of one choice; `undefined` where nothing is. */
export function faultOfChoice(name: string, value: unknown): ChoiceFault | undefined {
  return ruleOf(name)?.(name, value);
}

/** Every choice, so that a misspelt one is not taken for none. */
const NAMES: Readonly<Record<keyof MockChoices, true>> = {
  document: true,
  mocks: true,
  data: true,
  seed: true,
  now: true,
  delay: true,
  apiKeys: true,
  auth: true,
  requireAuth: true,
  lenient: true,
  rateLimit: true,
  enforceSunset: true,
  strict: true,
  strictDocument: true,
  strictBasePath: true,
  base: true,
  stateless: true,
  dynamic: true,
  unknown: true,
  fast: true,
  state: true,
  quietHeaders: true,
  cors: true,
  callbacks: true,
  bodyLimit: true,
  controlPrefix: true,
  publicUrl: true,
  controlToken: true,
  controlHosts: true,
  journalSize: true,
  maxEntities: true,
  maxWorlds: true,
  headersTimeout: true,
  requestTimeout: true,
  fastSockets: true,
  remoteRefs: true,
  root: true,
  documentBytes: true,
  cwd: true,
  onExchange: true,
  onDefect: true,
};

/** The choices of a mock among others, such as those of a command. */
export function mockChoicesOf(choices: MockChoices): MockChoices {
  return Object.fromEntries(Object.entries(choices).filter(([name]) => Object.hasOwn(NAMES, name)));
}

/** Throws `usage` for the first choice that does not exist or whose value cannot be. */
export function assertSound(choices: MockChoices): void {
  for (const [name, value] of Object.entries(choices)) {
    if (!Object.hasOwn(NAMES, name))
      throw new StandinError('usage', `\`${name}\` is not an option of a mock.`, {
        hint: suggestion(name, Object.keys(NAMES)),
      });
    const fault = value === undefined ? undefined : faultOfChoice(name, value);
    if (fault !== undefined) throw new StandinError('usage', fault.message, { hint: fault.hint });
  }
}

/** Short, and never a secret: only values that are refused are shown. */
function valueText(value: unknown): string {
  if (typeof value === 'string') return `\`${value.slice(0, 60)}\``;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : 'of the wrong type';
}
