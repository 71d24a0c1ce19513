import type { HttpRequest, Json, JsonObject } from '../../core/index.ts';
import { type CallForm, isStandIn } from '../../resources/index.ts';
import { type Api, decodeParameters, type Operation } from '../../spec/index.ts';
import { encodeInPath, isArray, isObject, parseJson, stringifyJson, valueAt } from '../../wire/index.ts';
import type { LedgerEntry } from '../model/summary.ts';
import { requestAt } from '../requests/locations.ts';
import { withoutPairs } from '../requests/substitute.ts';
import type { AnsweredOutcome, Outcome, Target } from '../transport/target.ts';

/** Sends requests of stand-ins as the calls that they stand for. The target itself if the document has none. */
export function createCallTarget(target: Target, api: Api): Target {
  if (!api.operations.some(isStandIn)) return target;
  return {
    base: target.base,
    loopback: target.loopback,
    close: () => target.close(),
    async send(request, options) {
      const sent = asCall(api, request, options.operation);
      if (sent === undefined) return target.send(request, options);
      const outcome = await target.send(sent.request, options);
      return asStandIn(sent, outcome);
    },
  };
}

interface SentCall {
  readonly form: CallForm;
  readonly request: HttpRequest;
  /** The values of the path of the stand-in. */
  readonly path: Readonly<Record<string, Json>>;
}

/**
 * The call that a request of a stand-in is sent as: the one with this id, where several calls do the same to a
 * resource (`/renameBook` and `/moveBook` both change a book). Undefined for other requests.
 */
function asCall(api: Api, request: HttpRequest, id?: string): SentCall | undefined {
  const match = api.match(request);
  if (match.kind !== 'found' || !isStandIn(match.operation)) return undefined;
  const { method, path: template } = match.operation;
  const alike = api.operations.filter(isStandIn).filter((each) => each.method === method && each.path === template);
  const standIn = alike.find((each) => each.id === id) ?? match.operation;
  const { standsFor: form } = standIn;
  const { path, query } = decodeParameters(standIn, request, match.pathParams, api);
  const { call, says, names, constants } = form;
  const sent = request.body.kind === 'parsed' && isObject(request.body.value) ? request.body.value : {};
  const named = Object.fromEntries(
    Object.entries(names).flatMap(([parameter, name]) =>
      path[parameter] === undefined ? [] : [[name, path[parameter]]],
    ),
  );
  const place = { method: call.method, path: call.path, headers: request.headers };
  if (says === 'query') {
    const pairs = Object.entries(named).map(([name, value]) => `${name}=${encodeInPath(undefined, value)}`);
    const rest = withoutPairs(request.query, Object.keys(named));
    const all = [...pairs, rest].filter((each) => each !== '').join('&');
    return { form, path, request: { ...request, ...place, query: all } };
  }
  const value: JsonObject = { ...constants, ...sent, ...query, ...named };
  return { form, path, request: { ...place, query: '', ...withBody(call, request, value) } };
}

/** What is sent to remove a record whose path is that of a stand-in. Undefined where the document has the path. */
export function callThatRemoves(api: Api, path: string): LedgerEntry['call'] {
  const sent = asCall(api, { ...requestAt({ path }), method: 'DELETE' })?.request;
  if (sent === undefined) return undefined;
  const { method, query, body } = sent;
  return {
    method,
    path: sent.path,
    ...(query === '' ? {} : { query }),
    ...(body.kind === 'parsed' ? { body: body.value } : {}),
  };
}

function withBody(call: Operation, { headers }: HttpRequest, value: JsonObject): Pick<HttpRequest, 'headers' | 'body'> {
  const mediaType = call.body?.content[0]?.mediaType ?? 'application/json';
  const hasType = headers.some(([name]) => name.toLowerCase() === 'content-type');
  return {
    headers: hasType ? headers : [...headers, ['Content-Type', mediaType]],
    body: { kind: 'parsed', mediaType, value, text: stringifyJson(value) },
  };
}

/** The answer to a call as the stand-in would give it. */
function asStandIn(sent: SentCall, outcome: Outcome): Outcome {
  const { request } = sent;
  if (outcome.kind === 'failed') return { ...outcome, onWire: { request } };
  return { ...readAs(sent, outcome), onWire: { request, answer: outcome } };
}

function readAs({ form: { onlyOf, namesAt, shows }, path }: SentCall, answer: AnsweredOutcome): AnsweredOutcome {
  if (answer.status >= 300 || (onlyOf ?? namesAt ?? shows) === undefined) return answer;
  const read = parseJson(new TextDecoder().decode(answer.bytes));
  if (!read.ok || !isObject(read.value)) return answer;
  if (shows !== undefined)
    return path[shows] === undefined ? answer : { ...answer, bytes: bytesOf({ ...read.value, [shows]: path[shows] }) };
  if (onlyOf !== undefined) {
    const items = valueAt(read.value, `/${onlyOf}`);
    const item = isArray(items ?? null) ? (items as readonly Json[])[0] : undefined;
    return item === undefined ? notFound(answer) : { ...answer, bytes: bytesOf(item) };
  }
  const names = namesAt === undefined ? undefined : valueAt(read.value, `/${namesAt.property}`);
  if (namesAt === undefined || (names !== undefined && !isArray(names))) return answer;
  const items = (names ?? []).map((name) => ({ [namesAt.by]: name }));
  return { ...answer, bytes: bytesOf({ ...read.value, [namesAt.property]: items }) };
}

/** An answer that shows no item: it is not there. */
function notFound(answer: AnsweredOutcome): AnsweredOutcome {
  const headers = answer.headers.filter(([name]) => !/^content-/i.test(name));
  return { ...answer, status: 404, headers, bytes: new Uint8Array() };
}

const bytesOf = (value: Json): Uint8Array => new TextEncoder().encode(stringifyJson(value));
