import { COVERAGE_GATES, PHASES } from '../../contract/index.ts';
import { CHECK_WORDS } from '../../findings/index.ts';
import { REPORTER_KINDS } from '../../report/index.ts';
import type { CheckConfig } from './define.ts';
import { configFile, integerBetween, MILLISECONDS, type OptionFact, oneWordOf, SWITCH, TEXT } from './option-fact.ts';

type OfACall = 'self' | 'check' | 'updateBaseline' | 'draftValues' | 'only' | 'clean' | 'dryRun' | 'config' | 'json';
export type CheckOptionName = Exclude<keyof CheckConfig, 'checks' | 'target'> | OfACall;

const INPUT = 'Target and document:';
const CASES = 'Choice of cases:';
const DATA = 'Data:';
const CREDENTIALS = 'Credentials:';
const PERMISSIONS = 'Permissions:';
const TRANSPORT = 'Transport:';
const VERDICT = 'Verdict:';
const OUTPUT = 'Output:';
const OTHER = 'Other ways to run:';

/** The kinds of findings that `--fail-on` takes. */
export const FAIL_ON_WORDS = ['warning', 'document', 'usage', 'inconclusive', 'flaky'] as const;

const GATES = COVERAGE_GATES.map(([gate]) => gate.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`));

/** Options of `standin check`, by their names under `check` in a config file. */
export const CHECK_OPTIONS: Readonly<Record<CheckOptionName, OptionFact>> = {
  self: {
    flag: '--self [document]',
    group: INPUT,
    text: 'start a mock of the document and check it: the whole loop in one command',
    value: TEXT,
    inConfig: false,
  },
  petstore: {
    flag: '--petstore',
    group: INPUT,
    text: 'use the embedded petstore as the document',
    fallback: 'off',
    value: SWITCH,
  },
  config: configFile(INPUT),
  wait: {
    flag: '--wait <time>',
    group: INPUT,
    text: 'time to wait until the target answers, such as 30s',
    fallback: '0s',
    value: TEXT,
  },

  phase: {
    flag: '--phase <name>',
    group: CASES,
    text: `run only this phase; repeatable: ${PHASES.join(', ')}`,
    fallback: 'all but fuzz',
    value: oneWordOf(...PHASES),
    repeatable: true,
  },
  operation: {
    flag: '--operation <id>',
    group: CASES,
    text: 'check only this operation (operationId or METHOD /path); repeatable',
    fallback: 'all',
    value: TEXT,
    repeatable: true,
  },
  tag: {
    flag: '--tag <name>',
    group: CASES,
    text: 'check only operations with this tag; repeatable',
    fallback: 'all',
    value: TEXT,
    repeatable: true,
  },
  exclude: {
    flag: '--exclude <id>',
    group: CASES,
    text: 'skip this operation or tag; repeatable',
    fallback: 'none',
    value: TEXT,
    repeatable: true,
  },
  only: {
    flag: '--only <what>',
    group: CASES,
    text: 're-run part of a check: one case, one operation, or one finding (by fingerprint); setup steps that it depends on run too; repeatable',
    fallback: 'all',
    value: TEXT,
    repeatable: true,
    inConfig: false,
  },
  fuzz: {
    flag: '--fuzz <number>',
    group: CASES,
    text: 'random requests per operation; a failing one is shrunk to the smallest that fails',
    fallback: '0',
    value: integerBetween(0, 1_000_000),
  },
  shard: {
    flag: '--shard <i/n>',
    group: CASES,
    text: 'run only part i of n of the cases; standin merge joins the reports',
    fallback: 'all',
    value: TEXT,
  },
  timeLimit: {
    flag: '--time-limit <time>',
    group: CASES,
    text: 'time that a run may take with its planning, such as 5m: the most telling cases run first, and the report says what was left',
    fallback: 'no limit',
    value: TEXT,
  },
  seed: {
    flag: '--seed <number>',
    group: CASES,
    text: 'seed of the generated requests; the same seed gives the same cases',
    fallback: '1',
    value: integerBetween(-2_147_483_648, 2_147_483_647),
  },

  scenarios: {
    flag: '--scenarios <path>',
    group: DATA,
    text: 'file or folder with scenarios',
    fallback: 'none; the embedded petstore has its own',
    value: TEXT,
    path: true,
  },
  fixtures: {
    flag: '--fixtures <file>',
    group: DATA,
    text: 'file with ids of existing records, by resource, for a target that is only read',
    fallback: 'none; the embedded petstore has its own',
    value: TEXT,
    path: true,
  },
  data: {
    flag: '--data <file>',
    group: DATA,
    text: 'JSON or YAML file with records that exist at the target, by resource, in the form of standin mock --data',
    fallback: 'none',
    value: TEXT,
    path: true,
  },
  values: {
    flag: '--values <file>',
    group: DATA,
    text: 'file or module with values that the target takes, by place: createPet#/body/name, Pet.status, limit',
    fallback: 'none',
    value: TEXT,
    path: true,
  },
  draftValues: {
    flag: '--draft-values <file>',
    group: DATA,
    text: 'after the run, write the values that a person can fill in for --values, with the reasons of the service',
    fallback: 'none',
    value: TEXT,
    inConfig: false,
  },

  bearer: {
    flag: '--bearer <token>',
    group: CREDENTIALS,
    text: 'bearer token to send',
    fallback: '$STANDIN_BEARER',
    value: TEXT,
  },
  basic: {
    flag: '--basic <user:password>',
    group: CREDENTIALS,
    text: 'Basic credentials to send',
    fallback: '$STANDIN_BASIC',
    value: TEXT,
  },
  apiKey: {
    flag: '--api-key <scheme=key>',
    group: CREDENTIALS,
    text: 'API key for a security scheme of the document; repeatable',
    fallback: 'none',
    value: TEXT,
    repeatable: true,
  },
  header: {
    flag: '--header <field>',
    group: CREDENTIALS,
    text: 'header field to send with every request, such as "X-Team: qa"; reports do not show its value; repeatable',
    fallback: 'none',
    value: TEXT,
    repeatable: true,
  },
  authCmd: {
    flag: '--auth-cmd <command>',
    group: CREDENTIALS,
    text: 'shell command that prints a bearer token, or header fields (one per line); it runs before the check, and again when the target refuses the credential',
    fallback: 'none',
    value: TEXT,
  },
  authCheck: {
    flag: '--no-auth-check',
    group: CREDENTIALS,
    text: 'run all cases even where the target refuses the credential everywhere',
    value: SWITCH,
  },

  allowWrites: {
    flag: '--allow-writes',
    group: PERMISSIONS,
    text: 'allow writes to a target that is not on this machine',
    fallback: 'off',
    value: SWITCH,
  },
  touchExisting: {
    flag: '--touch-existing',
    group: PERMISSIONS,
    text: 'allow changes to records that the run did not create; the report lists each one',
    fallback: 'off',
    value: SWITCH,
  },
  disruptive: {
    flag: '--disruptive',
    group: PERMISSIONS,
    text: 'also call operations that affect the whole service or the login of the run and cannot be undone (logout, shutdown, purge); they run last',
    fallback: 'off',
    value: SWITCH,
  },

  concurrency: {
    flag: '--concurrency <number>',
    group: TRANSPORT,
    text: 'requests in parallel',
    fallback: '8; 16 for a fast target on this machine, 2 for a slow one',
    value: integerBetween(1, 1_000),
  },
  rate: {
    flag: '--rate <quota>',
    group: TRANSPORT,
    text: 'maximum requests per s, m or h, such as 50/s',
    fallback: 'no limit',
    value: TEXT,
  },
  timeout: {
    flag: '--timeout <ms>',
    group: TRANSPORT,
    text: 'time limit for one request and its answer, in milliseconds',
    fallback: '10000',
    value: MILLISECONDS,
  },
  maxBytes: {
    flag: '--max-bytes <bytes>',
    group: TRANSPORT,
    text: 'largest answer to read, in bytes',
    fallback: '16777216',
    value: integerBetween(1, 2_147_483_647),
  },
  follow: {
    flag: '--follow',
    group: TRANSPORT,
    text: 'follow up to 5 redirects; credentials are never sent to another origin',
    fallback: 'off',
    value: SWITCH,
  },
  insecure: {
    flag: '--insecure',
    group: TRANSPORT,
    text: 'accept any TLS certificate',
    fallback: 'off',
    value: SWITCH,
  },

  strict: {
    flag: '--strict',
    group: VERDICT,
    text: 'also run the checks of tier 2, and those of tier 3 as information; standin checks lists the tiers',
    fallback: 'off',
    value: SWITCH,
  },
  check: {
    flag: '--check <id=severity>',
    group: VERDICT,
    text: `turn a check on or off, or change its severity, such as schema.type=warning or "page.*=off"; values: ${CHECK_WORDS.join(', ')}; repeatable, or separated by commas`,
    fallback: 'see standin checks',
    value: TEXT,
    repeatable: true,
    inConfig: false,
  },
  failOn: {
    flag: '--fail-on <what>',
    group: VERDICT,
    text: `also fail for findings of this kind: ${FAIL_ON_WORDS.join(', ')}; repeatable, or separated by commas`,
    fallback: 'only errors of the service fail',
    value: TEXT,
    repeatable: true,
  },
  baseline: {
    flag: '--baseline <file>',
    group: VERDICT,
    text: 'file with known findings, which do not fail the run',
    fallback: 'none',
    value: TEXT,
    path: true,
  },
  updateBaseline: {
    flag: '--update-baseline',
    group: VERDICT,
    text: 'write the findings of this run to the baseline file',
    fallback: 'off',
    value: SWITCH,
    inConfig: false,
  },
  minCoverage: {
    flag: '--min-coverage <what=percent>',
    group: VERDICT,
    text: `fail if the run covers less of the document, such as operations=100,statuses=60; names: ${GATES.join(', ')}; repeatable, or separated by commas`,
    fallback: 'none',
    value: TEXT,
    repeatable: true,
  },
  timeBudget: {
    flag: '--time-budget <ms>',
    group: VERDICT,
    text: 'median response time that an operation may have, in milliseconds',
    fallback: '2000',
    value: MILLISECONDS,
  },
  deprecationBudget: {
    flag: '--deprecation-budget <number>',
    group: VERDICT,
    text: 'uses of deprecated parts that one scenario or client may make before the run fails',
    fallback: 'any',
    value: integerBetween(0, 2_147_483_647),
  },
  sunsetWarn: {
    flag: '--sunset-warn <days>',
    group: VERDICT,
    text: 'warn about a sunset this many days before it',
    fallback: '90',
    value: integerBetween(0, 36_500),
  },
  sunsetFail: {
    flag: '--sunset-fail <days>',
    group: VERDICT,
    text: 'fail this many days before a sunset',
    fallback: 'never',
    value: integerBetween(0, 36_500),
  },
  now: {
    flag: '--now <instant>',
    group: VERDICT,
    text: 'date or RFC 3339 instant by which deprecations and sunsets are judged',
    fallback: 'now',
    value: TEXT,
  },

  report: {
    flag: '--report <kind=path>',
    group: OUTPUT,
    text: `write a report to a file, or to standard output with kind=- or kind alone; kinds: ${REPORTER_KINDS.join(', ')}; repeatable`,
    fallback: 'none',
    value: TEXT,
    repeatable: true,
    path: true,
  },
  compare: {
    flag: '--compare <file>',
    group: OUTPUT,
    text: 'json report of an earlier run: the html and markdown reports say what is new, the same and gone',
    fallback: 'none',
    value: TEXT,
    path: true,
  },
  json: {
    flag: '--json',
    group: OUTPUT,
    text: 'print the events of the run, one JSON object per line',
    fallback: 'off',
    value: SWITCH,
    inConfig: false,
  },

  dryRun: {
    flag: '--dry-run',
    group: OTHER,
    text: 'print the planned requests and send nothing',
    fallback: 'off',
    value: SWITCH,
    inConfig: false,
  },
  har: {
    flag: '--har <file>',
    group: OTHER,
    text: 'check the traffic recorded in a HAR file or in the journal of a mock, and send nothing',
    fallback: 'none',
    value: TEXT,
    path: true,
  },
  ledger: {
    flag: '--ledger <file>',
    group: OTHER,
    text: 'record each created record in this file, so that --clean can remove it after a crash',
    fallback: 'none',
    value: TEXT,
    path: true,
  },
  clean: {
    flag: '--clean <file>',
    group: OTHER,
    text: 'only remove the records that an earlier run left behind; the file is its ledger or its json report',
    fallback: 'none',
    value: TEXT,
    inConfig: false,
  },
  secondOpinion: {
    flag: '--second-opinion <tool>',
    group: OTHER,
    text: 'after the run, also check the target with another tool: dredd',
    fallback: 'none',
    value: oneWordOf('dredd'),
  },
  secondOpinionHooks: {
    flag: '--second-opinion-hooks <file>',
    group: OTHER,
    text: 'hook file for Dredd; repeatable',
    fallback: 'none',
    value: TEXT,
    repeatable: true,
    path: true,
  },
};
