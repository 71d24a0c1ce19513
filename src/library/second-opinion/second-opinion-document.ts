import type { LeftOut } from '../../contract/index.ts';
import type { Json } from '../../core/index.ts';
import { type Api, jsonBodyOf, type Operation, type Parameter, type Schema } from '../../spec/index.ts';
import { isJson } from '../../wire/index.ts';
import {
  isObject,
  mapValues,
  type ReportLoss,
  schemaAsDraft07,
  schemaAsIn30,
  withKnownFormats,
} from './second-opinion-schema.ts';

/**
 * The copy of a document for Dredd. Dredd makes one exchange for every documented response but always sends
 * the valid request, so the copy has only 2xx responses. Dredd reads 2.0 and 3.0: operations of 3.1 and
 * later are converted where nothing is lost, and otherwise left out. The copy is made from the raw
 * document, so that errors in our model do not affect it.
 */
export interface SecondOpinionCopy {
  readonly text: string;
  /** Number of operations in the copy. */
  readonly operations: number;
  /**
   * Schema (draft 07) of each JSON response, by operation id and status. For OpenAPI 3, Dredd itself gives
   * Gavel only an example, whose values do not count.
   */
  readonly schemas: Readonly<Record<string, string>>;
  /** What Dredd cannot test, and why. */
  readonly unseen: readonly LeftOut[];
  /** Ids of operations whose path values were generated; a 404 of these proves nothing. */
  readonly madeUp: ReadonlySet<string>;
}

/** Generates a valid value for a schema. */
export type DrawValue = (schema: Schema, at: string) => Json;

type Plain = Readonly<Record<string, unknown>>;

/** For one place: what 3.0 cannot express there, and the targets of its references. */
interface Reach {
  readonly lost: readonly string[];
  readonly refs: readonly string[];
}

interface Work {
  readonly root: Plain;
  readonly modern: boolean;
  readonly swagger: boolean;
  readonly unseen: LeftOut[];
  readonly madeUp: Set<string>;
  readonly draw: DrawValue;
}

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch'];
const SECTIONS = ['schemas', 'responses', 'parameters', 'examples', 'requestBodies', 'headers'];

export function copyForDredd(api: Api, chosen: (operation: Operation) => boolean, draw: DrawValue): SecondOpinionCopy {
  const root = isObject(api.document) ? api.document : {};
  const modern = api.dialect === '3.1' || api.dialect === '3.2';
  const work: Work = { root, modern, swagger: api.dialect === '2.0', unseen: [], madeUp: new Set(), draw };
  const sections = sectionsOf(work);
  const paths: Record<string, Record<string, unknown>> = Object.create(null);
  for (const operation of api.operations.filter(chosen)) {
    const copied = operationFor(operation, work, sections.reach);
    if (copied !== undefined)
      paths[operation.path] = { ...paths[operation.path], [operation.method.toLowerCase()]: copied };
  }
  if (isObject(root['webhooks']) && Object.keys(root['webhooks']).length > 0)
    work.unseen.push({ reason: unseenBecause('they are webhooks'), count: Object.keys(root['webhooks']).length });
  const copy = { ...headOf(work), paths, ...sections.copy };
  const operations = Object.values(paths).flatMap((item) => Object.keys(item)).length;
  return { text: textOf(copy), operations, schemas: schemasOf(copy, work), unseen: work.unseen, madeUp: work.madeUp };
}

/** Gavel reads all numbers as doubles. */
function textOf(value: unknown): string {
  return JSON.stringify(value, (_, each: unknown) => (typeof each === 'bigint' ? Number(each) : each));
}

function schemasOf(
  copy: { readonly paths: Readonly<Record<string, Plain>>; readonly components?: unknown },
  { swagger }: Work,
): Readonly<Record<string, string>> {
  const result: Record<string, string> = Object.create(null);
  if (swagger) return result;
  const sections = isObject(copy.components) ? copy.components : {};
  const components = { schemas: isObject(sections['schemas']) ? mapValues(sections['schemas'], schemaAsDraft07) : {} };
  for (const operation of Object.values(copy.paths).flatMap((item) => Object.values(item))) {
    const { summary, responses } = operation as { readonly summary: string; readonly responses: Plain };
    for (const [status, response] of Object.entries(responses)) {
      const found =
        isObject(response) && typeof response['$ref'] === 'string' ? valueAt(copy, response['$ref']) : response;
      const content = isObject(found) && isObject(found['content']) ? found['content'] : {};
      const media = Object.entries(content).find(([mediaType]) => isJson(mediaType))?.[1];
      if (!isObject(media) || media['schema'] === undefined) continue;
      const schema = { $schema: DRAFT_07, allOf: [schemaAsDraft07(media['schema'])], components };
      result[`${summary} ${status}`] = textOf(schema);
    }
  }
  return result;
}

const DRAFT_07 = 'http://json-schema.org/draft-07/schema#';

function unseenBecause(why: string): string {
  return `not seen by Dredd, ${why}`;
}

/**
 * Servers and security are removed: the target is the complete base URL, and every request has credentials.
 */
