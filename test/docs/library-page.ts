import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseSync } from 'oxc-parser';
import { ROOT } from './page.ts';

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}

interface Source {
  readonly file: string;
  readonly text: string;
  readonly body: readonly Node[];
  readonly comments: readonly { readonly value: string; readonly end: number }[];
}

/** The functions, and the only error, in the order in which most users need them. */
const VALUES = [
  'createMock',
  'defineMocks',
  'defineConfig',
  'runContract',
  'compareDocuments',
  'inspectDocument',
  'documentTypes',
  'gateDeployment',
  'recordFact',
  'StandinError',
];
/** Types whose members users call, by the heading of their section. */
const WITH_MEMBERS = [
  'StandinMock',
  'WorldHandle',
  'WorldClock',
  'Call',
  'Records',
  'Draw',
  'Seeding',
  'StartingState',
];

/** What `standin` exports, with its doc comments. */
export function libraryTables(): string {
  const exported = exportsOf(join(ROOT, 'src/library/entry.ts')).sort((one, other) => (one.name < other.name ? -1 : 1));
  const isValue = ({ node }: Exported): boolean =>
    node.type === 'FunctionDeclaration' || node.type === 'VariableDeclaration' || node.type === 'ClassDeclaration';
  const table = (wanted: readonly Exported[]): readonly string[] => [
    '| name | what it is |',
    '|---|---|',
    ...wanted.map(({ name, source, at }) => `| \`${name}\` | ${cell(docBefore(source, at))} |`),
  ];
  const values = exported.filter(isValue);
  const types = exported.filter((each) => !isValue(each) && !WITH_MEMBERS.includes(each.name));
  return `${[
    '## Functions',
    '',
    ...table(values.toSorted((one, other) => VALUES.indexOf(one.name) - VALUES.indexOf(other.name))),
    ...WITH_MEMBERS.flatMap((name) =>
      membersOf(
        exported.find((each) => each.name === name),
        name,
      ),
    ),
    '',
    '## Other types',
    '',
    `${types.map(({ name }) => `\`${name}\``).join(', ')}.`,
  ].join('\n')}\n`;
}

function membersOf(found: Exported | undefined, name: string): readonly string[] {
  if (found === undefined) throw new Error(`The library exports no ${name}.`);
  const { source, node, at } = found;
  const members = ((node['body'] as Node | undefined)?.['body'] ?? []) as readonly Node[];
  return [
    '',
    `## ${name}`,
    '',
    docBefore(source, at),
    '',
    '| member | meaning |',
    '|---|---|',
    ...members.map(
      (member) =>
        `| \`${code(source.text.slice(member.start, member.end))}\` | ${cell(docBefore(source, member.start))} |`,
    ),
  ];
}

interface Exported {
  readonly name: string;
  readonly source: Source;
  readonly node: Node;
  /** Where its statement begins. */
  readonly at: number;
}

function read(file: string): Source {
  const text = readFileSync(file, 'utf8');
  const { program, comments } = parseSync(file, text);
  return { file, text, comments, body: program.body as unknown as readonly Node[] };
}

/** Every export of a module, followed to its declaration. */
function exportsOf(file: string): Exported[] {
  const source = read(file);
  return source.body.flatMap((statement) => {
    const from = (statement['source'] as { value: string } | null | undefined)?.value;
    if (statement.type === 'ExportAllDeclaration' && from !== undefined) return exportsOf(join(dirname(file), from));
    if (statement.type !== 'ExportNamedDeclaration') return [];
    const declaration = statement['declaration'] as Node | null;
    if (declaration !== null) {
      const [first] = (declaration['declarations'] as readonly Node[] | undefined) ?? [declaration];
      const { name } = (first ?? declaration)['id'] as unknown as { name: string };
      return [{ name, source, node: declaration, at: statement.start }];
    }
    if (from === undefined) return [];
    const there = exportsOf(join(dirname(file), from));
    return (statement['specifiers'] as readonly { local: { name: string }; exported: { name: string } }[]).flatMap(
      ({ local, exported }) =>
        there.filter(({ name }) => name === local.name).map((each) => ({ ...each, name: exported.name })),
    );
  });
}

/** The doc comment that stands directly before a place, as one line. */
function docBefore({ comments, text }: Source, at: number): string {
  const doc = comments.findLast(({ end }) => end <= at);
  if (doc === undefined || !doc.value.startsWith('*') || text.slice(doc.end, at).trim() !== '') return '';
  return doc.value
    .replaceAll(/^\*+|\n\s*\*? ?/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('<', '&lt;');
const code = (text: string): string =>
  text
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .replaceAll(/\s+/g, ' ')
    .replace(/;$/, '')
    .replaceAll('readonly ', '')
    .replaceAll('|', '\\|');
