import type { HeaderFields, HttpRequest, HttpResponse, Violation } from '../../core/index.ts';
import type { ResourceModel } from '../../resources/index.ts';
import type { Api, Operation } from '../../spec/index.ts';
import type { Eventually, Snapshot, Store } from '../../state/index.ts';
import type { Override, OverrideChange } from './override.ts';
import type { Fault } from './preferences.ts';
import type { RecordEditor } from './record-editor.ts';
import type { RequestDrawer } from './request-drawer.ts';
import type { Tokens } from './tokens.ts';
import type { WorldRecords } from './world-records.ts';

/** The source of an answer, in the order in which sources are tried. `problem` is a refusal. */
export type Origin = 'override' | 'behaviour' | 'resource' | 'example' | 'generated' | 'problem';

/** The mock's decision. `delay` is in milliseconds. */
export type Reply =
  | Answer
  | { readonly kind: 'fault'; readonly fault: Fault; readonly delay: number; readonly context: ReplyContext };

export interface Answer {
  readonly kind: 'answer';
  readonly response: HttpResponse;
  readonly origin: Origin;
  /** Violations of the mock's answer, or of the refused request. */
  readonly violations: readonly Violation[];
  readonly delay: number;
  readonly context: ReplyContext;
}

/** A request that the service sends because of an answer. */
export interface CallbackRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: HeaderFields;
  readonly content: string | Uint8Array | undefined;
}

/** The facts of an exchange for the journal. */
export interface ReplyContext {
  readonly world: string;
  readonly operation: Operation | undefined;
  /** The request with its body decoded. */
  readonly request: HttpRequest;
}

/** Answers requests for one document, and manages the worlds that store its records. */
export interface Mock {
  readonly api: Api;
  readonly model: ResourceModel;
  readonly store: Store;
  /** For documents with `oauth2` or `openIdConnect`. */
  readonly tokens: Tokens;
  /**
   * `request.body` is `none`, `bytes` or `oversize`: the mock decodes it as documented. Never throws
   * because of a request.
   */
  respond(request: HttpRequest): Eventually<Reply>;
  /** The documented callbacks of an answer. The mock does not send them. */
  callbacks(answer: Answer): readonly CallbackRequest[];
  /** Access to the records of a world besides the documented API. */
  readonly records: RecordEditor;
  /** Example requests for people. */
  readonly requests: RequestDrawer;
  /** Records for the setup of tests: complete, or refused with an error. */
  readonly arranged: WorldRecords;
  readonly startingStates: readonly { readonly name: string; readonly description: string }[];
  /** Empties the world and loads the starting state. Throws `starting-state.unknown`. */
  startFrom(world: string, name: string): Eventually<void>;
  reset(world: string): Eventually<void>;
  overrides(world: string): Eventually<readonly Override[]>;
  addOverride(world: string, override: Omit<Override, 'id'>): Eventually<Override>;
  /** `undefined` if there is no override with that id. */
  changeOverride(world: string, id: string, change: OverrideChange): Eventually<Override | undefined>;
  /** False if there is no override with that id. */
  dropOverride(world: string, id: string): Eventually<boolean>;
  clearOverrides(world: string): Eventually<void>;
  /** Milliseconds that the world's clock is ahead of the mock's. */
  clock(world: string): Eventually<number>;
  /** A reset of the world sets it back to 0. */
  moveClock(world: string, offset: number): Eventually<void>;
  snapshot(world: string): Eventually<Snapshot>;
  restore(world: string, snapshot: Snapshot): Eventually<void>;
}
