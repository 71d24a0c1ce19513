import { isLargeValue } from '../values.ts';
import { bodyValue, type Deviation, isWithin } from './deviation.ts';

const OURS = new Set(['response.body-missing', 'response.body-unexpected']);

export const bodies: Deviation = {
  name: 'bodies',
  reason:
    'A missing documented body and a body where none is documented pass Prism; `null`, `false`, `0` and `""` are bodies to us and none to Prism; streams and very large values are not handed to it.',
  adds: ({ code, pointer }, asked) =>
    OURS.has(code) ||
    (isWithin(pointer, '/body') && (!asked.judgedBody || !bodyValue(asked) || isLargeValue(bodyValue(asked) ?? null))),
  withdraws: ({ about }, { message }) => about === 'body-required' && message.body.kind !== 'none',
};
