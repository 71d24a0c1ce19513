import type { Json } from '../../../core/index.ts';
import { valueAt, withValueAt } from '../../../wire/index.ts';
import { jsonOf } from '../../model/case-context.ts';
import { type Check, defineCheck } from '../../model/check.ts';

/** Places in which error bodies repeat the status: RFC 9457 §3.1.2, and other common names. */
const PLACES = ['/status', '/statusCode', '/status_code', '/error/status', '/error/statusCode'];

export const statusBodyMismatch: Check = defineCheck({
  id: 'status.body-mismatch',
  tier: 1,
  severity: 'error',
  about: 'service',
  layer: 'value',
  needs: ['failure', 'content'],
  question: 'Does the status in an error body match the status of the answer?',
  guard:
    'Only refusals and failures, and only a whole number from 400 to 599 under a usual name, if the document allows another value.',
  judge(exchange) {
    const { status } = exchange.response;
    const body = jsonOf(exchange);
    if (status < 400 || body === undefined) return [];
    const place = PLACES.find((pointer) => isStatus(valueAt(body, pointer)));
    const statusInBody = place === undefined ? undefined : valueAt(body, place);
    if (place === undefined || statusInBody === status || !exchange.couldShow(withValueAt(body, place, status)))
      return [];
    return [
      {
        ...(exchange.documented === undefined ? {} : { pointer: exchange.documented.pointer }),
        messagePointer: `/body${place}`,
        expected: String(status),
        actual: String(statusInBody),
        message: `The status of the answer is ${status}, and its body says ${String(statusInBody)}.`,
      },
    ];
  },
});

function isStatus(value: Json | undefined): boolean {
  return typeof value === 'number' && Number.isInteger(value) && value >= 400 && value <= 599;
}
