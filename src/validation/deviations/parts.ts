import { judgeBeyond } from '../judge/content.ts';
import type { Deviation, DeviationInput } from './deviation.ts';

export const parts: Deviation = {
  name: 'parts',
  reason:
    'Prism looks neither at the header fields of parts nor at `itemSchema`, and of forms it gets the values, not the characters that were sent.',
  adds: (violation, input) => {
    const { body } = input.message;
    if (body.kind !== 'parsed') return false;
    const content = plannedBody(input)?.choose(body.mediaType);
    if (content === undefined) return false;
    const subject = { pointer: '/body', noun: 'The body', name: '', code: violation.code };
    return judgeBeyond(content, body, subject).some(
      ({ pointer, message }) => pointer === violation.pointer && message === violation.message,
    );
  },
};

function plannedBody(input: DeviationInput): DeviationInput['plan']['body'] {
  return input.side === 'request' ? input.plan.body : input.plan.response(input.message.status)?.body;
}
