import type { Json } from '../../core/index.ts';
import type { Position } from '../../spec/index.ts';

/** An ordered list of steps that a tester writes: requests with captured values and expectations. Read from YAML by the caller. */
export interface Scenario {
  readonly name: string;
  readonly description?: string;
  /** The file that contains it. */
  readonly source?: string;
  readonly steps: readonly ScenarioStep[];
}

export interface ScenarioStep {
  readonly name?: string;
  /** Operation id. Alternatively `request` gives method and path. */
  readonly operation?: string;
  readonly request?: string;
  readonly parameters?: Readonly<Record<string, Json>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Json;
  readonly mediaType?: string;
  /** Sends the request this many times in parallel. `expect` and `capture` apply to the last answer. */
  readonly together?: number;
  readonly expect?: ScenarioExpectation;
  /** Variable to JSON Pointer into the body, or `header.location`. */
  readonly capture?: Readonly<Record<string, string>>;
  readonly position?: Position;
}

export interface ScenarioExpectation {
  /** Such as `201` or `2XX`. */
  readonly status?: number | string;
  /** For a step that is sent several times in parallel: the statuses of all answers, in any order. */
  readonly statuses?: readonly (number | string)[];
  /** Every property named here must exist and be equal. */
  readonly body?: Json;
  readonly headers?: Readonly<Record<string, string>>;
}
