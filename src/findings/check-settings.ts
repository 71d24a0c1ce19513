import { StandinError } from '../core/index.ts';
import { type Api, type Operation, suggestion } from '../spec/index.ts';
import { escapeRegExp, escapeToken } from '../wire/index.ts';
import type { Severity, Tier } from './severity.ts';

/**
 * Settings of checks, by id or by pattern (`schema.*`). A longer pattern wins over a shorter one, and an id over both. `off` turns a check off; `on` runs it also without `strict`; a severity does the same and sets the severity of all its findings.
 */
export type CheckSettings = Readonly<Record<string, CheckSetting>>;
export type CheckSetting = 'off' | 'on' | Severity | CheckRule | readonly (CheckRule | 'off' | 'on' | Severity)[];

/** If several rules apply to an operation, the last one wins, property by property. */
export interface CheckRule {
  /** The severity of every finding; `off` turns the check off. Default: that of the check. */
  readonly severity?: Severity | 'off';
  /** 1 runs always, 2 and 3 with `strict`. Default: that of the check. */
  readonly tier?: Tier;
  /** Operation ids or `METHOD /path`, both with `*` for any characters: `getPet`, `GET /pets/*`. Default: everywhere. */
  readonly operations?: readonly string[];
}

/** One parsed rule. */
export interface ReadRule {
  readonly key: string;
  readonly ids: ReadonlySet<string>;
  /** `own`: back to that of the check. */
  readonly severity: Severity | 'off' | 'own' | undefined;
  readonly tier: Tier | undefined;
  readonly operations: readonly string[] | undefined;
}

export interface ReadOptions {
  readonly ids: readonly string[];
  /** Without it, names of operations are not validated. */
  readonly api?: Api | undefined;
  /** Names the place of a setting for messages, by its JSON Pointer below the settings: `standin.config.yaml:7`. */
  readonly place?: ((pointer: string) => string) | undefined;
}

/** The rules in the order in which they apply. Throws `config.invalid` with the place, and what was probably meant. */
export function readCheckSettings(settings: unknown, options: ReadOptions): readonly ReadRule[] {
  const wrong: SettingFault = (pointer, message, hint) =>
    new StandinError('config.invalid', `${options.place?.(pointer) ?? 'checks'}: ${message}`, {
      ...(hint === undefined ? {} : { hint }),
    });
  if (typeof settings !== 'object' || settings === null || Array.isArray(settings))
    throw wrong('', 'the settings of checks must be an object, with ids of checks as keys.');
  return Object.entries(settings)
    .map(([key, setting]) => ({ key, setting, ids: idsOf(key, options.ids, wrong) }))
    .sort((a, b) => weight(a.key) - weight(b.key))
    .flatMap(({ key, setting, ids }) => {
      const at = `/${escapeToken(key)}`;
      const list: readonly unknown[] = Array.isArray(setting) ? setting : [setting];
      return list.map((each, index) => {
        const pointer = Array.isArray(setting) ? `${at}/${index}` : at;
        return { key, ids, ...ruleFrom(each, { key, pointer }, options.api, wrong) };
      });
    });
}

type SettingFault = (pointer: string, message: string, hint?: string) => StandinError;

/** The more specific a key, the later it applies. */
function weight(key: string): number {
  return key.includes('*') ? key.length : Number.POSITIVE_INFINITY;
}

function idsOf(key: string, known: readonly string[], wrong: SettingFault): ReadonlySet<string> {
  const matching = known.filter(idMatcher(key));
  if (matching.length > 0) return new Set(matching);
  throw wrong(`/${escapeToken(key)}`, `there is no check \`${key}\`.`, suggestion(key, known));
}

/** The words that set a check without an object. */
export const CHECK_WORDS = ['off', 'on', 'error', 'warning', 'info'] as const;
const SEVERITIES = ['off', 'error', 'warning', 'info'] as const;
const PARTS = ['severity', 'tier', 'operations'];

