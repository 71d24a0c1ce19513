import type { HeaderFields } from '../../core/index.ts';
import { createRedaction, type FoundSecret, type Redaction, type SecretSource } from '../../wire/index.ts';

/** A value that no report may show, and the name that replaces it. */
export interface Secret {
  /** Name of the shell variable with the value: `STANDIN_BEARER`. */
  readonly name: string;
  readonly value: string;
  /** It need not be a credential: an answer may repeat it. */
  readonly isOpen?: boolean;
}

export interface Redactor {
  /** Redacts a string: known secrets in every encoding, and values that names and forms show to be secret. */
  text(text: string): string;
  /** Redacts a message about the value at a place. */
  message(text: string, pointer?: string): string;
  /** Redacts a part of a request. Values that standin drew are not secrets, regardless of their names. */
  sent(text: string): string;
  headers(headers: HeaderFields): HeaderFields;
  /** Redacts content that is not text. */
  bytes(bytes: Uint8Array): Uint8Array;
  /** Replaces secrets by `$STANDIN_BEARER` and siblings, for commands that must still work. */
  shell(text: string): { readonly text: string; readonly variables: readonly string[] };
  /** Adds secrets. */
  add(secrets: readonly Secret[]): void;
  /** Adds the secrets in a message of another client. */
  learn(source: SecretSource): void;
  /** Registers a value that standin drew: it is not a secret when an answer repeats it. */
  drew(source: SecretSource): void;
  /** For requests that standin did not draw: recorded ones, and those of scenarios. */
  readonly ofOthers: Redactor;
}

/** Shorter values occur in other strings by chance. */
const SHORTEST = 4;
/** How many secrets are learned in one run: a target may issue a token with every answer. */
const MOST_LEARNED = 2_000;

/** `parameters`: header fields and query parameters that a document calls credentials. */
export function createRedactor(secrets: readonly Secret[], parameters: readonly string[] = []): Redactor {
  const redaction = createRedaction({ parameters });
  const book = createBook(redaction);
  const add: Redactor['add'] = (more) => {
    for (const { name, value } of more) if (value.length >= SHORTEST) redaction.add(value, name);
  };
  add(secrets);
  const common = {
    text: (text: string) => redaction.text(text),
    message: (text: string, pointer?: string) => redaction.message(text, pointer),
    headers: (headers: HeaderFields) => redaction.headers(headers),
    add,
    learn: book.learn,
    drew: book.drew,
  };
  const ofOthers: Redactor = {
    ...common,
    ...sentBy(redaction.text),
    get ofOthers() {
      return ofOthers;
    },
  };
  return { ...common, ...sentBy(redaction.known), ofOthers };
}

/** The functions for requests, from one that redacts a string. */
function sentBy(redact: Redaction['text']): Pick<Redactor, 'sent' | 'bytes' | 'shell'> {
  return {
    sent: (text) => redact(text),
    bytes(bytes) {
      const text = Buffer.from(bytes).toString('latin1');
      const clean = redact(text);
      return clean === text ? bytes : Buffer.from(clean, 'latin1');
    },
    shell(text) {
      const variables = new Set<string>();
      const masked = redact(text, (name) => {
        const variable = name.startsWith('STANDIN_') ? name : variableOf(name);
        variables.add(variable);
        return `\${${variable}}`;
      });
      return { text: masked, variables: [...variables] };
    },
  };
}

function createBook(redaction: Redaction): Pick<Redactor, 'learn' | 'drew'> {
  const drawn = new Set<string>();
  const learned = new Map<string, string>();
  const names = new Map<string, number>();
  const isFree = ({ value }: FoundSecret): boolean => !drawn.has(value) && !learned.has(value);
  return {
    learn(source) {
      if (learned.size >= MOST_LEARNED) return;
      for (const { name, value } of redaction.found(source).filter(isFree)) {
        const count = (names.get(name) ?? 0) + 1;
        const variable = `${variableOf(name)}${count === 1 ? '' : `_${count}`}`;
        names.set(name, count);
        learned.set(value, variable);
        redaction.add(value, variable, true);
      }
    },
    drew(source) {
      for (const found of redaction.found(source)) if (isFree(found)) drawn.add(found.value);
    },
  };
}

/** The variable of a secret without a name: that of the place where it was seen. */
function variableOf(name: string): string {
  return `STANDIN_SEEN_${shout(name)}`;
}

/** A name in the form of a shell variable. */
export function shout(name: string): string {
  return name.toUpperCase().replace(/[^A-Z0-9]+/g, '_');
}
