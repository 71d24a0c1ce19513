import { GATE_REPORTS } from '../../report/index.ts';
import { USAGE_KINDS } from '../../traffic/index.ts';
import type { GateConfig } from './define.ts';
import { configFile, ignoredClients, integerBetween, type OptionFact, SWITCH, TEXT } from './option-fact.ts';

type OfACall = 'to' | 'config' | 'json';
export type GateOptionName = keyof GateConfig | OfACall;

const FACTS = 'Facts:';
const CLIENTS = 'Clients of a document:';
const VERDICT = 'Verdict:';
const OUTPUT = 'Output:';

/** Options of `standin gate`, by their names under `gate` in a config file. */
export const GATE_OPTIONS: Readonly<Record<GateOptionName, OptionFact>> = {
  to: {
    flag: '--to <environment>',
    group: FACTS,
    text: 'environment that the version goes to',
    fallback: 'none',
    value: TEXT,
    inConfig: false,
  },
  registry: {
    flag: '--registry <folder>',
    group: FACTS,
    text: 'folder that holds the recorded facts, or REF:path of git',
    fallback: 'contracts/registry',
    value: TEXT,
    path: true,
  },
  config: configFile(FACTS),

  usage: {
    flag: '--usage <kind=path>',
    group: CLIENTS,
    text: `file or folder that says how clients use the document; kinds: ${USAGE_KINDS.join(', ')}; repeatable`,
    fallback: 'none',
    value: TEXT,
    repeatable: true,
    path: true,
  },
  ignoreClient: ignoredClients(CLIENTS),

  fresh: {
    flag: '--fresh <age>',
    group: VERDICT,
    text: 'age up to which a check counts',
    fallback: '7d',
    value: TEXT,
  },
  minCoverage: {
    flag: '--min-coverage <percent>',
    group: VERDICT,
    text: 'operations that a check must have reached, in percent',
    fallback: '0',
    value: integerBetween(0, 100),
  },
  allowUnused: {
    flag: '--allow-unused',
    group: VERDICT,
    text: 'allow breaking changes that no recorded consumer uses',
    fallback: 'off',
    value: SWITCH,
  },
  now: {
    flag: '--now <instant>',
    group: VERDICT,
    text: 'date or RFC 3339 instant by which ages are judged and facts are dated',
    fallback: 'now',
    value: TEXT,
  },

  report: {
    flag: '--report <kind=path>',
    group: OUTPUT,
    text: `write a report to a file, or to standard output with kind=- or kind alone; kinds: ${GATE_REPORTS.join(', ')}; repeatable`,
    fallback: 'none',
    value: TEXT,
    repeatable: true,
    path: true,
  },
  json: {
    flag: '--json',
    group: OUTPUT,
    text: 'print one JSON object',
    fallback: 'off',
    value: SWITCH,
    inConfig: false,
  },
};
