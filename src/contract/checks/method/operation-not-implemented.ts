import { type Check, defineCheck } from '../../model/check.ts';
import { documentsOnlyErrors } from '../../responses/only-errors.ts';

export const operationNotImplemented: Check = defineCheck({
  id: 'operation.not-implemented',
  tier: 1,
  severity: 'error',
  about: 'service',
  layer: 'purpose',
  needs: ['valid', 'failure'],
  question: 'Does every documented operation exist (no 405, no 501)?',
  guard:
    'Only for valid requests. A documented 501 of an operation that has worked is about the values of the request. A 405 counts only if the document describes none; a 404 never, because it may be missing data. An operation that documents only errors may answer with one of them. A 501 where no documented answer fits is an error of the document.',
  judge({ response, purpose, operation, answerable, hasWorked }) {
    if (operation === undefined || purpose.expect !== 'valid') return [];
    const { status } = response;
    const documented = operation.responses.some((each) => each.status === String(status));
    if (status !== 501 && !(status === 405 && !documented)) return [];
    if (documented && (hasWorked || documentsOnlyErrors(operation))) return [];
    const possible = status !== 501 || answerable();
    return [
      {
        ...(possible
          ? {}
          : ({ about: 'document', severity: 'warning', pointer: `${operation.pointer}/responses` } as const)),
        messagePointer: '/status',
        expected: 'an answer of the operation',
        actual: String(status),
        message: `${operation.method} ${operation.path} is documented and answers ${status}: ${possible ? 'it is not implemented' : 'no value fits the schema of its answer'}.`,
      },
    ];
  },
});
