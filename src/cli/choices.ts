import { resolve } from 'node:path';
import { InvalidArgumentError } from 'commander';
import { type MockChoices, parseInstant, type StandinConfig, StandinError, suggestion } from '../library/index.ts';
import type { FoundConfig } from './config.ts';

/** Options as commander returns them. */
export type Flags = Readonly<Record<string, unknown>>;

export function wholeNumber(low: number, high: number): (text: string) => number {
  return (text) => {
    if (!/^-?\d{1,16}$/.test(text) || Number(text) < low || Number(text) > high)
      throw new InvalidArgumentError(`It must be a whole number from ${low} to ${high}.`);
    return Number(text);
  };
}

const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 };

/** Milliseconds of a text such as `500ms`, `1.5s` or `1m30s`; nothing for any other text, such as a number without a unit. */
export function timeWithUnit(text: string): number | undefined {
  if (!/^(\d{1,7}(\.\d{1,3})?(ms|s|m|h))+$/.test(text)) return undefined;
  const amounts = [...text.matchAll(/([\d.]+)([a-z]+)/g)];
  return Math.round(
    amounts.reduce((sum, [, count, unit = '']) => sum + Number(count) * (UNITS[unit] ?? Number.NaN), 0),
  );
}

/** Reads milliseconds, or a time with a unit. */
export function milliseconds(low: number, high: number): (text: string) => number {
  return (text) => {
    const time = /^\d{1,16}$/.test(text) ? Number(text) : timeWithUnit(text);
    if (time === undefined || time < low || time > high)
      throw new InvalidArgumentError(
        `It must be milliseconds from ${low} to ${high}, or a time such as 500ms, 5s or 2m.`,
      );
    return time;
  };
}

export function oneOf(...words: readonly string[]): (text: string) => string {
  return (text) => {
    if (!words.includes(text))
      throw new InvalidArgumentError(`It must be one of ${words.join(', ')}.${suggestedWord(text, words)}`);
    return text;
  };
}

/** The word that a misspelt one is nearest to, as a question. */
export function suggestedWord(text: string, words: readonly string[]): string {
  const suggested = suggestion(text, words);
  return suggested.startsWith('Did you mean') ? ` ${suggested}` : '';
}

export function withRepeated(text: string, before: readonly string[] | undefined): readonly string[] {
  return [...(before ?? []), text];
}

/** The values of an option that may be repeated. */
export function repeatedValues(flags: Flags, name: string): readonly string[] {
  return (flags[name] as readonly string[] | undefined) ?? [];
}

/** The instant of `--now` in ms since the Unix epoch, or that of the call. Throws `usage` for any other text. */
export function instantOf({ now }: Flags): number {
  return now === undefined ? Date.now() : parseInstant(String(now));
}

/** Options of the server, in addition to those of a mock. */
type OfACommand = Pick<StandinConfig, 'port' | 'host' | 'watch' | 'log'>;

/** Merges flags and config file; flags win. Paths of the config file start from its folder. */
export function mergedChoices(
  document: string | undefined,
  flags: Flags,
  found: FoundConfig | undefined,
): MockChoices & OfACommand {
  const given: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(flags))
    if (value !== undefined && !['config', 'json', 'petstore', 'open'].includes(name)) given[name] = value;
  if (document !== undefined && flags['petstore'] === true)
    throw new StandinError('usage', `--petstore and ${document} both name a document. Give only one of them.`);
  if (document !== undefined) given['document'] = document;
  const { check: _, diff: __, gate: ___, $schema: ____, ...own } = found?.config ?? {};
  const config: Record<string, unknown> = { ...own };
  for (const name of ['document', 'mocks', 'data']) {
    const path = config[name];
    if (typeof path === 'string' && found !== undefined && !/^https?:/.test(path))
      config[name] = resolve(found.folder, path);
  }
  if (flags['petstore'] === true) delete config['document'];
  // Each value was validated by its option or by the table of the config file.
  return { ...config, ...given } as MockChoices & OfACommand;
}
