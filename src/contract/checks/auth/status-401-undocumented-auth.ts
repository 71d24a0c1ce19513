import { type Check, defineCheck } from '../../model/check.ts';

export const status401UndocumentedAuth: Check = defineCheck({
  id: 'status.401-undocumented-auth',
  tier: 2,
  severity: 'warning',
  about: 'document',
  layer: 'free',
  needs: ['refusal'],
  question: 'Does the document describe the refusal of a credential?',
  guard: '401 is part of HTTP. It counts only if the operation has security and describes other refusals.',
  judge(exchange) {
    const { response, documented, operation } = exchange;
    if (response.status !== 401 || documented !== undefined || operation === undefined) return [];
    return [
      {
        pointer: `${operation.pointer}/responses`,
        messagePointer: '/status',
        expected: 'a documented 401',
        actual: '401',
        message: `${operation.id} answers 401, which the document does not have for it.`,
      },
    ];
  },
});
