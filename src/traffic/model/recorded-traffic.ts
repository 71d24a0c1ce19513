import type { HeaderFields, HttpRequest } from '../../core/index.ts';

/** An exchange that is over. */
export interface FinishedExchange {
  readonly request: HttpRequest;
  readonly status: number;
  readonly headers: HeaderFields;
  /** Body as it came, content codings taken off. */
  readonly bytes: Uint8Array;
  readonly startedAt: number;
  readonly duration: number;
  /** Absolute URL of the request, where it is known. */
  readonly url?: string;
}

/** An exchange of another client. */
export interface RecordedTraffic extends FinishedExchange {
  /** User agent or client. */
  readonly caller: string;
  /** Why nothing can be said of it. */
  readonly unjudged?: string;
  /** Its place in the recording, from 1. Default: its place among those that are judged. */
  readonly number?: number;
  /** It does not begin with the base that was asked for. */
  readonly elsewhere?: boolean;
  /** What a browser loaded it as to show a page: `script`, `image`, `document` (Fetch Metadata). */
  readonly loadedAs?: string;
}
