/** What an option takes. */
export type OptionValue =
  | { readonly kind: 'switch' }
  | { readonly kind: 'whole'; readonly low: number; readonly high: number }
  | { readonly kind: 'word'; readonly words: readonly string[] }
  | { readonly kind: 'text' };

/** One option: the source of its flag, help, environment variable, entry in a config file, JSON schema and documentation. */
export interface OptionFact {
  /** As the command line takes it, such as `-p, --port <number>`. Absent for the document, which is an argument. */
  readonly flag?: string;
  /** Heading in the help. */
  readonly group: string;
  readonly text: string;
  /** Default, in words. */
  readonly fallback?: string;
  readonly value: OptionValue;
  readonly repeatable?: true;
  /** A path, which in a config file starts from the folder of that file. */
  readonly path?: true;
  /** False: it says what one call does, and has no entry in a config file. */
  readonly inConfig?: false;
}

export const SWITCH: OptionValue = { kind: 'switch' };
export const TEXT: OptionValue = { kind: 'text' };

/** The option of every command that reads a config file. */
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

export function whole(low: number, high: number): OptionValue {
  return { kind: 'whole', low, high };
}

export function oneWordOf(...words: readonly string[]): OptionValue {
  return { kind: 'word', words };
}
