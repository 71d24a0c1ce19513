import type { Json } from '../../core/index.ts';
import type { Schema } from '../../spec/index.ts';
import { escapeRegExp, isObject } from '../../wire/index.ts';
import type { Tools } from './draw-context.ts';

/**
 * A string composed of sibling properties, like its example: `octocat/Hello-World` of `owner.login` and
 * `name`.
 */
export interface ComposedMember {
  readonly name: string;
  /** Literal strings, and paths of sibling values. */
  readonly pieces: readonly (string | readonly string[])[];
}

interface Example {
  readonly path: readonly string[];
  readonly text: string;
}

/** The composed strings among properties with examples. */
export function composedMembers(
  tools: Tools,
  members: readonly (readonly [name: string, schemas: readonly Schema[]])[],
): readonly ComposedMember[] {
  const shown = members.map(([name, schemas]) => [name, exampleOf(tools, schemas), schemas] as const);
  const texts = shown.filter(([, example]) => typeof example === 'string' && isComposite(example));
  if (texts.length === 0) return [];
  const values = shown.flatMap(([name, example, schemas]) => [
    ...scalar([name], example),
    ...(isObject(example) ? Object.entries(example).flatMap(([inner, each]) => scalar([name, inner], each)) : []),
    ...innerExamples(tools, name, schemas),
  ]);
  return texts.flatMap(([name, example]) => {
    const others = values.filter(({ path }) => path[0] !== name);
    const pieces = splitByValues(String(example), others);
    return pieces.some((piece) => typeof piece !== 'string') ? [{ name, pieces }] : [];
  });
}

/** Whether a string can be composed: it contains a separator, and is not a date. */
const isComposite = (text: string): boolean =>
  text.length <= 300 && /[^A-Za-z0-9 ]/.test(text) && !/^\d{4}-\d\d/.test(text);

function exampleOf(tools: Tools, schemas: readonly Schema[]): Json | undefined {
  for (const schema of schemas) {
    const target = tools.api.deref(schema);
    const [first] = typeof target === 'object' ? (target.examples ?? []) : [];
    if (first !== undefined) return first;
  }
  return undefined;
}

function innerExamples(tools: Tools, name: string, schemas: readonly Schema[]): readonly Example[] {
  return schemas.flatMap((schema) => {
    const target = tools.api.deref(schema);
    if (typeof target !== 'object') return [];
    return Object.entries(target.properties ?? {}).flatMap(([inner, each]) =>
      scalar([name, inner], exampleOf(tools, [each])),
    );
  });
}

const LEAST = 3;

function scalar(path: readonly string[], value: Json | undefined): readonly Example[] {
  if (typeof value === 'number' || typeof value === 'bigint') return [{ path, text: String(value) }];
  return typeof value === 'string' && value.length >= LEAST && !/[\s:]/.test(value) ? [{ path, text: value }] : [];
}

/** The longest value first, so that a part of it is not matched instead; ids before other equal values. */
function splitByValues(text: string, values: readonly Example[]): readonly (string | readonly string[])[] {
  const sorted = values
    .filter((each) => each.text.length < text.length && text.includes(each.text))
    .toSorted((a, b) => b.text.length - a.text.length || rank(a) - rank(b));
  let pieces: readonly (string | readonly string[])[] = [text];
  for (const { text: part, path } of sorted)
    pieces = pieces.flatMap((piece) => (typeof piece === 'string' ? split(piece, part, path) : [piece]));
  return pieces;
}

const rank = ({ path }: Example): number => (/^id$/i.test(path.at(-1) ?? '') ? path.length - 10 : path.length);

/**
 * Splits a string at a value that stands by itself. A short or numeric one must stand between separators of
 * a path or query.
 */
function split(text: string, part: string, path: readonly string[]): readonly (string | readonly string[])[] {
  const escaped = escapeRegExp(part);
  const around = /^\d+$/.test(part) ? ['(?<=[/=_#-])', '(?![\\w-])'] : ['(?<![A-Za-z0-9])', '(?![A-Za-z0-9])'];
  return text
    .split(new RegExp(`${around[0]}${escaped}${around[1]}`))
    .flatMap((piece, at) => (at === 0 ? [piece] : [path, piece]))
    .filter((piece) => piece !== '');
}
