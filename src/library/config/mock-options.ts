import type { StandinConfig } from './define.ts';
import { configFile, integerBetween, MILLISECONDS, type OptionFact, oneWordOf, SWITCH, TEXT } from './option-fact.ts';
import { CONTROL_PREFIX } from './options.ts';

export type MockOptionName =
  | Exclude<keyof StandinConfig, 'check' | 'diff' | 'gate' | '$schema'>
  | 'petstore'
  | 'open'
  | 'config'
  | 'json';

const INPUT = 'Input:';
const DATA = 'Data and time:';
const ANSWERS = 'Answers:';
const SERVER = 'Server:';
const ACCESS = 'Credentials and limits:';
const CONTROL = 'Control routes:';
const OUTPUT = 'Output:';

/** Options of `standin mock`, by their names in a config file. */
export const MOCK_OPTIONS: Readonly<Record<MockOptionName, OptionFact>> = {
  document: {
    group: INPUT,
    text: 'path or URL of an OpenAPI document',
    value: TEXT,
    path: true,
  },
  petstore: {
    flag: '--petstore',
    group: INPUT,
    text: 'serve the embedded petstore, even if this folder has a document',
    fallback: 'off',
    value: SWITCH,
    inConfig: false,
  },
  config: configFile(INPUT),
  watch: {
    flag: '--watch',
    group: INPUT,
    text: 'reload the document, mocks and data when they change, and keep the stored records',
    fallback: 'off',
    value: SWITCH,
  },
  strictDocument: {
    flag: '--strict-document',
    group: INPUT,
    text: 'refuse a document that has an error, instead of serving the rest of it',
    fallback: 'off',
    value: SWITCH,
  },
  remoteRefs: {
    flag: '--remote-refs',
    group: INPUT,
    text: 'follow $refs to http(s) documents',
    fallback: 'off',
    value: SWITCH,
  },
  root: {
    flag: '--root <folder>',
    group: INPUT,
    text: 'folder in which $refs may lead to JSON and YAML files',
    fallback: 'that of the project',
    value: TEXT,
  },
  documentBytes: {
    flag: '--document-bytes <bytes>',
    group: INPUT,
    text: 'size that all files of the document may have',
    fallback: '67108864',
    value: integerBetween(1, 4_294_967_296),
  },

  data: {
    flag: '--data <file>',
    group: DATA,
    text: 'JSON or YAML file with the initial records of each resource, checked against the document',
    fallback: 'none',
    value: TEXT,
    path: true,
  },
  mocks: {
    flag: '--mocks <file>',
    group: DATA,
    text: 'module with behaviours, factories and starting states; TypeScript needs no build step',
    fallback: 'none',
    value: TEXT,
    path: true,
  },
  seed: {
    flag: '--seed <number>',
    group: DATA,
    text: 'seed of all generated data; the same seed gives the same data',
    fallback: '1',
    value: integerBetween(-2_147_483_648, 2_147_483_647),
  },
  now: {
    flag: '--now <instant>',
    group: DATA,
    text: 'date or RFC 3339 instant to use as the time of the mock',
    fallback: 'the system clock',
    value: TEXT,
  },
  state: {
    flag: '--state <where>',
    group: DATA,
    text: 'where records are stored: memory, file:./state.json, sqlite:./state.db, or redis://host:6379/0?prefix=team',
    fallback: 'memory',
    value: TEXT,
  },
  stateless: {
    flag: '--stateless',
    group: DATA,
    text: 'answer from examples and schemas only, and store nothing',
    fallback: 'off',
    value: SWITCH,
  },
  maxEntities: {
    flag: '--max-entities <number>',
    group: DATA,
    text: 'records that one world may hold; more get 507',
    fallback: '1000000',
    value: integerBetween(1, 100_000_000),
  },
  maxWorlds: {
    flag: '--max-worlds <number>',
    group: DATA,
    text: 'worlds that may exist at a time; more get 503',
    fallback: '256',
    value: integerBetween(1, 1_000_000),
  },

  unknown: {
    flag: '--unknown <how>',
    group: ANSWERS,
    text: 'answer for an unknown id: strict (404), materialise (create the record) or auto (404 where records can be listed or created)',
    fallback: 'auto',
    value: oneWordOf('auto', 'strict', 'materialise'),
  },
  dynamic: {
    flag: '-d, --dynamic',
    group: ANSWERS,
    text: 'prefer generated values to examples',
    fallback: 'off',
    value: SWITCH,
  },
  delay: {
    flag: '--delay <ms>',
    group: ANSWERS,
    text: 'delay of each answer in milliseconds, such as 250 or 100..400',
    fallback: 'none',
    value: TEXT,
  },
  lenient: {
    flag: '--lenient',
    group: ANSWERS,
    text: 'answer a request that breaks the document as if it had left out what is wrong, and report that in Standin-Violations, log and journal',
    fallback: 'off',
    value: SWITCH,
  },
  strict: {
    flag: '--strict',
    group: ANSWERS,
    text: 'answer 500 if an answer of the mock does not fit the document',
    fallback: 'off',
    value: SWITCH,
  },
  enforceSunset: {
    flag: '--enforce-sunset',
    group: ANSWERS,
    text: 'answer 410 after the sunset date of an operation',
    fallback: 'off',
    value: SWITCH,
  },
  quietHeaders: {
    flag: '--quiet-headers',
    group: ANSWERS,
    text: 'do not send the Standin-* header fields',
    fallback: 'off',
    value: SWITCH,
  },
  cors: { flag: '--no-cors', group: ANSWERS, text: 'do not send CORS header fields', value: SWITCH },
  callbacks: {
    flag: '--callbacks <reach>',
    group: ANSWERS,
    text: 'send the callbacks of an operation after its answer: off, local (to this machine only) or all (to any host that a request names)',
    fallback: 'off',
    value: oneWordOf('off', 'local', 'all'),
  },
  publicUrl: {
    flag: '--public-url <url>',
    group: ANSWERS,
    text: 'address by which clients reach the mock, for pictures in records',
    fallback: 'http://localhost and the port, for state in memory',
    value: TEXT,
  },
  fast: {
    flag: '--no-fast',
    group: ANSWERS,
    text: 'validate every message with Prism, without the faster first pass',
    value: SWITCH,
  },

  port: {
    flag: '-p, --port <number>',
    group: SERVER,
    text: 'port to listen on; 0 chooses a free port',
    fallback: '4010',
    value: integerBetween(0, 65_535),
  },
  host: {
    flag: '--host <address>',
    group: SERVER,
    text: 'address to listen on; 0.0.0.0 for the whole network',
    fallback: '127.0.0.1 and ::1',
    value: TEXT,
  },
  base: {
    flag: '--base <path>',
    group: SERVER,
    text: 'path below which the API stands, such as /api',
    fallback: 'none',
    value: TEXT,
  },
  strictBasePath: {
    flag: '--strict-base-path',
    group: SERVER,
    text: "answer only under the base path of the document's servers",
    fallback: 'off',
    value: SWITCH,
  },
  bodyLimit: {
    flag: '--body-limit <bytes>',
    group: SERVER,
    text: 'largest request body in bytes; larger ones get 413',
    fallback: '1048576',
    value: integerBetween(1, 1_073_741_824),
  },
  headersTimeout: {
    flag: '--headers-timeout <ms>',
    group: SERVER,
    text: 'time for a client to send the header fields, in milliseconds, then 408',
    fallback: '15000',
    value: MILLISECONDS,
  },
  requestTimeout: {
    flag: '--request-timeout <ms>',
    group: SERVER,
    text: 'time for a client to send a whole request, in milliseconds, then 408',
    fallback: '30000',
    value: MILLISECONDS,
  },
  fastSockets: {
    flag: '--no-fast-sockets',
    group: SERVER,
    text: 'serve sockets by the HTTP server of Node alone, which is slower',
    fallback: 'on',
    value: SWITCH,
  },

  auth: {
    flag: '--auth <mode>',
    group: ACCESS,
    text: 'which requests need a credential: off (none), document (those that the document says), required (also where the document makes it optional)',
    fallback: 'off; document where there are keys',
    value: oneWordOf('off', 'document', 'required'),
  },
  requireAuth: {
    flag: '--require-auth',
    group: ACCESS,
    text: 'the same as --auth required',
    fallback: 'off',
    value: SWITCH,
  },
  apiKeys: {
    flag: '--api-key <key>',
    group: ACCESS,
    text: 'credential to accept; repeatable',
    fallback: 'any credential that is not empty',
    value: TEXT,
    repeatable: true,
  },
  rateLimit: {
    flag: '--rate-limit <quota>',
    group: ACCESS,
    text: 'maximum requests per s, m or h, such as 60/m; more get 429',
    fallback: 'none',
    value: TEXT,
  },

  controlPrefix: {
    flag: '--control-prefix <path>',
    group: CONTROL,
    text: 'path of the control routes',
    fallback: CONTROL_PREFIX,
    value: TEXT,
  },
  controlToken: {
    flag: '--control-token <token>',
    group: CONTROL,
    text: 'token that allows other machines to use the control routes',
    fallback: 'none',
    value: TEXT,
  },
  controlHosts: {
    flag: '--control-host <name>',
    group: CONTROL,
    text: 'host name that control routes answer to, beside those of this machine; repeatable',
    fallback: 'none',
    value: TEXT,
    repeatable: true,
  },
  journalSize: {
    flag: '--journal-size <number>',
    group: CONTROL,
    text: 'number of requests that the journal keeps',
    fallback: '1000',
    value: integerBetween(0, 10_000_000),
  },

  open: {
    flag: '--open',
    group: OUTPUT,
    text: 'open the page of the mock in a browser',
    fallback: 'off',
    value: SWITCH,
    inConfig: false,
  },
  log: {
    flag: '--log',
    group: OUTPUT,
    text: 'print a line for each request, its answer, and what is wrong with it',
    fallback: 'off',
    value: SWITCH,
  },
  json: {
    flag: '--json',
    group: OUTPUT,
    text: 'print one JSON object per line instead of text',
    fallback: 'off',
    value: SWITCH,
    inConfig: false,
  },
};