function headOf({ root, swagger }: Work): Plain {
  const info = isObject(root['info']) ? root['info'] : {};
  const kept = { info: { title: String(info['title'] ?? ''), version: String(info['version'] ?? '') } };
  if (!swagger) return { openapi: '3.0.3', ...kept };
  const types = (name: string): Plain => (root[name] === undefined ? {} : { [name]: root[name] });
  return { swagger: '2.0', ...kept, ...types('consumes'), ...types('produces') };
}

function sectionsOf(work: Work): {
  readonly copy: Plain & { readonly components?: unknown };
  readonly reach: ReadonlyMap<string, Reach>;
} {
  const { root, swagger } = work;
  const reach = new Map<string, Reach>();
  const parent = swagger ? root : isObject(root['components']) ? root['components'] : {};
  const copy: Record<string, unknown> = {};
  for (const name of swagger ? ['definitions', 'parameters', 'responses'] : SECTIONS) {
    const section = parent[name];
    if (!isObject(section)) continue;
    copy[name] = mapValues(section, (value, key) => {
      const lost: string[] = [];
      const isSchema = name === 'schemas' || name === 'definitions';
      const copied = isSchema
        ? schemaFor(value, work, (what) => lost.push(what))
        : partFor(value, work, (what) => lost.push(what));
      reach.set(`#${swagger ? '' : '/components'}/${name}/${pointerPart(key)}`, { lost, refs: [...refsIn(copied)] });
      return copied;
    });
  }
  return { copy: swagger ? copy : { components: copy }, reach };
}

function operationFor(operation: Operation, work: Work, reach: ReadonlyMap<string, Reach>): Plain | undefined {
  const leave = (why: string): undefined =>
    void work.unseen.push({ operation: operation.id, reason: unseenBecause(why), count: 1 });
  const item = valueAt(work.root, `#/paths/${pointerPart(operation.path)}`);
  const raw = isObject(item) ? item[operation.method.toLowerCase()] : undefined;
  if (!METHODS.includes(operation.method.toLowerCase())) return leave(`its method is ${operation.method}`);
  if (!isObject(item) || !isObject(raw)) return leave('it stands behind a reference');
  const responses = isObject(raw['responses']) ? raw['responses'] : {};
  const happy = Object.keys(responses).filter((status) => /^2\d\d$/.test(status));
  if (happy.length === 0) return leave('it documents no exact 2xx status');
  const body = bodyFor(raw['requestBody'], operation, work);
  if (body === 'unsendable') return leave('its request body is not JSON');
  const lost: string[] = [];
  const isLost: ReportLoss = (what) => lost.push(what);
  const copied = {
    summary: operation.id,
    ...(work.swagger ? pick(raw, ['consumes', 'produces']) : {}),
    parameters: parametersFor(operation, [item['parameters'], raw['parameters']], work, isLost),
    ...(body === undefined ? {} : { requestBody: partFor(body, work, isLost) }),
    responses: Object.fromEntries(happy.map((status) => [status, partFor(responses[status], work, isLost)])),
  };
  for (const what of lossesIn(copied, reach)) isLost(what);
  if (lost.length > 0) return leave(`OpenAPI 3.0 cannot express: ${[...new Set(lost)].sort().join(', ')}`);
  const others = Object.keys(responses).length - happy.length;
  if (others > 0)
    work.unseen.push({ operation: operation.id, reason: unseenBecause('only 2xx responses are'), count: others });
  return copied;
}

/** Everything that is lost in a value and in the targets of its references. */
function lossesIn(value: unknown, reach: ReadonlyMap<string, Reach>): readonly string[] {
  const lost: string[] = [];
  const waiting = [...refsIn(value)];
  const seen = new Set<string>();
  for (let ref = waiting.pop(); ref !== undefined; ref = waiting.pop()) {
    const home = ref
      .split('/')
      .slice(0, ref.startsWith('#/components/') ? 4 : 3)
      .join('/');
    if (seen.has(home)) continue;
    seen.add(home);
    const found = reach.get(home);
    if (found === undefined) lost.push(`a reference to ${ref}`);
    else {
      lost.push(...found.lost);
      waiting.push(...found.refs);
    }
  }
  return lost;
}

/** Keys whose values are data, or do not matter to Dredd. */
const DATA = new Set(['example', 'examples', 'default', 'enum', 'value', 'x-example']);
const DROPPED = new Set(['links', 'callbacks', 'servers', 'security', 'externalDocs', 'tags']);

/** A copy of any value except a schema, with the schemas in it converted. */
function partFor(value: unknown, work: Work, lost: ReportLoss): unknown {
  if (Array.isArray(value)) return value.map((each) => partFor(each, work, lost));
  if (!isObject(value)) return value;
  const result: Record<string, unknown> = Object.create(null);
  for (const [name, each] of Object.entries(value)) {
    if (DROPPED.has(name)) continue;
    if (name === 'itemSchema') lost('`itemSchema`');
    else if (name === 'schema') result[name] = schemaFor(each, work, lost);
    else if (name === 'content' && isObject(each)) result[name] = partFor(jsonOnly(each), work, lost);
    else if (name === 'headers' && isObject(each)) result[name] = headersFor(each, work, lost);
    else result[name] = DATA.has(name) ? each : partFor(each, work, lost);
  }
  return result;
}

