import type { HttpRequest, Json } from '../../core/index.ts';
import type { Resource } from '../../resources/index.ts';
import type { Operation } from '../../spec/index.ts';
import type { Outcome } from '../transport/target.ts';

/** An exchange of this run, kept as long as a finding may need it for its steps. */
export interface PastExchange {
  /** Position in the run, counted from 1. */
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
  /** The path parameters of the item that the create's own path does not have. */
  readonly names: Readonly<Record<string, Json>>;
  /** Path of the item, with its template; absent if no operation addresses it. */
  readonly at?: string;
  readonly template?: string;
}

/** What one attempt at a flow has sent, oldest first, and the creations whose items it has removed. */
export interface FlowHistory {
  readonly exchanges: PastExchange[];
  readonly removed: Creation[];
}
