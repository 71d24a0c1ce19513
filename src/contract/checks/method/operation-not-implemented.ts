import { type Check, defineCheck } from '../../model/check.ts';

export const operationNotImplemented: Check = defineCheck({
  id: 'operation.not-implemented',
  tier: 1,
  severity: 'error',
  about: 'service',
  layer: 'purpose',
  needs: ['valid', 'failure'],
  question: 'Is a documented operation there at all (405, 501)?',
  guard:
    'Only for requests that keep the contract; 405 counts only where the document describes no 405, 404 never (it may be missing data); a 501 where nothing fits the documented answer is a fault of the document.',
  judge({ response, purpose, operation, answerable }) {
    if (operation === undefined || purpose.expect !== 'valid') return [];
    const { status } = response;
    const documented = operation.responses.some((each) => each.status === String(status));
    if (status !== 501 && !(status === 405 && !documented)) return [];
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
