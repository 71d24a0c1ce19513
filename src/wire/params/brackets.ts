import type { Json } from '../../core/index.ts';
import { encodePathSegment } from '../http/percent.ts';
import { isArray } from '../json/json-kinds.ts';
import { scalarText } from '../json/scalars.ts';
import type { DecodedParameter, EncodedPair, ParameterText, RawPair } from './parameter-pairs.ts';

/** Deeper brackets are an attack, not a parameter. */
const MAX_DEPTH = 32;

/**
 * `deepObject`: `name[key]=value`. OpenAPI does not define nesting; it is written as most servers read it:
 * `name[key][inner]=value` for objects and `name[key][0]=value` for arrays.
 */
export function encodeBrackets(name: string, value: Json, write: (text: string) => string): readonly EncodedPair[] {
  const out: EncodedPair[] = [];
  const visit = (path: string, item: Json): void => {
    if (typeof item !== 'object' || item === null) out.push({ name: path, value: write(scalarText(item)) });
    else if (isArray(item)) for (const [at, element] of item.entries()) visit(`${path}%5B${at}%5D`, element);
    else for (const key of Object.keys(item)) visit(`${path}%5B${encodePathSegment(key)}%5D`, item[key] ?? null);
  };
  visit(encodePathSegment(name), value);
  return out;
}

interface Node {
  readonly texts: string[];
  readonly children: Map<string, Node>;
}

const emptyNode = (): Node => ({ texts: [], children: new Map() });

/**
 * Reads `name[…]…` pairs. Keys that count from 0, `[]`, and repeated pairs make a list; otherwise the value
 * is an object.
 */
export function decodeBrackets(
  name: string,
  pairs: readonly RawPair[],
  read: (text: string) => string | undefined,
): DecodedParameter {
  const root = emptyNode();
  const opening = `${name}[`;
  for (const pair of pairs) {
    if (pair.name !== name && !pair.name.startsWith(opening)) continue;
    const keys = keysOf(pair.name.slice(name.length));
    if (keys === undefined)
      return { kind: 'malformed', reason: `has malformed brackets in "${pair.name.slice(0, 80)}"` };
    const text = read(pair.raw);
    if (text === undefined) return { kind: 'malformed', reason: 'has bad percent-encoding' };
    insert(root, keys, text);
  }
  return root.texts.length === 0 && root.children.size === 0
    ? { kind: 'absent' }
    : { kind: 'value', value: structure(root) };
}

function keysOf(brackets: string): readonly string[] | undefined {
  if (!/^(?:\[[^[\]]*\])*$/.test(brackets)) return undefined;
  const keys = brackets.slice(1, -1).split('][');
  return brackets === '' ? [] : keys.length > MAX_DEPTH ? undefined : keys;
}

function insert(root: Node, keys: readonly string[], text: string): void {
  let node = root;
  for (const key of keys) {
    // `[]` adds an element: every such pair is an element of its own.
    const at = key === '' ? String(node.children.size) : key;
    const next = node.children.get(at) ?? emptyNode();
    node.children.set(at, next);
    node = next;
  }
  node.texts.push(text);
}

function structure(node: Node): ParameterText {
  if (node.children.size === 0) return node.texts.length === 1 ? (node.texts[0] ?? '') : node.texts;
  const keys = [...node.children.keys()];
  if (keys.every((key) => /^\d+$/.test(key)) && keys.every((_, at) => node.children.has(String(at)))) {
    return keys.map((_, at) => structure(node.children.get(String(at)) ?? emptyNode()));
  }
  const record: Record<string, ParameterText> = Object.create(null);
  for (const [key, child] of node.children) record[key] = structure(child);
  return record;
}
