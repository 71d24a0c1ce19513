import type { HttpRequest, HttpResponse, Violation } from '../../core/index.ts';
import type { ResourceModel } from '../../resources/index.ts';
import type { Api, Operation } from '../../spec/index.ts';
import type { Eventually, Snapshot, Store } from '../../state/index.ts';
import type { Override, OverrideChange } from './override.ts';
import type { Fault } from './preferences.ts';
import type { RecordEditor } from './record-editor.ts';
import type { RequestDrawer } from './request-drawer.ts';
import type { Tokens } from './tokens.ts';
import type { WorldRecords } from './world-records.ts';

/** Where an answer came from, in the order in which sources are asked. `problem` is a refusal. */
export type Origin = 'override' | 'behaviour' | 'resource' | 'example' | 'generated' | 'problem';

/** What the mock decided. `delay` is in milliseconds. */
export type Reply =
  | Answer
  | { readonly kind: 'fault'; readonly fault: Fault; readonly delay: number; readonly context: ReplyContext };

export interface Answer {
  readonly kind: 'answer';
  readonly response: HttpResponse;
  readonly origin: Origin;
  /** Violations of the mock's answer, or the reasons why the request was refused. */
  readonly violations: readonly Violation[];
  readonly delay: number;
  readonly context: ReplyContext;
}

/** The facts of an exchange for the journal. */
export interface ReplyContext {
  readonly world: string;
  readonly operation: Operation | undefined;
  /** The request with its body decoded. */
  readonly request: HttpRequest;
}

/** Decides the answers for one document, and manages the worlds that keep its records. */
export interface Mock {
  readonly api: Api;
  readonly model: ResourceModel;
  readonly store: Store;
  /** For documents with `oauth2` or `openIdConnect`. */
  readonly tokens: Tokens;
  /** `request.body` is `none`, `bytes` or `oversize`: the mock decodes it by what the operation documents. Never throws for what a client sends. */
  respond(request: HttpRequest): Eventually<Reply>;
  /** Records of a world, past the documented API. */
  readonly records: RecordEditor;
  /** Requests for people to try. */
  readonly requests: RequestDrawer;
  /** Records as a test arranges them: whole, or refused with an error. */
  readonly arranged: WorldRecords;
  readonly startingStates: readonly { readonly name: string; readonly description: string }[];
  /** Empties the world and loads the starting state. Throws `starting-state.unknown`. */
  startFrom(world: string, name: string): Eventually<void>;
  reset(world: string): Eventually<void>;
  overrides(world: string): Eventually<readonly Override[]>;
  addOverride(world: string, override: Omit<Override, 'id'>): Eventually<Override>;
  /** `undefined` where there is none of that id. */
  changeOverride(world: string, id: string, change: OverrideChange): Eventually<Override | undefined>;
  /** False if there is no override with that id. */
  dropOverride(world: string, id: string): Eventually<boolean>;
  clearOverrides(world: string): Eventually<void>;
  /** Milliseconds that the clock of a world is ahead of the mock's own. */
  clock(world: string): Eventually<number>;
  /** A reset of the world puts it back to 0. */
  moveClock(world: string, offset: number): Eventually<void>;
  snapshot(world: string): Eventually<Snapshot>;
  restore(world: string, snapshot: Snapshot): Eventually<void>;
}
