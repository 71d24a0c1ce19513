import { isArray, WIDE } from '../../evaluation/index.ts';
import { distinct } from './copy-assertion.ts';
import type { CopyState, KeywordAt, SchemaNode } from './schema-copier.ts';

/** Writes a list of copied schemas. For Ajv, wide alternatives get a form that it can compile. */
export function writeList(
  node: SchemaNode,
  { keyword, origin }: KeywordAt,
  members: readonly (SchemaNode | boolean)[],
  copying: CopyState,
): void {
  const choices = members.length > WIDE && node['enum'] === undefined ? choicesOf(members) : undefined;
  if (choices !== undefined && (keyword === 'anyOf' || distinct(choices).length === choices.length)) {
    node['enum'] = distinct(choices);
  } else if (keyword !== 'allOf' && !copying.options.plain) {
    node[keyword] = members;
  } else if (keyword === 'oneOf' && members.length > WIDE) {
    // Exactly one chunk has a fitting member, and exactly one chunk has exactly one. It must be the
    // same chunk.
    const some = { oneOf: inChunks(members, 'anyOf', copying) };
    const one = { oneOf: inChunks(members, 'oneOf', copying) };
    for (const part of [some, one]) copying.origins.set(part, origin.replace(/\/oneOf$/, ''));
    node['allOf'] = [...(isArray(node['allOf']) ? node['allOf'] : []), some, one];
  } else {
    node[keyword] =
      keyword === 'anyOf' ? inChunks(members, 'anyOf', copying) : keyword === 'allOf' ? onceEach(members) : members;
  }
}

/**
 * A repeated rule is checked once: schemas that repeat each other at every level would take exponential
 * time.
 */
function onceEach(members: readonly (SchemaNode | boolean)[]): readonly (SchemaNode | boolean)[] {
  const seen = new Set<unknown>();
  return members.filter((member) => {
    const reference = typeof member === 'object' && Object.keys(member).length === 1 ? member['$ref'] : undefined;
    const repeated = reference !== undefined && seen.has(reference);
    seen.add(reference);
    return !repeated;
  });
}

/** The values of alternatives that are only enumerations. */
function choicesOf(members: readonly (SchemaNode | boolean)[]): readonly unknown[] | undefined {
  const choices: unknown[] = [];
  for (const member of members) {
    if (typeof member === 'boolean' || Object.keys(member).length !== 1) return undefined;
    if (Object.hasOwn(member, 'const')) choices.push(member['const']);
    else if (isArray(member['enum'])) choices.push(...member['enum']);
    else return undefined;
  }
  return choices;
}

function inChunks(members: readonly unknown[], keyword: 'anyOf' | 'oneOf', copying: CopyState): readonly unknown[] {
  if (members.length <= WIDE) return members;
  const chunks: unknown[] = [];
  for (let start = 0; start < members.length; start += WIDE) {
    const chunk: SchemaNode = { [keyword]: members.slice(start, start + WIDE) };
    copying.origins.set(chunk, copying.origins.get(members[start]) ?? '');
    chunks.push(chunk);
  }
  return chunks;
}