/** Gavel validates only JSON, so JSON is requested where there is a choice. */
function jsonOnly(content: Plain): Plain {
  const json = Object.entries(content).find(([mediaType]) => isJson(mediaType));
  return json === undefined ? content : Object.fromEntries([json]);
}

/** Dredd treats every documented header field as required. */
function headersFor(headers: Plain, work: Work, lost: ReportLoss): Plain {
  const required = Object.entries(headers).filter(([, header]) => {
    const found = isObject(header) && typeof header['$ref'] === 'string' ? valueAt(work.root, header['$ref']) : header;
    return isObject(found) && found['required'] === true;
  });
  return Object.fromEntries(required.map(([name, header]) => [name, partFor(header, work, lost)]));
}

function schemaFor(schema: unknown, { modern, swagger }: Work, lost: ReportLoss): unknown {
  if (swagger) return withKnownFormats(schema);
  return modern ? schemaAsIn30(schema, lost) : schema;
}

function parametersFor(
  operation: Operation,
  lists: readonly unknown[],
  work: Work,
  lost: ReportLoss,
): readonly unknown[] {
  const raw = new Map<string, Plain>();
  for (const each of lists.flatMap((list) => (Array.isArray(list) ? list : []))) {
    const found = isObject(each) && typeof each['$ref'] === 'string' ? valueAt(work.root, each['$ref']) : each;
    if (isObject(found)) raw.set(`${found['in']} ${found['name']}`, found);
    else lost('a parameter behind a reference');
  }
  return [...raw.values()].flatMap((each) => parameterFor(each, operation, work, lost));
}

function parameterFor(raw: Plain, operation: Operation, work: Work, lost: ReportLoss): readonly unknown[] {
  if (raw['in'] === 'body') return [partFor(raw, work, lost)];
  const required = raw['required'] === true;
  if (raw['in'] === 'cookie' || raw['in'] === 'querystring' || raw['content'] !== undefined) {
    if (required) lost(`a parameter in ${raw['in'] === 'query' ? 'another media type' : String(raw['in'])}`);
    return [];
  }
  const model = operation.parameters.find(({ name, in: place }) => name === raw['name'] && place === raw['in']);
  const { example, examples, ...rest } = raw;
  const documentedExample = example ?? raw['x-example'] ?? model?.examples[0]?.value;
  if (documentedExample === undefined && required && raw['in'] === 'path') work.madeUp.add(operation.id);
  const value = documentedExample ?? (required ? drawParameter(model, operation, work) : undefined);
  const copied = partFor(rest, work, lost) as Plain;
  return [value === undefined ? copied : { ...copied, [work.swagger ? 'x-example' : 'example']: value }];
}

function drawParameter(model: Parameter | undefined, operation: Operation, { draw }: Work): Json | undefined {
  return model?.schema === undefined ? undefined : draw(model.schema, `${operation.id}/${model.in}/${model.name}`);
}

/** The body with a valid example; Dredd's own example is not always valid. */
function bodyFor(raw: unknown, operation: Operation, work: Work): Plain | 'unsendable' | undefined {
  if (work.swagger || raw === undefined) {
    const form = operation.body?.required === true && !operation.body.content.some((each) => isJson(each.mediaType));
    return work.swagger && form ? 'unsendable' : undefined;
  }
  const body = isObject(raw) && typeof raw['$ref'] === 'string' ? valueAt(work.root, raw['$ref']) : raw;
  const content = isObject(body) && isObject(body['content']) ? body['content'] : {};
  const model = jsonBodyOf(operation);
  if (model === undefined) return operation.body?.required === true ? 'unsendable' : undefined;
  const media = content[model.mediaType];
  const hasExample = isObject(media) && (media['example'] !== undefined || media['examples'] !== undefined);
  const example =
    hasExample || model.schema === undefined ? {} : { example: work.draw(model.schema, `${operation.id}/body`) };
  return { required: true, content: { [model.mediaType]: { ...(isObject(media) ? media : {}), ...example } } };
}

function* refsIn(value: unknown, names = false): Generator<string> {
  if (Array.isArray(value)) for (const each of value) yield* refsIn(each);
  if (!isObject(value)) return;
  if (!names && typeof value['$ref'] === 'string') yield value['$ref'];
  for (const [name, each] of Object.entries(value))
    if (names || !DATA.has(name)) yield* refsIn(each, !names && name === 'properties');
}

function pick(from: Plain, names: readonly string[]): Plain {
  return Object.fromEntries(names.flatMap((name) => (from[name] === undefined ? [] : [[name, from[name]]])));
}

function pointerPart(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}

function valueAt(root: Plain, pointer: string): unknown {
  if (!pointer.startsWith('#/')) return undefined;
  let at: unknown = root;
  for (const part of pointer.slice(2).split('/')) {
    const name = part.replaceAll('~1', '/').replaceAll('~0', '~');
    if (!isObject(at) || !Object.hasOwn(at, name)) return undefined;
    at = at[name];
  }
  return at;
}
