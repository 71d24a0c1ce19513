import type { Position } from '../model/api.ts';
import type { Limits } from '../model/limits.ts';
import { once } from '../model/memoize.ts';
import { createPositions, refuseDocument, type SourceFile } from '../model/source-file.ts';
import { refuseBadCharacters } from './decode-text.ts';
import { jsonLocator } from './positions-json.ts';
import { yamlLocator } from './positions-yaml.ts';
import { readJson } from './read-json.ts';
import { eventsOf, readYaml } from './read-yaml.ts';

/** A file, where it was read, and its text. */
interface SourceText {
  readonly name: string;
  readonly location: string;
  readonly text: string;
}

/**
 * Parses one file: JSON by its name, or if a file of another name begins with a brace; otherwise YAML.
 * `shown` is its name in messages.
 */
export function parseFile(
  { name, location, text }: SourceText,
  limits: Limits,
  parsed?: (text: string) => unknown,
  shown: string = name,
): SourceFile {
  refuseBadCharacters(shown, text);
  refuseMarkup(shown, text);
  const isJson = looksLikeJson(name, text);
  const root = parsed?.(text) ?? (isJson ? readJson(shown, text, limits) : readYaml(shown, text, limits));
  const locate = onFirstUse(() => (isJson ? jsonLocator(text) : yamlLocator(text, eventsOf(shown, text, limits))));
  const position = createPositions(shown, text);
  return {
    name,
    location,
    text,
    root,
    positionOf: memoizedPositions((pointer) => position(locate(pointer))),
    mentions: (property) => text.includes(property),
  };
}

/** A value that was passed as an object has no positions. */
export function wrapValue(name: string, location: string, value: unknown): SourceFile {
  const names = once(() => namesIn(value));
  return {
    name,
    location,
    text: '',
    root: value,
    positionOf: () => undefined,
    mentions: (property) => names().has(property),
  };
}

/** The names of all properties inside a value, which may be deep and may contain itself. */
function namesIn(value: unknown): ReadonlySet<string> {
  const names = new Set<string>();
  const seen = new Set<unknown>();
  const waiting = typeof value === 'object' && value !== null ? [value] : [];
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    if (seen.has(at)) continue;
    seen.add(at);
    for (const [name, each] of Object.entries(at)) {
      if (!Array.isArray(at)) names.add(name);
      if (typeof each === 'object' && each !== null) waiting.push(each);
    }
  }
  return names;
}

/** Refuses an HTML page or another format, for which errors of the YAML parser would be misleading. */
function refuseMarkup(shown: string, text: string): void {
  const [, kind = ''] = /^\s*<(!doctype html|html|\?xml)\b/i.exec(text) ?? [];
  if (kind === '?xml') refuseDocument(shown, 'this is XML', 'An OpenAPI document is JSON or YAML.');
  if (kind !== '')
    refuseDocument(
      shown,
      'this is an HTML page',
      'A page that shows a document loads it from an address of its own, such as …/openapi.json: give that one.',
    );
}

function looksLikeJson(name: string, text: string): boolean {
  if (/\.ya?ml$/i.test(name)) return false;
  return /\.json$/i.test(name) ? /\S/.test(text) : /^\uFEFF?\s*\{/.test(text);
}

/** Most documents are served without any position being read. */
function onFirstUse(make: () => (pointer: string) => number): (pointer: string) => number {
  let locate: ((pointer: string) => number) | undefined;
  return (pointer) => {
    locate ??= make();
    return locate(pointer);
  };
}

function memoizedPositions(find: (pointer: string) => Position): (pointer: string) => Position {
  const known = new Map<string, Position>();
  return (pointer) => {
    const before = known.get(pointer);
    if (before !== undefined) return before;
    const position = find(pointer);
    known.set(pointer, position);
    return position;
  };
}
