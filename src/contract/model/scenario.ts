import type { Json } from '../../core/index.ts';
import type { Position } from '../../spec/index.ts';

/** An ordered list of steps that a tester writes: requests with captured values and expectations. Read from YAML by the caller. */
export interface Scenario {
  readonly name: string;
  readonly description?: string;
  /** File it stands in. */
  readonly source?: string;
  readonly steps: readonly ScenarioStep[];
}

export interface ScenarioStep {
  readonly name?: string;
  /** Operation id; or `request` says method and path. */
  readonly operation?: string;
  readonly request?: string;
  readonly parameters?: Readonly<Record<string, Json>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Json;
  readonly mediaType?: string;
  /** Sends the request so many times at once; the last answer is the one that `expect` and `capture` look at. */
  readonly together?: number;
  readonly expect?: ScenarioExpectation;
  /** Variable to JSON Pointer into the body, or `header.location`. */
  readonly capture?: Readonly<Record<string, string>>;
  readonly position?: Position;
}

export interface ScenarioExpectation {
  /** `201`, `2XX`. */
  readonly status?: number | string;
  /** Of a step that is sent several times at once: the statuses of all answers, in any order. */
  readonly statuses?: readonly (number | string)[];
  /** Every property named here must be there and equal. */
  readonly body?: Json;
  readonly headers?: Readonly<Record<string, string>>;
}
