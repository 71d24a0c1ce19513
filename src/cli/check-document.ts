import { findDocument, StandinError } from '../library/index.ts';
import type { Choices } from './check-choices.ts';
import type { Flags } from './choices.ts';
import type { Terminal } from './terminal.ts';

/** The target and the document that the arguments of a call name. */
export interface CheckedDocument {
  readonly target?: string;
  readonly document?: string;
}

/** Reads the arguments of `check`. With `--self` the argument is the document; with `--har` too, unless it is the URL of a service. */
export function namedBy(first: string | undefined, second: string | undefined, flags: Flags): CheckedDocument {
  const { self, har } = flags;
  if (self !== undefined && second !== undefined)
    throw new StandinError('usage', 'Too many arguments: with --self, give a document and no target.');
  if (typeof self === 'string') return checkedDocument(first, self);
  if (self === true) return checkedDocument(undefined, first);
  const isDocument =
    har !== undefined && first !== undefined && (!/^https?:\/\//.test(first) || /\.(ya?ml|json)$/i.test(first));
  return second === undefined && isDocument ? checkedDocument(undefined, first) : checkedDocument(first, second);
}

function checkedDocument(target: string | undefined, document: string | undefined): CheckedDocument {
  return { ...(target === undefined ? {} : { target }), ...(document === undefined ? {} : { document }) };
}

export interface CheckRequest {
  readonly flags: Flags;
  readonly credentials: Choices['credentials'];
  readonly wait: number | undefined;
  /** The service that is checked; absent if nothing may be sent to it. */
  readonly target?: URL;
}

/** Finds the document if neither the call nor the config file names one, and prints which it is. The embedded one needs `--petstore`. */
export async function unnamedDocument(
  request: CheckRequest,
  terminal: Terminal,
): Promise<Pick<Choices, 'document' | 'documentText'>> {
  const { flags, credentials, wait, target } = request;
  if (flags['petstore'] === true) return {};
  const { description, ...found } = await findDocument({
    cwd: '.',
    now: Date.now,
    ...(target === undefined ? {} : { target }),
    ...(credentials === undefined ? {} : { credentials }),
    ...(flags['insecure'] === true ? { insecure: true } : {}),
    ...(wait === undefined ? {} : { wait }),
  });
  terminal.err(`The document is ${terminal.safe(description)}.\n`);
  return found;
}
