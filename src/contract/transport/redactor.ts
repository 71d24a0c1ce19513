import type { HeaderFields } from '../../core/index.ts';
import { createRedaction, type FoundSecret, type Redaction, type SecretSource } from '../../wire/index.ts';

/** A value that no report may show, and the name that stands for it. */
export interface Secret {
  /** Name of the shell variable that holds it: `STANDIN_BEARER`. */
  readonly name: string;
  readonly value: string;
}

export interface Redactor {
  /** Any text with the secrets taken out: those that are known in every spelling, and those that names and forms give away. */
  text(text: string): string;
  /** Words about the value at a place of a message. */
  message(text: string, pointer?: string): string;
  /** What a request says. Values that we drew ourselves are no secrets, whatever they are called. */
  sent(text: string): string;
  headers(headers: HeaderFields): HeaderFields;
  /** Content of a request or an answer that is no text. */
  bytes(bytes: Uint8Array): Uint8Array;
  /** `$STANDIN_BEARER` in place of the value: for commands that must still work. */
  shell(text: string): { readonly text: string; readonly variables: readonly string[] };
  /** Makes values known that were not known before the run. */
  add(secrets: readonly Secret[]): void;
  /** Learns the secrets of a message that others have made. */
  learn(source: SecretSource): void;
  /** Notes what we drew ourselves: it is no secret when an answer repeats it. */
  drew(source: SecretSource): void;
  /** For requests that we did not draw: recorded ones, and those that a person wrote. */
  readonly ofOthers: Redactor;
}

/** Shorter values would take out half of every text. */
const SHORTEST = 4;
/** Secrets that are learned in one run: a target may give out a token with every answer. */
const MOST_LEARNED = 2_000;

/** `parameters` are header fields and query parameters that a document calls credentials. */
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

/** What is done with a request, by what finds the secrets in it. */
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

/** Nobody has named it, so it is called after the place where it was seen. */
function variableOf(name: string): string {
  return `STANDIN_SEEN_${shout(name)}`;
}

/** As shells write variables. */
export function shout(name: string): string {
  return name.toUpperCase().replace(/[^A-Z0-9]+/g, '_');
}
