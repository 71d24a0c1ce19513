import type { HeaderFields, Json } from '../../core/index.ts';
import { isObject, parsePointer, valueAt } from '../../wire/index.ts';
import type { FindingDraft } from '../model/check.ts';
import type { PastExchange } from '../model/flow-history.ts';
import type { Purpose } from '../model/purpose.ts';
import { answeredJson, scalarsOf } from './answered-json.ts';

/** How a script recognises the fault in the last answer. */
export type FaultTest =
  | { readonly of: 'status'; readonly status: number }
  | { readonly of: 'no-header'; readonly status: number; readonly name: string }
  | { readonly of: 'no-member' | 'member'; readonly status: number; readonly pointer: string }
  | { readonly of: 'value'; readonly status: number; readonly pointer: string; readonly value: Json }
  | { readonly of: 'type'; readonly status: number; readonly pointer: string; readonly type: JsonType };

export type JsonType = 'null' | 'array' | 'object' | 'string' | 'number' | 'boolean';

/** Checks of properties that must not exist. */
const FORBIDDEN = new Set(['schema.undocumented-property', 'schema.write-only-leaked', 'schema.property-names']);
/** Rules that the same value breaks each time. */
const OF_VALUE = new Set(['enum', 'const']);

export interface ReportedFault {
  readonly check: string;
  readonly draft: Pick<FindingDraft, 'messagePointer' | 'keyword' | 'actual'>;
}

/** How the last exchange shows the fault; undefined if a script cannot decide it. */
export function faultTestOf(
  steps: readonly PastExchange[],
  purpose: Purpose,
  isDocumented: boolean,
  reported: ReportedFault,
): FaultTest | undefined {
  const last = steps.at(-1);
  if (last === undefined || last.outcome.kind !== 'answered') return undefined;
  const { status, headers } = last.outcome;
  const { messagePointer = '' } = reported.draft;
  if (messagePointer === '/status' || !isDocumented || isWrongStatus(purpose, status)) return { of: 'status', status };
  // What came is told as a status: `415: send application/json`.
  const actualStatus = /^(\d{3})(?:: |$)/.exec(reported.draft.actual)?.[1];
  if (actualStatus === String(status) && !messagePointer.startsWith('/body')) return { of: 'status', status };
  // The pointer is a place of the request, not of the answer.
  if ('pointer' in purpose.story && purpose.story.pointer === messagePointer) return undefined;
  const name = /^\/header\/(.+)$/.exec(messagePointer)?.[1]?.toLowerCase();
  const isThere = (fields: HeaderFields): boolean => fields.some(([each]) => each.toLowerCase() === name);
  if (name !== undefined)
    return isThere(headers) || isThere(last.request.headers) ? undefined : { of: 'no-header', status, name };
  return messagePointer.startsWith('/body/') ? ofBody(steps, last, status, reported) : undefined;
}

function isWrongStatus({ expect }: Purpose, status: number): boolean {
  if (status >= 500) return true;
  if (expect === 'valid') return status >= 400;
  return (expect === 'refused' || expect === 'absent') && status < 300;
}

function ofBody(
  steps: readonly PastExchange[],
  { outcome }: PastExchange,
  status: number,
  { check, draft: { messagePointer = '', keyword = '' } }: ReportedFault,
): FaultTest | undefined {
  const json = answeredJson(outcome);
  const pointer = messagePointer.slice('/body'.length);
  // An item of a list may have another position the next time.
  if (json === undefined || /\/\d+(\/|$)/.test(pointer)) return undefined;
  const value = valueAt(json, pointer);
  if (value === undefined) return isObject(parentOf(json, pointer)) ? { of: 'no-member', status, pointer } : undefined;
  if (FORBIDDEN.has(check)) return { of: 'member', status, pointer };
  if (keyword === 'type') return { of: 'type', status, pointer, type: typeOf(value) };
  if (typeof value === 'bigint' || (typeof value === 'object' && value !== null)) return undefined;
  const isSteady = OF_VALUE.has(keyword) || value === null || steps.some(({ request }) => says(request, value));
  return isSteady ? { of: 'value', status, pointer, value } : undefined;
}

function parentOf(json: Json, pointer: string): Json | undefined {
  return parsePointer(pointer) === undefined ? undefined : valueAt(json, pointer.replace(/\/[^/]*$/, ''));
}

function typeOf(value: Json): JsonType {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  const type = typeof value;
  return type === 'string' || type === 'boolean' || type === 'object' ? type : 'number';
}

/** Whether a request of the run sends the value, so that it is the same each time. */
function says({ body }: PastExchange['request'], value: Json): boolean {
  return body.kind === 'parsed' && scalarsOf(body.value).some(([, each]) => each === value);
}
