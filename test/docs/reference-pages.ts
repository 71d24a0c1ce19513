import { CHECK_EXAMPLES } from '../../src/cli/check-examples.ts';
import { OWN_FIELDS } from '../../src/core/index.ts';
import { CHECKS, MOCK_OPTIONS } from '../../src/library/index.ts';
import { EXTENSIONS } from '../../src/resources/index.ts';
import { controlDocument } from '../../src/server/control/document.ts';
import { configSchema } from '../cli/option-files.ts';
import { libraryTables } from './library-page.ts';
import { pageText } from './page.ts';

const MARK = '<!-- The rest is made from the code: npx vitest run test/docs/reference.test.ts -u -->';
const lines = (...all: readonly (string | readonly string[])[]): string => `${all.flat().join('\n')}\n`;
const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ');

/** What is made from tables of the code, by the page of `docs/reference` that holds it. */
const MADE = {
  config: configTables,
  'control-routes': controlRoutes,
  library: libraryTables,
  extensions: extensionsTable,
  headers: headerFields,
  checks: catalogueOfChecks,
};

export const MADE_PAGES: readonly (keyof typeof MADE)[] = Object.keys(MADE) as (keyof typeof MADE)[];

/** A page as it must be: the part written by hand as it is, up to the mark, and then what is made. */
export function pageOf(name: keyof typeof MADE): string {
  const [byHand, ...rest] = pageText(`docs/reference/${name}.md`).split(MARK);
  if (rest.length !== 1) throw new Error(`docs/reference/${name}.md must have the mark once.`);
  return `${byHand}${MARK}\n\n${MADE[name]()}`;
}

interface Schema {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
}

function configTables(): string {
  const { properties = {} } = JSON.parse(configSchema()) as Schema;
  const { check = {}, diff = {}, gate = {}, ...mock } = properties;
  return lines(
    '## Keys of the mock',
    '',
    keysTable(mock),
    '',
    '## Keys of the check, below `check`',
    '',
    keysTable(check.properties ?? {}),
    '',
    '## Keys of the comparison, below `diff`',
    '',
    keysTable(diff.properties ?? {}),
    '',
    '## Keys of the gate, below `gate`',
    '',
    keysTable(gate.properties ?? {}),
    '',
    'What they mean in full: [Options](options.md).',
  );
}

function keysTable(properties: Readonly<Record<string, Schema>>): readonly string[] {
  return [
    '| key | value | meaning |',
    '|---|---|---|',
    ...Object.entries(properties).map(
      ([name, schema]) =>
        `| \`${name}\` | ${cell(typeText(schema))} | ${cell(schema.description ?? 'address of the schema, for editors')} |`,
    ),
  ];
}

function typeText({ type, enum: words, const: only, anyOf, items }: Schema): string {
  if (anyOf !== undefined) return [...new Set(anyOf.map(typeText))].join(' or ');
  if (words !== undefined) return words.length > 6 ? 'word' : words.map((word) => `\`${String(word)}\``).join(', ');
  if (only !== undefined) return `\`${String(only)}\``;
  if (type === 'array') return items === undefined ? 'list' : `list of ${typeText(items)}`;
  return type ?? 'any';
}

interface Operation {
  readonly summary: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
  readonly responses: Readonly<Record<string, unknown>>;
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly description?: string;
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

function controlRoutes(): string {
  const { paths } = controlDocument('/_standin', '') as unknown as {
    paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  };
  return lines(
    Object.entries(paths).flatMap(([path, item], at) =>
      METHODS.flatMap((method) => {
        const operation = item[method];
        if (operation === undefined) return [];
        const shared = (item['parameters'] ?? []) as unknown as readonly Parameter[];
        return [
          ...(at === 0 ? [] : ['']),
          `## ${method.toUpperCase()} ${path}`,
          '',
          ...operationLines(operation, shared),
        ];
      }),
    ),
  );
}

function operationLines(operation: Operation, shared: readonly Parameter[]): readonly string[] {
  const parameters = [...shared, ...(operation.parameters ?? [])].filter((parameter) => parameter.in !== 'path');
  const bodies = Object.values(operation.requestBody?.content ?? {}).flatMap(({ schema }) =>
    Object.entries(schema.properties ?? {}),
  );
  const [success = ''] = Object.keys(operation.responses);
  return [
    `${operation.summary}`,
    '',
    `Answers ${success}.`,
    ...(parameters.length === 0
      ? []
      : [
          '',
          `Takes ${parameters.map((each) => `\`${each.name}\`${each.in === 'header' ? ' (header field)' : ''}`).join(', ')}.`,
        ]),
    ...(bodies.length === 0
      ? []
      : [
          '',
          '| property | value | meaning |',
          '|---|---|---|',
          ...new Set(
            bodies.map(
              ([name, schema]) => `| \`${name}\` | ${cell(typeText(schema))} | ${cell(schema.description ?? '')} |`,
            ),
          ),
        ]),
  ];
}

function extensionsTable(): string {
  return lines(
    '| extension | on | value | meaning |',
    '|---|---|---|---|',
    Object.entries(EXTENSIONS).map(
      ([name, { on, values, text }]) =>
        `| \`x-standin-${name}\` | ${on} | ${values.length === 0 ? 'a name' : values.map((value) => `\`${value}\``).join(', ')} | ${cell(text)} |`,
    ),
  );
}

function headerFields(): string {
  const rows = (from: string): readonly string[] => [
    '| field | meaning |',
    '|---|---|',
    ...Object.entries(OWN_FIELDS)
      .filter(([, field]) => field.from === from)
      .map(([name, { text }]) => `| \`${name}\` | ${cell(text)} |`),
  ];
  return lines(
    '## Fields of a request',
    '',
    rows('client'),
    '',
    '## Fields of an answer',
    '',
    rows('mock'),
    '',
    `\`--quiet-headers\`: ${MOCK_OPTIONS.quietHeaders.text}.`,
  );
}

const TIERS = ['', 'on by default', 'with `--strict`', 'with `--strict`, as information'];

function catalogueOfChecks(): string {
  const areas = [...new Set(CHECKS.map(({ id }) => id.split('.')[0] ?? ''))].sort();
  return lines(
    `There are ${CHECKS.length} checks.`,
    areas.flatMap((area) => [
      '',
      `## ${area}`,
      ...CHECKS.filter(({ id }) => id.startsWith(`${area}.`)).flatMap((check) => [
        '',
        `### ${check.id}`,
        '',
        `${check.question} (${check.severity}, about the ${check.about}; tier ${check.tier}: ${TIERS[check.tier]})`,
        ...(check.guard === undefined ? [] : ['', `Guard: ${check.guard}`]),
        ...(CHECK_EXAMPLES[check.id] === undefined ? [] : ['', `> ${plain(CHECK_EXAMPLES[check.id] ?? '')}`]),
      ]),
    ]),
  );
}

/** Example findings as prose of a page: what looks like markup stays text. */
const plain = (text: string): string => text.replaceAll(/[<>[\]*_{}]/g, (mark) => `\\${mark}`);
