import type { HttpRequest, Json } from '../../core/index.ts';
import type { Resource } from '../../resources/index.ts';
import type { Operation } from '../../spec/index.ts';
import type { Outcome } from '../transport/target.ts';

/** An exchange of this run, kept as long as a finding may have to repeat it. */
export interface PastExchange {
  /** Counts through the whole run. */
  readonly number: number;
  /** Id of the case that sent it. */
  readonly case: string;
  readonly operation: Operation | undefined;
  readonly request: HttpRequest;
  readonly outcome: Outcome;
}

/** An exchange that created an item. */
export interface Creation {
  readonly exchange: PastExchange;
  readonly resource: Resource;
  /** The path parameters that name the item and that were not named by the request's own path. */
  readonly names: Readonly<Record<string, Json>>;
  /** Path of the item, with its template; absent where no operation addresses it. */
  readonly at?: string;
  readonly template?: string;
}

/** What one attempt at a flow has sent, oldest first, and the creations of items that it has removed since. */
export interface FlowHistory {
  readonly exchanges: PastExchange[];
  readonly removed: Creation[];
}