/** A setting by its name and place in the file. */
interface SettingPlace {
  readonly key: string;
  readonly pointer: string;
}

function ruleFrom(
  setting: unknown,
  { key, pointer }: SettingPlace,
  api: Api | undefined,
  wrong: SettingFault,
): Pick<ReadRule, 'severity' | 'tier' | 'operations'> {
  if (typeof setting === 'string') return ruleOfWord(setting, key, pointer, wrong);
  if (typeof setting !== 'object' || setting === null || Array.isArray(setting))
    throw wrong(pointer, `\`${key}\` must be one of ${CHECK_WORDS.join(', ')}, or an object.`);
  for (const part of Object.keys(setting))
    if (!PARTS.includes(part))
      throw wrong(
        `${pointer}/${escapeToken(part)}`,
        `\`${part}\` of \`${key}\` is not known.`,
        suggestion(part, PARTS),
      );
  const { severity, tier, operations } = setting as Readonly<Record<string, unknown>>; // An object; each property is validated here.
  const known = SEVERITIES.find((each) => each === severity);
  if (severity !== undefined && known === undefined)
    throw wrong(`${pointer}/severity`, `the severity of \`${key}\` must be one of ${SEVERITIES.join(', ')}.`);
  if (tier !== undefined && tier !== 1 && tier !== 2 && tier !== 3)
    throw wrong(`${pointer}/tier`, `the tier of \`${key}\` must be 1, 2 or 3.`);
  return {
    severity: known,
    tier,
    operations: operationsFrom(operations, { key, pointer: `${pointer}/operations` }, api, wrong),
  };
}

function ruleOfWord(word: string, key: string, pointer: string, wrong: SettingFault): ReturnType<typeof ruleFrom> {
  const known = CHECK_WORDS.find((each) => each === word);
  if (known === undefined)
    throw wrong(
      pointer,
      `\`${key}\` cannot be \`${word}\`, only ${CHECK_WORDS.join(', ')}.`,
      suggestion(word, CHECK_WORDS),
    );
  if (known === 'off') return { severity: 'off', tier: undefined, operations: undefined };
  return { severity: known === 'on' ? 'own' : known, tier: 1, operations: undefined };
}

function operationsFrom(
  value: unknown,
  { key, pointer }: SettingPlace,
  api: Api | undefined,
  wrong: SettingFault,
): readonly string[] | undefined {
  if (value === undefined) return undefined;
  if (!Array.isArray(value) || value.length === 0)
    throw wrong(pointer, `the operations of \`${key}\` must be a list, such as ["getPet", "GET /pets/*"].`);
  return value.map((name: unknown, index) => {
    if (typeof name !== 'string') throw wrong(`${pointer}/${index}`, `an operation of \`${key}\` must be a string.`);
    if (api !== undefined && !api.operations.some((operation) => isNamed(operation, name)))
      throw wrong(
        `${pointer}/${index}`,
        `the document has no operation \`${name}\`.`,
        suggestion(name, /^\S+\s+\//.test(name) ? api.operations.map(endpointOf) : api.operations.map(({ id }) => id)),
      );
    return name;
  });
}

/** Whether a pattern matches the id or the `METHOD /path` of an operation; `*` stands for any characters. */
export function isNamed(operation: Operation, name: string): boolean {
  const fits = idMatcher(name);
  return fits(operation.id) || fits(endpointOf(operation));
}

function endpointOf({ method, path }: Operation): string {
  return `${method} ${path}`;
}

/** Whether a text is one that a pattern means; `*` stands for any characters. */
export function idMatcher(pattern: string): (text: string) => boolean {
  if (!pattern.includes('*')) return (text) => text === pattern;
  const source = pattern.split('*').map(escapeRegExp);
  // Neighbouring stars are one, so that no pattern takes exponential time.
  const whole = new RegExp(`^${source.join('.*').replace(/(\.\*)+/g, '.*')}$`);
  return (text) => whole.test(text);
}
