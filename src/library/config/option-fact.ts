/** The kind of value of an option. */
export type OptionValue =
  | { readonly kind: 'switch' }
  /** `unit` is that of the number, where a text of the command line may name another one. */
  | { readonly kind: 'whole'; readonly low: number; readonly high: number; readonly unit?: 'ms' }
  | { readonly kind: 'word'; readonly words: readonly string[] }
  | { readonly kind: 'text' };

/** One option: the source of its flag, help, environment variable, entry in a config file, JSON schema and documentation. */
export interface OptionFact {
  /** As on the command line, such as `-p, --port <number>`. Absent for the document, which is an argument. */
  readonly flag?: string;
  /** Heading in the help. */
  readonly group: string;
  readonly text: string;
  /** Default, in words. */
  readonly fallback?: string;
  readonly value: OptionValue;
  readonly repeatable?: true;
  /** A path; in a config file it is relative to the folder of the file. */
  readonly path?: true;
  /** False: an option of a single call, which has no entry in a config file. */
  readonly inConfig?: false;
}

export const SWITCH: OptionValue = { kind: 'switch' };
export const TEXT: OptionValue = { kind: 'text' };

/** The option of all commands that read a config file. */
export function configFile(group: string): OptionFact {
  return {
    flag: '--config <file>',
    group,
    text: 'config file',
    fallback: 'standin.config.{ts,js,json,yaml} in this folder',
    value: TEXT,
    inConfig: false,
  };
}

/** The option of all commands that know which clients use an API. */
export function ignoredClients(group: string): OptionFact {
  return {
    flag: '--ignore-client <name>',
    group,
    text: 'client to ignore; * stands for any characters; repeatable',
    fallback: 'none',
    value: TEXT,
    repeatable: true,
  };
}

export function integerBetween(low: number, high: number): OptionValue {
  return { kind: 'whole', low, high };
}

/** A number of milliseconds, from 1 to one hour. */
export const MILLISECONDS: OptionValue = { kind: 'whole', low: 1, high: 3_600_000, unit: 'ms' };

export function oneWordOf(...words: readonly string[]): OptionValue {
  return { kind: 'word', words };
}
