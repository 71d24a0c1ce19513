import { InvalidArgumentError, type Option } from 'commander';
import { MOCK_OPTIONS, type OptionFact, StandinError, suggestion } from '../../library/index.ts';
import type { Flags } from '../choices.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** What a report names for secrets, and what an orchestrator sets for a service that is called standin. */
const OF_OTHERS = /^STANDIN_(BEARER|BASIC|PASSWORD|KEY|KEY_\w+|HEADER_\w+|SERVICE_\w+|PORT_\d\w*)$/;

/** The variable of an option: `STANDIN_RATE_LIMIT` for `rateLimit`. */
export function variableOf(name: string): string {
  return `STANDIN_${name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`;
}

const NAMES: ReadonlyMap<string, string> = new Map(
  Object.keys(MOCK_OPTIONS)
    .filter((name) => name !== 'open')
    .map((name) => [variableOf(name), name]),
);

/** Options of `mock` that the environment gives, by their names in the table. Throws `usage` for a value that the option does not take. */
export function flagsOfEnvironment(env: Environment, options: readonly Option[]): Flags {
  const given = Object.entries(env).flatMap(([variable, text = '']) => {
    const name = NAMES.get(variable);
    if (name === undefined || text === '' || isServiceLink(variable, text)) return [];
    return [[name, valueRead(variable, text, MOCK_OPTIONS[name as keyof typeof MOCK_OPTIONS], options)] as const];
  });
  return Object.fromEntries(given);
}

/** One sentence for each variable that looks like an option and is none. */
export function unknownVariables(env: Environment): readonly string[] {
  return Object.keys(env)
    .filter((variable) => variable.startsWith('STANDIN_') && !NAMES.has(variable) && !OF_OTHERS.test(variable))
    .sort()
    .map(
      (variable) => `The environment variable ${variable} has no effect. ${suggestion(variable, [...NAMES.keys()])}`,
    );
}

/** Kubernetes gives every pod `STANDIN_PORT=tcp://10.0.0.1:4010` if a service is called standin. */
function isServiceLink(variable: string, text: string): boolean {
  return variable === 'STANDIN_PORT' && text.startsWith('tcp://');
}

function valueRead(variable: string, text: string, fact: OptionFact, options: readonly Option[]): unknown {
  const wrong = (hint: string): StandinError =>
    new StandinError('usage', `The environment variable ${variable} has a wrong value.`, { hint });
  if (fact.value.kind === 'switch') {
    if (!/^(true|false|1|0)$/.test(text)) throw wrong('It must be true or false.');
    return text === 'true' || text === '1';
  }
  const read = options.find(({ flags }) => flags === fact.flag)?.parseArg ?? String;
  const texts = fact.repeatable === true ? text.split(',').map((each) => each.trim()) : [text];
  try {
    return texts.reduce<unknown>((before, each) => read(each, before), undefined);
  } catch (error) {
    if (error instanceof StandinError) throw wrong(error.hint ?? error.message);
    throw error instanceof InvalidArgumentError ? wrong(error.message) : error;
  }
}
