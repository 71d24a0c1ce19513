import type { Body, Json } from '../core/index.ts';
import {
  fieldValues,
  formatPointer,
  isObject,
  jsonEquals,
  parseQuery,
  type Redaction,
  stringifyJson,
} from '../wire/index.ts';
import { isPath } from './filter.ts';
import type { Entry, Expectation } from './journal.ts';

/** One way in which an exchange is not what was expected. */
export interface Difference {
  /** For a person: what is, and what was expected. */
  readonly text: string;
  /** How far off that is. */
  readonly cost: number;
}

/** Everything in which an exchange differs from an expectation; nothing where it meets it. */
export function differencesOf(entry: Entry, expectation: Expectation, redaction: Redaction): readonly Difference[] {
  const { operation, method, path, world, status } = expectation;
  const { request } = entry;
  const found: Difference[] = [];
  const differ = (cost: number, what: string, is: string, expected: string): void => {
    found.push({ cost, text: `${what} is ${is}, expected ${expected}` });
  };
  if (operation !== undefined && entry.operation?.id !== operation) {
    differ(4, 'operation', entry.operation?.id ?? 'none', operation);
  }
  if (method !== undefined && request.method !== method.toUpperCase()) {
    differ(2, 'method', request.method, method.toUpperCase());
  }
  if (path !== undefined && !isPath(entry, path))
    differ(distance(request.path, path), 'path', redaction.text(request.path), path);
  if (world !== undefined && entry.world !== world) differ(2, 'world', entry.world, world);
  if (status !== undefined && entry.response.status !== status) {
    differ(1, 'status', String(entry.response.status), String(status));
  }
  found.push(...missingNames('query', expectation.query, queryOf(request.query), redaction));
  found.push(...missingNames('header', expectation.headers, (name) => fieldValues(request.headers, name), redaction));
  if (expectation.body !== undefined) found.push(...bodyDifferences(request.body, expectation.body, redaction));
  return found;
}

function queryOf(query: string): (name: string) => readonly string[] {
  const parsed = parseQuery(query);
  return (name) => (parsed.ok ? parsed.pairs.filter((pair) => pair.name === name).map((pair) => pair.value) : []);
}

function missingNames(
  what: string,
  expected: Readonly<Record<string, string>> | undefined,
  valuesOf: (name: string) => readonly string[],
  redaction: Redaction,
): readonly Difference[] {
  return Object.entries(expected ?? {}).flatMap(([name, wanted]) => {
    const values = valuesOf(name);
    if (values.includes(wanted)) return [];
    if (values.length === 0) return [{ cost: 1.5, text: `${what} ${name} is absent, expected ${shown(name, wanted)}` }];
    const is = values.map((value) => shown(name, value)).join(' and ');
    return [{ cost: 1, text: `${what} ${name} is ${is}, expected ${shown(name, wanted)}` }];
  });

  function shown(name: string, value: string): string {
    return redaction.isSecret(name) ? 'a secret' : JSON.stringify(value);
  }
}

function bodyDifferences(body: Body, expected: Json, redaction: Redaction): readonly Difference[] {
  if (body.kind === 'none') return [{ cost: 3, text: 'body is absent' }];
  if (body.kind !== 'parsed') return [{ cost: 3, text: `body is ${body.kind} (${body.mediaType})` }];
  const found: Difference[] = [];
  compare(body.value, expected, []);
  return found;

  function compare(actual: Json | undefined, wanted: Json, at: readonly string[]): void {
    if (isObject(wanted) && isObject(actual)) {
      for (const [name, each] of Object.entries(wanted)) {
        compare(Object.hasOwn(actual, name) ? actual[name] : undefined, each, [...at, name]);
      }
      return;
    }
    if (actual !== undefined && jsonEquals(actual, wanted)) return;
    const secret = at.some(redaction.isSecret);
    const is = actual === undefined ? 'absent' : secret ? 'another' : shorten(redaction.value(actual));
    const place = at.length === 0 ? 'body' : `body ${formatPointer(at)}`;
    found.push({ cost: 1, text: `${place} is ${is}, expected ${secret ? 'a secret' : shorten(wanted)}` });
  }
}

function shorten(value: Json): string {
  const text = stringifyJson(value);
  return text.length > 120 ? `${text.slice(0, 119)}…` : text;
}

/** Between 1 and 3: the more segments two paths share, the nearer. A templated segment is near to any. */
function distance(path: string, wanted: string): number {
  const left = path.split('/').slice(1);
  const right = wanted.split('/').slice(1);
  const shared = right.filter((segment, at) => segment === left[at] || (segment.startsWith('{') && at in left)).length;
  return 3 - (2 * shared) / Math.max(left.length, right.length, 1);
}
