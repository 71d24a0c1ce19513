import { judgeBeyond } from '../judge/content.ts';
import type { Deviation, DeviationInput } from './deviation.ts';

export const parts: Deviation = {
  name: 'parts',
  reason: 'Prism looks neither at the header fields of parts nor at `itemSchema`.',
  adds: (violation, asked) => {
    const { body } = asked.message;
    if (body.kind !== 'parsed' || body.parts === undefined) return false;
    const content = plannedBody(asked)?.choose(body.mediaType);
    if (content === undefined) return false;
    const subject = { pointer: '/body', noun: 'The body', name: '', code: violation.code };
    return judgeBeyond(content, body, subject).some(
      ({ pointer, message }) => pointer === violation.pointer && message === violation.message,
    );
  },
};

function plannedBody(asked: DeviationInput): DeviationInput['plan']['body'] {
  return asked.side === 'request' ? asked.plan.body : asked.plan.response(asked.message.status)?.body;
}
