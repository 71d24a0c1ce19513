import { findDocument, StandinError } from '../library/index.ts';
import type { Choices } from './check-choices.ts';
import type { Flags } from './choices.ts';
import type { Terminal } from './terminal.ts';

/** The target and the document of a call, as its arguments name them. */
export interface CheckedDocument {
  readonly target?: string;
  readonly document?: string;
}

/** Reads the arguments of `check`: with `--self` one is the document, and so is one with `--har` that is no address of a service. */
export function namedBy(first: string | undefined, second: string | undefined, flags: Flags): CheckedDocument {
  const { self, har } = flags;
  if (self !== undefined && second !== undefined)
    throw new StandinError('usage', 'Too many arguments: --self takes the document, and no target.');
  if (typeof self === 'string') return named(first, self);
  if (self === true) return named(undefined, first);
  const isDocument =
    har !== undefined && first !== undefined && (!/^https?:\/\//.test(first) || /\.(ya?ml|json)$/i.test(first));
  return second === undefined && isDocument ? named(undefined, first) : named(first, second);
}

function named(target: string | undefined, document: string | undefined): CheckedDocument {
  return { ...(target === undefined ? {} : { target }), ...(document === undefined ? {} : { document }) };
}

export interface Asked {
  readonly flags: Flags;
  readonly credentials: Choices['credentials'];
  readonly wait: number | undefined;
  /** The service that is checked; absent where nothing may be sent to it. */
  readonly target?: URL;
}

/** The document where the call and the config file name none: the embedded one only by --petstore, else what is found. Says which it took. */
export async function unnamedDocument(
  asked: Asked,
  terminal: Terminal,
): Promise<Pick<Choices, 'document' | 'documentText'>> {
  const { flags, credentials, wait, target } = asked;
  if (flags['petstore'] === true) return {};
  const { told, ...found } = await findDocument({
    cwd: '.',
    now: Date.now,
    ...(target === undefined ? {} : { target }),
    ...(credentials === undefined ? {} : { credentials }),
    ...(flags['insecure'] === true ? { insecure: true } : {}),
    ...(wait === undefined ? {} : { wait }),
  });
  terminal.err(`The document is ${terminal.safe(told)}.\n`);
  return found;
}
