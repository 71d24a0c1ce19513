import { readdirSync, readFileSync } from 'node:fs';
import { parse } from 'yaml';

// biome-ignore lint/suspicious/noExplicitAny: what stands in a YAML file has no type of its own
export type Doc = any;

const root = new URL('../../', import.meta.url);
export const readText = (path: string): string => readFileSync(new URL(path, root), 'utf8');
export const readYaml = (path: string): Doc => parse(readText(path));
export const document: Doc = readYaml('spec/petstore.openapi.yaml');

export const scenarioFiles: readonly string[] = readdirSync(new URL('contracts/petstore/scenarios/', root)).sort();

export interface DocumentedOperation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly operation: Doc;
}

export const operations: readonly DocumentedOperation[] = Object.entries<Doc>(document.paths).flatMap(([path, item]) =>
  Object.entries<Doc>(item).map(([method, operation]) => ({
    id: operation.operationId,
    method: method.toUpperCase(),
    path,
    operation,
  })),
);

export function deref(node: Doc): Doc {
  if (typeof node?.$ref !== 'string') return node;
  const keys: string[] = node.$ref.slice(2).split('/');
  return keys.reduce((at, key) => at[key], document);
}

type Send = (request: Request) => Promise<Response>;

/** Plays a scenario as contracts/README.md says, and tells what was otherwise than expected, step by step. */
export async function play(scenario: Doc, send: Send): Promise<readonly string[]> {
  const known: Record<string, Doc> = {};
  const wrong: string[] = [];
  for (const step of scenario.steps) {
    const response = await send(requestOf(step, known));
    const text = await response.text();
    const body = text === '' ? undefined : JSON.parse(text);
    const say = (what: string) => wrong.push(`${step.name}: ${what} (${response.status} ${text})`);
    const { status, body: wanted, headers = {} } = filled(step.expect ?? {}, known);
    if (status !== undefined && response.status !== status) say(`status is not ${status}`);
    if (wanted !== undefined && !includes(body, wanted)) say(`body is not ${JSON.stringify(wanted)}`);
    for (const [name, value] of Object.entries<Doc>(headers)) {
      const got = response.headers.get(name);
      if (got !== value && got?.split(';')[0] !== value) say(`${name} is ${got}`);
    }
    for (const [name, at] of Object.entries<Doc>(step.capture ?? {})) {
      known[name] = at.startsWith('header.') ? response.headers.get(at.slice(7)) : valueAt(body, at);
      if (known[name] === undefined || known[name] === null) say(`there is no ${at}`);
    }
  }
  return wrong;
}

const valueAt = (body: Doc, pointer: string): Doc =>
  pointer
    .split('/')
    .slice(1)
    .reduce((at, key) => at?.[key], body);

function requestOf(step: Doc, known: Record<string, Doc>): Request {
  const { parameters = {}, headers = {}, body, request, mediaType = 'application/json' } = filled(step, known);
  const one = operations.find((each) => each.id === step.operation);
  const [method, template]: [string, string] = one ? [one.method, one.path] : request.split(' ');
  const path = template.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(parameters[name]));
  const query = new URLSearchParams();
  for (const spec of (one?.operation.parameters ?? []).map(deref))
    if (spec.in === 'query' && parameters[spec.name] !== undefined)
      for (const value of [parameters[spec.name]].flat()) query.append(spec.name, String(value));
  const content =
    body === undefined ? {} : { body: JSON.stringify(body), headers: { 'Content-Type': mediaType, ...headers } };
  return new Request(`http://petstore.test${path}?${query}`, { method, headers, ...content });
}

/** `${name}` alone keeps the type of what was captured. */
function filled(node: Doc, known: Record<string, Doc>): Doc {
  if (typeof node === 'string') {
    const whole = /^\$\{(\w+)\}$/.exec(node)?.[1];
    if (whole !== undefined) return known[whole] ?? node;
    return node.replace(/\$\{(\w+)\}/g, (text, name) => String(known[name] ?? text));
  }
  if (Array.isArray(node)) return node.map((one) => filled(one, known));
  if (typeof node !== 'object' || node === null) return node;
  return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, filled(value, known)]));
}

function includes(value: Doc, wanted: Doc): boolean {
  if (Array.isArray(wanted))
    return (
      Array.isArray(value) && value.length === wanted.length && wanted.every((one, at) => includes(value[at], one))
    );
  if (typeof wanted !== 'object' || wanted === null) return value === wanted;
  return (
    typeof value === 'object' && value !== null && Object.keys(wanted).every((key) => includes(value[key], wanted[key]))
  );
}
