import { type Check, defineCheck, type FindingDraft } from '../../model/check.ts';

export const operationUndocumented: Check = defineCheck({
  id: 'operation.undocumented',
  tier: 1,
  severity: 'error',
  about: 'service',
  layer: 'purpose',
  stories: ['recorded'],
  question: 'Is every operation that is used documented?',
  guard: 'Only recorded traffic and scenarios. 404 and 405 mean that the operation does not exist.',
  judge({ purpose: { caller, story }, operation, request, response }): readonly FindingDraft[] {
    if (caller === undefined || story.kind !== 'recorded' || operation !== undefined) return [];
    if (response.status === 404 || response.status === 405 || request.method === 'OPTIONS' || request.method === 'HEAD')
      return [];
    const path = request.path.replace(/\/[0-9a-f-]{8,}(?=\/|$)|\/\d+(?=\/|$)/gi, '/{id}');
    return [
      {
        pointer: '/paths',
        subject: `${request.method} ${path}`,
        expected: 'a documented operation',
        actual: `${request.method} ${path}`,
        message: `${request.method} ${path} answers ${response.status} and is not documented.`,
      },
    ];
  },
});
