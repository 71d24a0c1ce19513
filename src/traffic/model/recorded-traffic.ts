import type { HeaderFields, HttpRequest } from '../../core/index.ts';

/** A finished exchange. */
export interface FinishedExchange {
  readonly request: HttpRequest;
  readonly status: number;
  readonly headers: HeaderFields;
  /** Body as received, content codings removed. */
  readonly bytes: Uint8Array;
  readonly startedAt: number;
  readonly duration: number;
  /** Absolute URL of the request, where it is known. */
  readonly url?: string;
}

/** A recorded exchange of a client. */
export interface RecordedTraffic extends FinishedExchange {
  /** User agent or client. */
  readonly caller: string;
  /** Why the exchange cannot be judged. */
  readonly unjudged?: string;
  /** Its position in the recording, from 1. Default: its position among the judged exchanges. */
  readonly number?: number;
  /** Its URL does not begin with the given base. */
  readonly elsewhere?: boolean;
  /**
   * The kind of resource that a browser loaded to show a page: `script`, `image`, `document` (Fetch
   * Metadata).
   */
  readonly loadedAs?: string;
}
