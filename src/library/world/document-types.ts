import type { Resource } from '../../resources/index.ts';
import { type Api, type Schema, type SchemaObject, typesOf } from '../../spec/index.ts';

/** Deepest nesting of types; deeper ones are `unknown`. */
const DEEPEST = 6;
const INDENT = '  ';

/**
 * TypeScript declarations for a document: its operationIds, and the records of its resources. With a name,
 * an interface for `createMock<Name>`; without one, they extend the module `standin` and hold for all mocks
 * of the project.
 */
export function declarationsOf(api: Api, resources: readonly Resource[], name?: string): string {
  const head = `// Written by \`standin types\` from ${oneLine(api.title)} ${oneLine(api.version)}. Changes are lost.\n`;
  if (name !== undefined) return `${head}export interface ${name} ${bodyOf(api, resources, 0)}\n`;
  const body = bodyOf(api, resources, 1);
  return `${head}import 'standin';\n\ndeclare module 'standin' {\n${INDENT}interface StandinTypes ${body}\n}\n`;
}

function bodyOf(api: Api, resources: readonly Resource[], depth: number): string {
  const ids = api.operations.map(({ id }) => quote(id));
  const records = resources.map(({ name, schema }): [string, string] => [
    quotedKey(name),
    typeOf(api, schema, depth + 2),
  ]);
  return block(
    [
      ['operations', ids.length === 0 ? 'never' : ids.map((id) => `\n${INDENT.repeat(depth + 2)}| ${id}`).join('')],
      ['resources', block(records, depth + 1)],
    ],
    depth,
  );
}

function block(members: readonly (readonly [name: string, type: string])[], depth: number): string {
  if (members.length === 0) return '{}';
  const lines = members.map(
    ([name, type]) => `${INDENT.repeat(depth + 1)}${name}:${type.startsWith('\n') ? '' : ' '}${type};`,
  );
  return `{\n${lines.join('\n')}\n${INDENT.repeat(depth)}}`;
}

function typeOf(api: Api, schema: Schema, depth: number): string {
  const target = api.deref(schema);
  if (typeof target === 'boolean' || depth > DEEPEST + 2) return 'unknown';
  if (target.const !== undefined) return literal(target.const);
  if (target.enum !== undefined) return union(target.enum.map(literal));
  const forms = target.oneOf ?? target.anyOf;
  const conjuncts = [
    ...(target.allOf ?? []).map((each) => typeOf(api, each, depth)),
    ...(forms === undefined ? [] : [union(forms.map((each) => typeOf(api, each, depth)))]),
    ...(isPlain(target) ? [plainType(api, target, depth)] : []),
  ].filter((each) => each !== 'unknown');
  return conjuncts.length === 0
    ? 'unknown'
    : [...new Set(conjuncts)].map((each) => inBrackets(each, conjuncts.length > 1)).join(' & ');
}

function isPlain(schema: SchemaObject): boolean {
  return schema.type !== undefined || schema.properties !== undefined || schema.items !== undefined;
}

function plainType(api: Api, schema: SchemaObject, depth: number): string {
  const types = typesOf(api, schema);
  const named: Readonly<Record<string, () => string>> = {
    string: () => 'string',
    number: () => 'number',
    integer: () => 'number',
    boolean: () => 'boolean',
    null: () => 'null',
    array: () => `${inBrackets(typeOf(api, schema.items ?? true, depth), true)}[]`,
    object: () => objectType(api, schema, depth),
  };
  return union([...types].map((type) => named[type]?.() ?? 'unknown'));
}

function objectType(api: Api, { properties = {}, required = [] }: SchemaObject, depth: number): string {
  const members = Object.entries(properties).map(([name, each]): [string, string] => [
    `${quotedKey(name)}${required.includes(name) ? '' : '?'}`,
    typeOf(api, each, depth + 1),
  ]);
  return members.length === 0 ? 'Record<string, unknown>' : block(members, depth);
}

function union(types: readonly string[]): string {
  const different = [...new Set(types)];
  if (different.length === 0 || different.includes('unknown')) return 'unknown';
  // `integer` and `number` together are `number`.
  return different.map((each) => inBrackets(each, different.length > 1 && each.includes(' & '))).join(' | ');
}

function inBrackets(type: string, wanted: boolean): string {
  return wanted && / [|&] /.test(type) ? `(${type})` : type;
}

function literal(value: unknown): string {
  if (typeof value === 'string') return quote(value);
  return typeof value === 'number' || typeof value === 'boolean' || value === null ? String(value) : 'unknown';
}

function quote(text: string): string {
  return `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}

function quotedKey(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : quote(name);
}

/** A title may contain any characters; here it is inside a comment. */
function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ');
}
