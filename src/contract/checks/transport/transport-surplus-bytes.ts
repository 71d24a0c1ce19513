import { type Check, defineCheck } from '../../model/check.ts';

export const transportSurplusBytes: Check = defineCheck({
  id: 'transport.surplus-bytes',
  tier: 1,
  severity: 'error',
  about: 'service',
  layer: 'transport',
  needs: ['notes'],
  question: 'Does the answer end where its header says?',
  guard: '204, 304 and HEAD belong to `body.on-204-304`.',
  judge({ request, response, raw }) {
    const surplus = raw.notes.find(({ kind }) => kind === 'surplus-bytes');
    if (surplus === undefined || response.status === 204 || response.status === 304 || request.method === 'HEAD')
      return [];
    return [
      {
        messagePointer: '/body',
        expected: 'no bytes after the end of the answer',
        actual: surplus.message,
        message:
          'Bytes followed the end of the answer. The next request on this connection would read them as its answer.',
      },
    ];
  },
});
