import type { Doc } from './document.ts';
import type { Answer, Target } from './http.ts';
import type { Asked, Handlers } from './service.ts';

/** One request of a probe: method, path with query, and where there are some, body and headers. */
export type Ask = readonly [method: string, path: string, body?: unknown, headers?: Readonly<Record<string, string>>];

/** One way to be wrong. Whatever it leaves out stays as the correct server has it. */
export interface Fault<State = unknown> {
  /** Checks that must report it, by id. */
  readonly finds: readonly string[];
  /** Checks that may report it too, because it cannot be wrong in this way alone. */
  readonly also?: readonly string[];
  /** Requests that get other answers than from the correct server; none where only the document is wrong. */
  readonly probe: readonly Ask[];
  /** The clock of run and server, where it is not 2026-12-01. */
  readonly now?: string;
  /** Changes what the server believes its contract to be: what it checks of a request. */
  readonly believes?: (document: Doc) => void;
  /** Changes what the server publishes. */
  readonly publishes?: (document: Doc) => void;
  /** Changes what operations do. */
  readonly does?: (handlers: Handlers, state: State) => Handlers;
  /** Changes answers on their way out. */
  readonly says?: (answer: Answer, asked: Asked) => Answer;
  /** Changes who may do what. */
  readonly guards?: 'nobody' | 'everybody-with-a-key' | 'even-valid-keys-on-delete';
}

export interface ServerKind {
  readonly name: string;
  /** What is special about it, for a person. */
  readonly style: string;
  /** The document that it publishes, beside it. */
  readonly documentUrl: URL;
  /** The key that every operation takes, where there is one. */
  readonly bearer?: string;
  readonly faults: Readonly<Record<string, Fault<never>>>;
  /** A server of its own, with one fault or none. Throws on an unknown fault. */
  create(fault?: string): StatefulTarget;
}

/** A target whose memory can be looked at from outside. */
export interface StatefulTarget extends Target {
  state(): unknown;
}

/** One server that is wrong in one way. */
export interface Mutant {
  readonly name: string;
  readonly server: ServerKind;
  readonly fault: string;
  readonly finds: readonly string[];
  readonly also: readonly string[];
  readonly probe: readonly Ask[];
  readonly now: string;
  /** What it publishes: the server's document, unless that is what is wrong. */
  readonly document: () => Doc;
  readonly create: () => StatefulTarget;
}

/** Changes the body of an operation's successful answers. */
export function inBody(operationId: string, change: (body: Doc) => Doc): NonNullable<Fault['says']> {
  return inAnswer(operationId, (answer) =>
    answer.body === undefined ? answer : { ...answer, body: change(structuredClone(answer.body)) },
  );
}

/** Changes an operation's successful answers. */
export function inAnswer(operationId: string, change: (answer: Answer) => Answer): NonNullable<Fault['says']> {
  return (answer, asked) => (asked.operationId === operationId && answer.status < 300 ? change(answer) : answer);
}

/** Sets or, with `undefined`, takes out header fields. */
export function withHeaders(answer: Answer, headers: Readonly<Record<string, string | undefined>>): Answer {
  const all = { ...answer.headers, ...headers };
  const kept = Object.entries(all).filter((field): field is [string, string] => field[1] !== undefined);
  return { ...answer, headers: Object.fromEntries(kept) };
}
