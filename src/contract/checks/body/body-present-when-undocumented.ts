import { type Check, defineCheck } from '../../model/check.ts';

export const bodyPresentWhenUndocumented: Check = defineCheck({
  id: 'body.present-when-undocumented',
  tier: 1,
  severity: 'warning',
  about: 'service',
  layer: 'media-type',
  needs: ['content', 'success'],
  question: 'Is there no body where the document describes none?',
  guard:
    'Only if the response of this status documents no content. Errors may explain themselves, and the answer to a GET is its content, so a document without any leaves its form open. A warning, because many documents leave such bodies out.',
  judge({ response, raw, documented, request }) {
    if (documented?.status !== String(response.status) || documented.content.length > 0 || raw.bytes.length === 0)
      return [];
    if (
      response.status < 200 ||
      response.status > 299 ||
      response.status === 204 ||
      /^(?:GET|HEAD)$/.test(request.method)
    )
      return [];
    return [
      {
        pointer: documented.pointer,
        messagePointer: '/body',
        expected: 'no body',
        actual: `${raw.bytes.length} bytes`,
        message: `The answer ${response.status} has a body; the document describes none.`,
      },
    ];
  },
});
