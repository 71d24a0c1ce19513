import { type ContractChoices, StandinError } from '../library/index.ts';
import { type Flags, repeatedValues, timeWithUnit } from './choices.ts';
import { failOnFrom } from './options/fail-on.ts';
import { headerFields } from './options/header-fields.ts';

/** The options of a run, without its target. */
export type Choices = Omit<ContractChoices, 'target'>;

/** Turns flags into the options of a run. Throws `usage`. */
export function choicesFrom(document: string | undefined, flags: Flags, ownKey: string | undefined): Choices {
  const list = (name: string): readonly string[] | undefined => flags[name] as readonly string[] | undefined;
  const plain = Object.fromEntries(
    [
      'strict',
      'seed',
      'now',
      'fuzz',
      'scenarios',
      'fixtures',
      'data',
      'values',
      'authCheck',
      'allowWrites',
      'touchExisting',
      'disruptive',
      'concurrency',
      'timeout',
      'maxBytes',
      'follow',
      'insecure',
      'sunsetWarn',
      'sunsetFail',
      'timeBudget',
      'deprecationBudget',
      'minCoverage',
      'shard',
      'only',
      'exclude',
    ]
      .filter((name) => flags[name] !== undefined)
      .map((name) => [name, flags[name]]),
  );
  const failOn = failOnFrom(flags);
  const renamed = {
    phases: list('phase'),
    operations: list('operation'),
    tags: list('tag'),
    failOn,
    checkOverrides: flags['check'],
    rate: flags['rate'] === undefined ? undefined : ratePerSecond(String(flags['rate'])),
    wait: flags['wait'] === undefined ? undefined : parseTime('--wait', String(flags['wait'])),
    timeLimit: flags['timeLimit'] === undefined ? undefined : parseTime('--time-limit', String(flags['timeLimit'])),
  };
  const given = Object.fromEntries(Object.entries(renamed).filter(([, value]) => value !== undefined));
  // Each value was checked by its option.
  return {
    ...plain,
    ...given,
    ...(document === undefined ? {} : { document }),
    ...secondOpinion(flags['secondOpinion'], list('secondOpinionHooks')),
    credentials: ownKey === undefined ? credentialsFrom(flags) : { ...credentialsFrom(flags), key: ownKey },
    env: process.env,
  } as Choices;
}

function secondOpinion(tool: unknown, hooks: readonly string[] | undefined): Pick<Choices, 'secondOpinion'> {
  if (tool === 'dredd') return { secondOpinion: { tool, ...(hooks === undefined ? {} : { hooks }) } };
  if (hooks === undefined) return {};
  throw new StandinError('usage', '--second-opinion-hooks needs --second-opinion dredd.');
}

function credentialsFrom(flags: Flags): NonNullable<Choices['credentials']> {
  const headers = headerFields(flags);
  const bearer = (flags['bearer'] as string | undefined) ?? process.env['STANDIN_BEARER'];
  const basicText = (flags['basic'] as string | undefined) ?? process.env['STANDIN_BASIC'];
  const colon = basicText?.indexOf(':') ?? -1;
  if (basicText !== undefined && colon < 0)
    throw new StandinError('usage', 'The Basic credentials (--basic or STANDIN_BASIC) have no colon.', {
      hint: 'Write --basic user:password.',
    });
  const named = repeatedValues(flags, 'apiKey').map((text) => {
    const equals = text.indexOf('=');
    if (equals < 1)
      throw new StandinError('usage', 'The value of --api-key has no scheme name.', {
        hint: 'Write --api-key scheme=key, where the scheme is a name under securitySchemes in the document.',
      });
    return [text.slice(0, equals), text.slice(equals + 1)] as const;
  });
  return {
    ...(headers.length === 0 ? {} : { headers }),
    ...(bearer === undefined ? {} : { bearer }),
    ...(basicText === undefined
      ? {}
      : { basic: { user: basicText.slice(0, colon), password: basicText.slice(colon + 1) } }),
    ...(named.length === 0 ? {} : { apiKeys: Object.fromEntries(named) }),
  };
}

function ratePerSecond(text: string): number {
  const [, count, unit] = /^([1-9]\d{0,8})\/([smh])$/.exec(text) ?? [];
  const seconds = { s: 1, m: 60, h: 3600 }[unit ?? ''];
  if (count === undefined || seconds === undefined)
    throw new StandinError('usage', `\`${text}\` is not a rate (--rate).`, {
      hint: 'Write requests per second, minute or hour: 50/s, 60/m.',
    });
  return Number(count) / seconds;
}

function parseTime(flag: string, text: string): number {
  const time = timeWithUnit(text);
  if (time === undefined)
    throw new StandinError('usage', `\`${text}\` is not a time (${flag}).`, {
      hint: /^\d+$/.test(text) ? `Write the unit: ${text}s, or ${text}ms.` : 'Write 500ms, 30s or 2m.',
    });
  return time;
}
