import { type Check, defineCheck } from '../../model/check.ts';
import { documentsOnlyErrors } from '../../responses/only-errors.ts';

export const authValidRefused: Check = defineCheck({
  id: 'auth.valid-refused',
  tier: 1,
  severity: 'error',
  about: 'service',
  layer: 'purpose',
  needs: ['valid', 'refusal'],
  question: 'Is a credential taken by every operation that documents it?',
  guard:
    'The same credential has been taken elsewhere in this run; 403 may mean that it is not enough, unless it asks for nothing; an operation that documents nothing but errors may answer with one of them.',
  judge(seen) {
    const { purpose, response, operation } = seen;
    if (operation === undefined || purpose.expect !== 'valid' || !seen.credentialWorks) return [];
    if (seen.documented !== undefined && documentsOnlyErrors(operation)) return [];
    const scopes = operation.security.some((uses) => uses.some((use) => use.scopes.length > 0));
    if (response.status !== 401 && (response.status !== 403 || scopes || seen.documented !== undefined)) return [];
    return [
      {
        pointer: `${operation.pointer}/security`,
        messagePointer: '/status',
        expected: 'an answer',
        actual: String(response.status),
        message: `${operation.id} refuses (${response.status}) a credential that other operations with the same security take.`,
      },
    ];
  },
});
