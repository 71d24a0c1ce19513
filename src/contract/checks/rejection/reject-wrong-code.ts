import type { Operation, ResponseSpec } from '../../../spec/index.ts';
import { saysAnotherIsMissing, saysRecordIsMissing } from '../../hints/missing-records.ts';
import { refusalEntries } from '../../hints/refusal-entries.ts';
import { saysUnique } from '../../hints/refusal-hints.ts';
import { type Check, defineCheck, type FindingDraft } from '../../model/check.ts';
import type { Exchange } from '../../model/exchange.ts';
import type { BreakingStimulus, Stimulus } from '../../model/purpose.ts';
import { pathParametersOf } from '../../responses/created-id.ts';
import { brokenRuleOf } from './broken-rule.ts';

/** Statuses that a service may document for a fault. */
const VALIDATION = ['400', '422'];
const FOR_FAULT: Partial<Record<BreakingStimulus['fault'], readonly string[]>> = {
  'unsupported-media-type': ['415'],
  'malformed-body': VALIDATION,
  'empty-body': VALIDATION,
};

/** Statuses of HTTP itself, and those that are unrelated to this fault. */
const SILENT = new Set([401, 403, 405, 406, 408, 413, 414, 415, 429, 431]);

export const rejectWrongCode: Check = defineCheck({
  id: 'reject.wrong-code',
  tier: 1,
  severity: 'error',
  about: 'service',
  layer: 'status',
  stories: ['unknown', 'after-delete', 'broken'],
  question: 'Does a refusal have the status that is documented for its cause?',
  guard:
    'Only if the status is undocumented and another one is documented for this cause (428 for a missing If-Match). A malformed path may be 404, and so may every answer of an operation that never worked; a 404 that names the id in the path is about that item, and one that calls a record missing (`Invoice not found`) is about the path or a value that was sent. A 409 that says that a value is taken is about another record. For missing items: only if 404 is documented; a documented 400 or 422 counts only for an id that worked before. If the document describes no refusals, none is wrong. A success status with the content of an error (`200 { "code": 1 }`) is wrong where a status is documented for the cause. Not judged where the broken part selects another operation of the same path.',
  judge(exchange) {
    const { purpose, response, documented, operation, hasWorked, leadsElsewhere } = exchange;
    const { story } = purpose;
    const { status } = response;
    if (exchange.refuses) return underSuccess(exchange);
    if (story.kind === 'unknown' || story.kind === 'after-delete') return absent(story, status, documented, operation);
    const condition =
      story.kind === 'broken' && operation !== undefined ? withoutCondition(story, status, operation) : [];
    if (condition.length > 0) return condition;
    if (story.kind !== 'broken' || operation === undefined || documented !== undefined) return [];
    if (status < 400 || status >= 500 || SILENT.has(status)) return [];
    if (status === 404 && (story.pointer.startsWith('/path') || !hasWorked || namesItem(exchange))) return [];
    if (status === 409 && refusalEntries(response.body).some(({ text }) => saysUnique(text))) return [];
    const isOfItem = operation.path.includes('{');
    if (status === 404 && (isOfItem ? saysRecordIsMissing : saysAnotherIsMissing)(exchange)) return [];
    const offered = offeredFor(story, operation);
    if (offered.length === 0 || leadsElsewhere()) return [];
    return [
      wrongStatus(operation, offered, {
        keyword: String(status),
        request: brokenRuleOf(exchange, story).words,
        answer: String(status),
      }),
    ];
  },
});

/** An answer, and the request that it was given to, in words. */
interface WrongAnswer {
  readonly keyword: string;
  readonly request: string;
  readonly answer: string;
}

function wrongStatus(
  operation: Operation,
  offered: readonly ResponseSpec[],
  { keyword, request, answer }: WrongAnswer,
): FindingDraft {
  const list = offered.map(({ status }) => status).join(' or ');
  return {
    pointer: `${operation.pointer}/responses`,
    messagePointer: '/status',
    keyword,
    expected: list,
    actual: answer,
    message: `${operation.id} answers ${answer}, where the document has ${list}, to ${request}.`,
  };
}

/** The documented responses for a broken part. */
function offeredFor({ fault }: BreakingStimulus, { responses }: Operation): readonly ResponseSpec[] {
  const wanted = FOR_FAULT[fault] ?? VALIDATION;
  return responses.filter((response) => wanted.includes(response.status));
}

/** A success status with the content of an error, where the document has a status for the cause. */
function underSuccess(exchange: Exchange): readonly FindingDraft[] {
  const { purpose, response, operation } = exchange;
  const { story } = purpose;
  if (operation === undefined || exchange.leadsElsewhere()) return [];
  const offered =
    story.kind === 'broken'
      ? offeredFor(story, operation)
      : operation.responses.filter(({ status }) => ABSENT.has(status));
  if (offered.length === 0) return [];
  const request = story.kind === 'broken' ? brokenRuleOf(exchange, story).words : `a request for ${absentIn(story)}`;
  const answer = `${response.status} with the content of an error`;
  return [wrongStatus(operation, offered, { keyword: `${response.status} with an error`, request, answer })];
}

/** Whether a refusal names a value of the path: the item is gone, whatever else is wrong. */
function namesItem({ api, request, response }: Exchange): boolean {
  const values = Object.values(pathParametersOf(api, request)).map(String);
  const words = refusalEntries(response.body).map(({ text }) => text);
  return values.some((value) => value.length >= SHORTEST_ID && words.some((text) => text.includes(value)));
}

/** A shorter value may be in a sentence by chance. */
const SHORTEST_ID = 4;

/** A write without the required condition. Only 428 has that meaning (RFC 6585 §3). */
function withoutCondition(
  { fault, pointer }: BreakingStimulus,
  status: number,
  operation: Operation,
): readonly FindingDraft[] {
  const lacksCondition = fault === 'missing-parameter' && /^\/header\/if-(match|unmodified-since)$/i.test(pointer);
  const promised = operation.responses.find((each) => each.status === '428');
  if (!lacksCondition || promised === undefined || status < 400 || status >= 500 || status === 428) return [];
  if (SILENT.has(status) || status === 404) return [];
  return [
    {
      pointer: promised.pointer,
      messagePointer: '/status',
      keyword: `${status} without condition`,
      expected: '428 (RFC 6585 §3)',
      actual: String(status),
      message: `${operation.id} answers ${status}, where the document has 428, to a request without ${pointer.slice('/header/'.length)}.`,
    },
  ];
}

/** Statuses for a record that is missing. */
const ABSENT = new Set(['404', '410']);

const absentIn = (story: Stimulus): string =>
  story.kind === 'unknown' ? `an unknown ${story.parameter}` : 'what was deleted';

/** A refusal of a request for a missing record, with a status other than the documented 404. */
function absent(
  story: Extract<Stimulus, { readonly kind: 'unknown' | 'after-delete' }>,
  status: number,
  documented: ResponseSpec | undefined,
  operation: Operation | undefined,
): readonly FindingDraft[] {
  const offered = (operation?.responses ?? []).filter((each) => ABSENT.has(each.status));
  if (operation === undefined || !offered.some((each) => each.status === '404')) return [];
  if (status < 400 || status >= 500 || status === 404 || SILENT.has(status)) return [];
  const known = story.kind === 'after-delete' && (status === 400 || status === 422);
  if (documented !== undefined && !known) return [];
  return [
    wrongStatus(operation, offered, {
      keyword: `${status} absent`,
      request: `a request for ${absentIn(story)}`,
      answer: String(status),
    }),
  ];
}
