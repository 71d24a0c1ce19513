import type { Context } from 'hono';
import { type ErrorCode, type Json, type JsonObject, StandinError } from '../../core/index.ts';
import { isWorldName } from '../../mock/index.ts';
import { isObject, parseJson, stringifyJson } from '../../wire/index.ts';
import { problemResponse } from '../exchange/problem.ts';

const TITLE = 'Control request refused';

export function json(c: Context, value: Json, status = 200): Response {
  c.status(status as 200);
  c.header('content-type', 'application/json');
  return c.body(stringifyJson(value));
}

/** A refusal (RFC 9457); `more` are further members of the problem. */
export function controlProblem(c: Context, status: number, detail: string, more: JsonObject = {}): Response {
  c.status(status as 400);
  c.header('content-type', 'application/problem+json');
  return c.body(stringifyJson({ type: 'about:blank', title: TITLE, status, detail, ...more }));
}

const STATUSES: Partial<Record<ErrorCode, number>> = {
  'starting-state.unknown': 404,
  'state.unavailable': 503,
  'state.full': 507,
  'state.damaged': 500,
};

/** The answer to a control request that failed with a `StandinError`. Throws every other error. */
export function refusal(error: unknown): Response {
  if (!(error instanceof StandinError)) throw error;
  const detail = error.hint === undefined ? error.message : `${error.message} ${error.hint}`;
  const answer = problemResponse(STATUSES[error.code] ?? 422, TITLE, detail);
  if (error.code === 'state.unavailable') answer.headers.set('retry-after', '1');
  return answer;
}

/** The world of a control request: the same header as in the API, or `?world=`. */
export function worldIn(c: Context): string {
  const name = c.req.query('world') ?? c.req.header('standin-world') ?? 'default';
  if (!isWorldName(name)) throw new StandinError('usage', 'A world name has 1 to 128 letters, digits and . _ : @ ~ -.');
  return name;
}

/** The JSON object of a request; `undefined` for anything else. */
export async function objectIn(c: Context): Promise<JsonObject | undefined> {
  const parsed = parseJson(await c.req.text());
  return parsed.ok && isObject(parsed.value) ? parsed.value : undefined;
}

/** An integer in the query, or the error of an invalid one. */
export function wholeIn(c: Context, name: string, other: number, most = 1e15): number {
  const text = c.req.query(name);
  if (text === undefined) return other;
  if (!/^\d{1,15}$/.test(text) || Number(text) > most)
    throw new StandinError('usage', `\`${name}\` must be a whole number from 0 to ${most}.`);
  return Number(text);
}

/** A flag in the query: `?force`, `?force=true`, `?force=false`. */
export function switchIn(c: Context, name: string, other: boolean): boolean {
  const text = c.req.query(name);
  if (text === undefined) return other;
  if (!['', 'true', 'false'].includes(text))
    throw new StandinError('usage', `\`${name}\` must be \`true\` or \`false\`.`);
  return text !== 'false';
}
