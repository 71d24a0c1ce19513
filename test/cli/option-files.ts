import { variableOf } from '../../src/cli/options/environment.ts';
import {
  CHANGE_SEVERITIES,
  CHECK_OPTIONS,
  CHECK_WORDS,
  DIFF_OPTIONS,
  GATE_OPTIONS,
  MOCK_OPTIONS,
  type OptionFact,
} from '../../src/library/index.ts';

type Table = Readonly<Record<string, OptionFact>>;
type Schema = Readonly<Record<string, unknown>>;

/** A setting of a check for some operations. */
const RULE: Schema = {
  type: 'object',
  properties: {
    severity: { enum: CHECK_WORDS.filter((word) => word !== 'on') },
    tier: { enum: [1, 2, 3] },
    operations: { type: 'array', items: { type: 'string' } },
  },
  additionalProperties: false,
};

/** `config.schema.json`: what a config file may hold. */
export function configSchema(): string {
  const check = objectOf(CHECK_OPTIONS, {
    target: { type: 'string', description: 'base URL of the service' },
    checks: {
      type: 'object',
      description: 'severity of checks, by id or by a pattern such as schema.*',
      additionalProperties: {
        anyOf: [
          { enum: [...CHECK_WORDS] },
          RULE,
          { type: 'array', items: { anyOf: [{ enum: [...CHECK_WORDS] }, RULE] } },
        ],
      },
    },
  });
  const diff = objectOf(DIFF_OPTIONS, {
    checks: {
      type: 'object',
      description: 'severity of rules, by id or by a pattern such as response.*',
      additionalProperties: { enum: [...CHANGE_SEVERITIES] },
    },
  });
  const schema = {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'Configuration of standin',
    ...objectOf(MOCK_OPTIONS, { $schema: { type: 'string' }, check, diff, gate: objectOf(GATE_OPTIONS, {}) }),
  };
  return `${JSON.stringify(schema, undefined, 2)}\n`;
}

function objectOf(table: Table, more: Readonly<Record<string, Schema>>): Schema {
  const properties = Object.entries(table)
    .filter(([, { inConfig }]) => inConfig !== false)
    .map(([name, fact]) => [name, propertyOf(name, fact)]);
  return { type: 'object', properties: { ...Object.fromEntries(properties), ...more }, additionalProperties: false };
}

/** The text of a flag that switches something off says the opposite of its entry in a config file. */
function propertyOf(name: string, fact: OptionFact): Schema {
  const { flag = '', text, fallback } = fact;
  const isNegated = flag.startsWith('--no-');
  const description = isNegated ? `false: ${text}` : fallback === undefined ? text : `${text} (default: ${fallback})`;
  return { description, ...typeOf(name, fact) };
}

function typeOf(name: string, { value, repeatable }: OptionFact): Schema {
  const one: Schema =
    value.kind === 'switch'
      ? { type: 'boolean' }
      : value.kind === 'whole'
        ? { type: 'integer', minimum: value.low, maximum: value.high }
        : value.kind === 'word'
          ? { enum: [...value.words] }
          : { type: 'string' };
  if (name === 'delay') return { anyOf: [one, { type: 'number', minimum: 0 }] };
  if (name === 'values') return { anyOf: [one, { type: 'object' }] };
  if (name === 'apiKeys' || name === 'controlHosts') return { type: 'array', items: one };
  return repeatable === true ? { anyOf: [one, { type: 'array', items: one }] } : one;
}

/** `docs/reference/options.md`: every option of `mock`, `check`, `diff` and `gate`. */
export function optionsPage(): string {
  return [
    '# Options',
    '',
    'Every option of `standin mock`, `check`, `diff` and `gate`, as `standin help mock` and so on print them. This page is made from the code.',
    '',
    'The column "config" has the names for a [config file](config.md); those of `check`, `diff` and `gate` stand under `check`, `diff` and `gate`. `standin mock` also takes environment variables. On the command line and in those, milliseconds may also be written with a unit: `500ms`, `5s`, `1m30s`.',
    '',
    '## standin mock',
    '',
    ...tableOf(MOCK_OPTIONS, true),
    '',
    '## standin check',
    '',
    ...tableOf(CHECK_OPTIONS, false),
    '',
    '## standin diff',
    '',
    ...tableOf(DIFF_OPTIONS, false),
    '',
    '## standin gate',
    '',
    ...tableOf(GATE_OPTIONS, false),
    '',
  ].join('\n');
}

function tableOf(table: Table, hasVariables: boolean): readonly string[] {
  const groups = [...new Set(Object.values(table).map(({ group }) => group))];
  return groups.flatMap((group, at) => [
    ...(at === 0 ? [] : ['']),
    `### ${group.replace(/:$/, '')}`,
    '',
    `| flag | meaning | default | config |${hasVariables ? ' environment |' : ''}`,
    `|---|---|---|---|${hasVariables ? '---|' : ''}`,
    ...Object.entries(table)
      .filter(([, fact]) => fact.group === group)
      .map(([name, fact]) => rowOf(name, fact, hasVariables)),
  ]);
}

function rowOf(name: string, { flag, text, fallback, inConfig }: OptionFact, hasVariables: boolean): string {
  const cells = [
    flag === undefined ? 'argument' : `\`${flag}\``,
    text.replaceAll('|', '\\|'),
    fallback ?? '',
    inConfig === false ? '' : `\`${name}\``,
    ...(hasVariables ? [name === 'open' ? '' : `\`${variableOf(name)}\``] : []),
  ];
  return `| ${cells.join(' | ')} |`;
}
