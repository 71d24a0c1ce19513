import type { Json } from '../../core/index.ts';
import type { ExchangeNote } from '../../journal/index.ts';
import type { Mocks } from '../../mock/index.ts';

/** How a document is read. */
export type DocumentChoices = Pick<
  MockChoices,
  'document' | 'cwd' | 'base' | 'strictDocument' | 'remoteRefs' | 'root' | 'documentBytes'
>;

/** Default path prefix of the control routes. */
export const CONTROL_PREFIX = '/_standin';

/** The options of a mock. Each has a default. */
export interface MockChoices {
  /** Path or URL of an OpenAPI document, or a parsed one. Default: the embedded petstore. */
  readonly document?: string | URL | object;
  /**
   * Behaviours, factories and starting states: an object, or the path of a module with it as default
   * export.
   */
  readonly mocks?: Mocks | string;
  /** Records by resource name, or the path of a JSON file with them. */
  readonly data?: Readonly<Record<string, Json>> | string;
  /** Default 1. */
  readonly seed?: number;
  /**
   * The clock: an instant (RFC 3339, or a date), or a function that returns milliseconds since the Unix
   * epoch. Default: the machine's clock.
   */
  readonly now?: string | (() => number);
  /** Milliseconds, or a range such as `100..400`. */
  readonly delay?: string | number;
  /** Valid credentials. Default: any non-empty one. */
  readonly apiKeys?: readonly string[];
  /**
   * `off` admits requests without a credential, `document` does where the document does, `required` never
   * does. Default `off`, and `document` where `apiKeys` are given.
   */
  readonly auth?: 'off' | 'document' | 'required';
  /** The same as `auth: 'required'`. */
  readonly requireAuth?: boolean;
  /**
   * Answers an invalid request as if its invalid parts were absent, and counts the violations. Default
   * false.
   */
  readonly lenient?: boolean;
  /** Such as `60/m`: requests per s, m or h and world. */
  readonly rateLimit?: string;
  readonly enforceSunset?: boolean;
  readonly strict?: boolean;
  readonly strictDocument?: boolean;
  readonly strictBasePath?: boolean;
  /**
   * Path prefix of the whole API, such as `/api`. The mock answers below it and uses it in URLs that it
   * generates. Default none.
   */
  readonly base?: string;
  readonly stateless?: boolean;
  readonly dynamic?: boolean;
  readonly unknown?: 'auto' | 'strict' | 'materialise';
  /** False: Prism also validates the messages that compiled schemas accept. Default true. */
  readonly fast?: boolean;
  /** Where records are kept: `memory`, `file:./state.json` (read at the start, written at the stop, used by one mock at a time), `sqlite:./state.db`, `redis://host:6379/0?prefix=team`. Default `memory`. */
  readonly state?: string;
  readonly quietHeaders?: boolean;
  readonly cors?: boolean;
  /** Whether documented callbacks are sent. `local`: to this machine only. Default `off`. */
  readonly callbacks?: 'off' | 'local' | 'all';
  /** Bytes. Default 1 MiB. */
  readonly bodyLimit?: number;
  /** Default `/_standin`. */
  readonly controlPrefix?: string;
  /**
   * URL by which clients reach the mock. Generated picture URLs then lead to the mock, which draws the
   * pictures.
   */
  readonly publicUrl?: string;
  readonly controlToken?: string;
  /** Host names, besides the loopback ones, for which control routes answer. */
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
  /** Folder to which paths are relative. Default: the current one. */
  readonly cwd?: string;
  /** Called with each exchange after its answer, with secrets redacted. */
  readonly onExchange?: (note: ExchangeNote) => void;
  /** Called with internal errors, which clients do not see. */
  readonly onDefect?: (error: unknown) => void;
}
