import { COMPARISON_FAIL_ON, COMPARISON_LEVELS, REMOVALS, UNDOCUMENTED_VALUES } from '../../comparison/index.ts';
import { COMPARISON_REPORTS } from '../../report/index.ts';
import { USAGE_KINDS } from '../../traffic/index.ts';
import type { DiffConfig } from './define.ts';
import { configFile, ignoredClients, integerBetween, type OptionFact, oneWordOf, SWITCH, TEXT } from './option-fact.ts';

type OfACall = 'baseRef' | 'check' | 'updateBaseline' | 'only' | 'bump' | 'config' | 'json';
export type DiffOptionName = Exclude<keyof DiffConfig, 'checks'> | OfACall;

const INPUT = 'Documents:';
const CHOICE = 'Choice of operations:';
const CLIENTS = 'Clients:';
const VERDICT = 'Verdict:';
const SERVICE = 'Running service:';
const OUTPUT = 'Output:';

/** Severities that a check of a comparison may get. */
export const CHANGE_SEVERITIES = ['error', 'warning', 'info', 'off'] as const;

/** Options of `standin diff`, by their names under `diff` in a config file. */
export const DIFF_OPTIONS: Readonly<Record<DiffOptionName, OptionFact>> = {
  baseRef: {
    flag: '--base-ref <ref>',
    group: INPUT,
    text: 'compare the document where HEAD and this branch of git part with the document in the working tree',
    fallback: 'none',
    value: TEXT,
    inConfig: false,
  },
  remoteRefs: {
    flag: '--remote-refs',
    group: INPUT,
    text: 'follow references to http and https documents',
    fallback: 'off',
    value: SWITCH,
  },
  anyway: {
    flag: '--anyway',
    group: INPUT,
    text: 'compare documents that have no operation in common',
    fallback: 'off',
    value: SWITCH,
  },
  config: configFile(INPUT),

  operation: {
    flag: '--operation <id>',
    group: CHOICE,
    text: 'compare only this operation (operationId or METHOD /path); repeatable',
    fallback: 'all',
    value: TEXT,
    repeatable: true,
  },
  tag: {
    flag: '--tag <name>',
    group: CHOICE,
    text: 'compare only operations with this tag; repeatable',
    fallback: 'all',
    value: TEXT,
    repeatable: true,
  },
  exclude: {
    flag: '--exclude <id>',
    group: CHOICE,
    text: 'skip this operation or tag; repeatable',
    fallback: 'none',
    value: TEXT,
    repeatable: true,
  },
  only: {
    flag: '--only <fingerprint>',
    group: CHOICE,
    text: 'report only this finding; repeatable',
    fallback: 'all',
    value: TEXT,
    repeatable: true,
    inConfig: false,
  },

  usage: {
    flag: '--usage <kind=path>',
    group: CLIENTS,
    text: `file or folder that says how clients use the API; kinds: ${USAGE_KINDS.join(', ')}; repeatable`,
    fallback: 'none',
    value: TEXT,
    repeatable: true,
    path: true,
  },
  since: {
    flag: '--since <age>',
    group: CLIENTS,
    text: 'recorded calls up to this age count, such as 30d',
    fallback: 'all count',
    value: TEXT,
  },
  ignoreClient: ignoredClients(CLIENTS),
  minCalls: {
    flag: '--min-calls <n>',
    group: CLIENTS,
    text: 'fewer calls of the changed operations than this do not make a client count',
    fallback: '1',
    value: integerBetween(1, 1_000_000),
  },
  unused: {
    flag: '--unused <severity>',
    group: CLIENTS,
    text: 'severity of breaking changes that no client uses, where calls of the operation are known and recordings span the age of --since, or 30 days',
    fallback: 'breaking all the same',
    value: oneWordOf('warning', 'info'),
  },

  level: {
    flag: '--level <level>',
    group: VERDICT,
    text: 'wire: what breaks messages; source: also what breaks generated code (operation ids, names of schemas and path parameters, tags)',
    fallback: 'wire',
    value: oneWordOf(...COMPARISON_LEVELS),
  },
  undocumented: {
    flag: '--undocumented <word>',
    group: VERDICT,
    text: 'values that a schema lets through without documenting them, under names that only the other document has or of other types where no type is stated; count: they break clients; ignore: they do not',
    fallback: 'ignore',
    value: oneWordOf(...UNDOCUMENTED_VALUES),
  },
  failOn: {
    flag: '--fail-on <what>',
    group: VERDICT,
    text: `also fail for findings of this kind: ${COMPARISON_FAIL_ON.join(', ')}; repeatable, or separated by commas`,
    fallback: 'only breaking changes fail',
    value: TEXT,
    repeatable: true,
  },
  strict: {
    flag: '--strict',
    group: VERDICT,
    text: 'fail for every kind of finding but notes, as --fail-on with all its words',
    fallback: 'off',
    value: SWITCH,
  },
  check: {
    flag: '--check <id=severity>',
    group: VERDICT,
    text: `severity of a rule, such as request.enum=warning or "response.*=off"; values: ${CHANGE_SEVERITIES.join(', ')}; repeatable, or separated by commas`,
    fallback: 'that of the rule',
    value: TEXT,
    repeatable: true,
    inConfig: false,
  },
  exempt: {
    flag: '--exempt <level>',
    group: VERDICT,
    text: 'stability level of operations whose breaking changes are notes; repeatable, or separated by commas',
    fallback: 'draft, alpha, experimental',
    value: TEXT,
    repeatable: true,
  },
  grace: {
    flag: '--grace <level=time>',
    group: VERDICT,
    text: 'time that a new sunset must leave, by stability level, such as stable=180d; a part without a level is stable; repeatable, or separated by commas',
    fallback: 'any',
    value: TEXT,
    repeatable: true,
  },
  removal: {
    flag: '--removal <level=when>',
    group: VERDICT,
    text: `when a part of this stability level may go: ${REMOVALS.join(' or ')}, such as stable=after-sunset; repeatable, or separated by commas`,
    fallback: 'after its sunset; risky where it is deprecated without one',
    value: TEXT,
    repeatable: true,
  },
  openEnums: {
    flag: '--open-enums',
    group: VERDICT,
    text: 'clients accept values that an enum of a response gains: a note instead of a breaking change',
    fallback: 'off',
    value: SWITCH,
  },
  prove: {
    flag: '--prove',
    group: VERDICT,
    text: 'send each request that shows a change to mocks of both documents, and report both answers',
    fallback: 'off',
    value: SWITCH,
  },
  baseline: {
    flag: '--baseline <file>',
    group: VERDICT,
    text: 'file with known findings, which do not fail the comparison',
    fallback: 'none',
    value: TEXT,
    path: true,
  },
  updateBaseline: {
    flag: '--update-baseline',
    group: VERDICT,
    text: 'write the breaking changes of this comparison to the baseline file',
    fallback: 'off',
    value: SWITCH,
    inConfig: false,
  },
  now: {
    flag: '--now <instant>',
    group: VERDICT,
    text: 'date or RFC 3339 instant by which sunsets are judged',
    fallback: 'now',
    value: TEXT,
  },

  proveOn: {
    flag: '--prove-on <url>',
    group: SERVICE,
    text: 'base URL of a running service, to which each request that shows a change is sent; what it refuses already is risky instead of breaking',
    fallback: 'nothing is sent',
    value: TEXT,
  },
  header: {
    flag: '--header <field>',
    group: SERVICE,
    text: 'header field of every request to the service, such as "X-Team: qa"; reports do not show its value; repeatable',
    fallback: 'none',
    value: TEXT,
    repeatable: true,
  },
  allowWrites: {
    flag: '--allow-writes',
    group: SERVICE,
    text: 'also send requests that may change records of the service',
    fallback: 'only GET, HEAD and OPTIONS',
    value: SWITCH,
  },

  report: {
    flag: '--report <kind=path>',
    group: OUTPUT,
    text: `write a report to a file, or to standard output with kind=- or kind alone; kinds: ${COMPARISON_REPORTS.join(', ')}; repeatable`,
    fallback: 'none',
    value: TEXT,
    repeatable: true,
    path: true,
  },
  bump: {
    flag: '--bump',
    group: OUTPUT,
    text: 'print only what the changes mean for the version: major, minor, patch or none',
    fallback: 'off',
    value: SWITCH,
    inConfig: false,
  },
  json: {
    flag: '--json',
    group: OUTPUT,
    text: 'print the findings as events, one JSON object per line',
    fallback: 'off',
    value: SWITCH,
    inConfig: false,
  },
};
