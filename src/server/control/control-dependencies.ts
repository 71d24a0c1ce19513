import type { Json } from '../../core/index.ts';
import type { Journal } from '../../journal/index.ts';
import type { Mock } from '../../mock/index.ts';

/** What the control routes need. */
export interface ControlDependencies {
  /** A function, so that a reload takes effect. */
  readonly mock: () => Mock;
  readonly journal: Journal;
  readonly prefix: string;
  readonly now: () => number;
  /** The answer of `GET model`: the data that `inspect` prints. */
  readonly model: () => Json;
  readonly seed: number;
  /** Whether only listed credentials are valid. */
  readonly hasKeys: boolean;
  readonly version: string;
  /** Sends a request to the mock as a client would. */
  readonly send: (request: Request) => Promise<Response>;
  /** Ends streams of events when the mock is closed. */
  readonly closed: AbortSignal;
}
