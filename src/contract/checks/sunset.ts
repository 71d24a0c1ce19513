import { type Check, defineCheck, type Seen } from '../check.ts';
import { dayOf } from './deprecation.ts';

/** Guard: by the clock that the user gives; only successes. */
export const sunsetPassedStillServed: Check = defineCheck({
  id: 'sunset.passed-still-served',
  tier: 2,
  severity: 'error',
  about: 'service',
  layer: 'free',
  question: 'Is an operation gone after its sunset?',
  judge({ operation, response: { status }, settings }) {
    const sunset = operation?.lifecycle.sunset;
    if (operation === undefined || sunset === undefined || sunset >= settings.now || status < 200 || status > 299)
      return [];
    return [
      {
        messagePointer: '/status',
        expected: '410 Gone',
        actual: String(status),
        message: `${operation.id} ended on ${dayOf(sunset)} and still answers ${status}.`,
      },
    ];
  },
});

/** Guard: only refusals of requests that would have been valid. */
export const sunsetPassedNotGone: Check = defineCheck({
  id: 'sunset.passed-not-gone',
  tier: 3,
  severity: 'info',
  about: 'service',
  layer: 'free',
  question: 'Does an operation say 410 after its sunset?',
  judge({ operation, response: { status }, settings, purpose }) {
    const sunset = operation?.lifecycle.sunset;
    if (operation === undefined || sunset === undefined || sunset >= settings.now || purpose.expect !== 'valid')
      return [];
    if (status !== 404 && status !== 405 && status !== 501) return [];
    return [
      {
        messagePointer: '/status',
        expected: '410 Gone',
        actual: String(status),
        message: `${operation.id} ended on ${dayOf(sunset)} and answers ${status} instead of 410.`,
      },
    ];
  },
});

/** Whether an operation is over, as its document says: then 410, and 404, are what it ought to answer (RFC 8594 §3). */
export function isOver({
  operation,
  response: { status },
  settings,
}: Pick<Seen, 'operation' | 'response' | 'settings'>): boolean {
  const sunset = operation?.lifecycle.sunset;
  return sunset !== undefined && sunset < settings.now && (status === 410 || status === 404);
}

/** Guard: the sunset lies ahead; 410 on data that exists, or 404 on data for which the operation has worked in this run. */
export const sunsetRemovedEarly: Check = defineCheck({
  id: 'sunset.removed-early',
  tier: 1,
  severity: 'error',
  about: 'service',
  layer: 'purpose',
  question: 'Is an operation still there before its sunset?',
  judge({ operation, response: { status }, settings, purpose, hasWorked }) {
    const sunset = operation?.lifecycle.sunset;
    if (operation === undefined || sunset === undefined || sunset < settings.now) return [];
    if (purpose.expect !== 'valid' || !purpose.proven || purpose.relational) return [];
    if (status !== 410 && !(status === 404 && (hasWorked || purpose.story.kind === 'after-create'))) return [];
    return [
      {
        messagePointer: '/status',
        expected: `an answer until ${dayOf(sunset)}`,
        actual: String(status),
        message: `${operation.id} ends on ${dayOf(sunset)} and answers ${status} already.`,
      },
    ];
  },
});
