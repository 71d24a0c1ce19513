import { dayOf } from '../../../wire/index.ts';
import { type Check, defineCheck } from '../../model/check.ts';

export const sunsetRemovedEarly: Check = defineCheck({
  id: 'sunset.removed-early',
  tier: 1,
  severity: 'error',
  about: 'service',
  layer: 'purpose',
  needs: ['expiry'],
  question: 'Does an operation exist until its sunset?',
  guard: 'Only before the sunset: 410 on existing data, or 404 on data for which the operation worked in this run.',
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
        message: `The sunset of ${operation.id} is ${dayOf(sunset)}, and it already answers ${status}.`,
      },
    ];
  },
});
