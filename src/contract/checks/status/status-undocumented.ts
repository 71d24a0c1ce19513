import { type Check, defineCheck } from '../../model/check.ts';
import { withWords } from '../../responses/refusal-words.ts';
import { asksTheImpossible, sendsSteps } from '../rejection/refusals.ts';

export const statusUndocumented: Check = defineCheck({
  id: 'status.undocumented',
  tier: 1,
  severity: 'error',
  about: 'service',
  layer: 'status',
  question: 'Does the operation document the status?',
  guard:
    '5xx belongs to `status.server-error`, refusals of deliberately wrong requests to `reject.wrong-code`. 401 and 403 without documentation, 404 on data that is not known to exist, 405, 406, 413, 414, 415, 429 and 431 are part of HTTP. A value that the request allows and the item does not may be refused, and so may steps of a JSON Patch (RFC 5789 §2.2). A path that leads to another operation is answered by that one. An operation that documents errors alone does not say how it succeeds.',
  wfc: 'F101',
  judge(exchange) {
    const { operation, response, documented, purpose } = exchange;
    const { status } = response;
    if (operation === undefined || documented !== undefined) return [];
    // The operation documents no response, or only interim ones (1xx, RFC 9110 §15.2).
    if (operation.responses.every((each) => each.status.startsWith('1'))) return [];
    // It documents errors alone, so it does not say how it succeeds.
    if (status < 300 && operation.responses.every((each) => /^[145]/.test(each.status))) return [];
    if (status >= 500 || purpose.expect === 'refused' || purpose.expect === 'any') return [];
    if (status >= 400 && (HTTP_OWN.has(status) || purpose.expect === 'absent')) return [];
    if (status === 404 && !purpose.proven) return [];
    if (status >= 400 && purpose.relational && !purpose.proven) return [];
    if (status === 304 || (UNFIT.has(status) && sendsSteps(exchange.request))) return [];
    if ((status === 400 || status === 422) && asksTheImpossible(exchange)) return [];
    if (exchange.leadsElsewhere()) return [];
    const list = operation.responses.map((each) => each.status).join(', ');
    return [
      {
        pointer: `${operation.pointer}/responses`,
        messagePointer: '/status',
        keyword: String(status),
        expected: operation.responses.length === 1 ? list : `one of ${list}`,
        actual: status < 400 ? String(status) : withWords(status, exchange),
        message: `${operation.method} ${operation.path} answered ${status}, which is not among its documented responses (${list}).`,
      },
    ];
  },
});

/** Statuses for patch steps that do not fit the item (RFC 5789 §2.2). */
const UNFIT = new Set([400, 409, 422]);

const HTTP_OWN = new Set([401, 403, 405, 406, 408, 411, 413, 414, 415, 417, 421, 429, 431]);
