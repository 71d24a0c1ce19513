import type { Json } from '../../core/index.ts';
import type { ExchangeNote } from '../../journal/index.ts';
import type { Mocks } from '../../mock/index.ts';

/** How a document is read. */
export type DocumentChoices = Pick<
  MockChoices,
  'document' | 'cwd' | 'base' | 'strictDocument' | 'remoteRefs' | 'root' | 'documentBytes'
>;

/** The options of a mock. Each has a default. */
/** Default path prefix of the control routes. */
export const CONTROL_PREFIX = '/_standin';

export interface MockChoices {
  /** Path or URL of an OpenAPI document, or a parsed one. Default: the embedded petstore. */
  readonly document?: string | URL | object;
  /** Behaviours, factories and starting states: an object, or the path of a module that exports it as default. */
  readonly mocks?: Mocks | string;
  /** Entities by resource name, or the path of a JSON file of them. */
  readonly data?: Readonly<Record<string, Json>> | string;
  /** Default 1. */
  readonly seed?: number;
  /** The clock: an instant (RFC 3339, or a date) or a function giving milliseconds since the epoch. Default: the machine's. */
  readonly now?: string | (() => number);
  /** Milliseconds, or a range such as `100..400`. */
  readonly delay?: string | number;
  /** Valid credentials; default: any non-empty one. */
  readonly apiKeys?: readonly string[];
  /**
   * `off` admits requests without a credential, `document` those that the document admits, `required` none. Default `off`, and `document` where
   * `apiKeys` are given.
   */
  readonly auth?: 'off' | 'document' | 'required';
  /** The same as `auth: 'required'`. */
  readonly requireAuth?: boolean;
  /** Answers a request that breaks the document as if the wrong parts were left out, and counts them. Default false. */
  readonly lenient?: boolean;
  /** Such as `60/m`: requests per s, m or h and world. */
  readonly rateLimit?: string;
  readonly enforceSunset?: boolean;
  readonly strict?: boolean;
  readonly strictDocument?: boolean;
  readonly strictBasePath?: boolean;
  /** Path prefix of the whole API, such as `/api`: the mock answers there, and uses it in the addresses of its answers. Default none. */
  readonly base?: string;
  readonly stateless?: boolean;
  readonly dynamic?: boolean;
  readonly unknown?: 'auto' | 'strict' | 'materialise';
  /** False: Prism validates every message, also those that compiled schemas accept. Default true. */
  readonly fast?: boolean;
  /** Where records are kept: `memory`, `file:./state.json` (read at the start, written at the stop, used by one mock at a time), `sqlite:./state.db`, `redis://host:6379/0?prefix=team`. Default `memory`. */
  readonly state?: string;
  readonly quietHeaders?: boolean;
  readonly cors?: boolean;
  /** Bytes. Default 1 MiB. */
  readonly bodyLimit?: number;
  /** Default `/_standin`. */
  readonly controlPrefix?: string;
  /** Address by which clients reach the mock. Generated addresses of pictures then lead to the mock, which draws them. */
  readonly publicUrl?: string;
  readonly controlToken?: string;
  /** Host names beside the loopback ones that control routes answer to. */
  readonly controlHosts?: readonly string[];
  /** Exchanges that the journal keeps. Default 1 000. */
  readonly journalSize?: number;
  /** Entities that one world may hold; a request that would add more is answered 507. Default 1 000 000. */
  readonly maxEntities?: number;
  /** Worlds at a time; a request that would open more is answered 503. Default 256. */
  readonly maxWorlds?: number;
  /** Milliseconds that a client has for the header fields of a request, then 408. Default 15 000. */
  readonly headersTimeout?: number;
  /** Milliseconds that a client has for a whole request, then 408. Default 30 000. */
  readonly requestTimeout?: number;
  /** False: sockets are served by the platform's HTTP server alone, which is slower. Default true. */
  readonly fastSockets?: boolean;
  /** Whether references to http(s) documents are followed. Default false. */
  readonly remoteRefs?: boolean;
  /** Folder whose JSON and YAML files references may reach. Default: that of the document's project (`.git`, `package.json`). */
  readonly root?: string;
  /** Bytes that all files of a document may have. Default 67 108 864. */
  readonly documentBytes?: number;
  /** Folder that relative paths start from. Default: the current one. */
  readonly cwd?: string;
  /** Called with each exchange as it is answered, secrets redacted. */
  readonly onExchange?: (note: ExchangeNote) => void;
  /** Called with errors that no client may see. */
  readonly onDefect?: (error: unknown) => void;
}
