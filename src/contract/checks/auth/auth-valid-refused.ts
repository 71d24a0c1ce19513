import { type Check, defineCheck } from '../../model/check.ts';
import { documentsOnlyErrors } from '../../responses/only-errors.ts';

export const authValidRefused: Check = defineCheck({
  id: 'auth.valid-refused',
  tier: 1,
  severity: 'error',
  about: 'service',
  layer: 'purpose',
  needs: ['valid', 'refusal'],
  question: 'Is the credential accepted by every operation that documents it?',
  guard:
    'Only if the same credential was accepted elsewhere in this run. A 403 may mean missing rights, unless the operation asks for none. An operation that documents only errors may answer with one of them.',
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
        message: `${operation.id} refuses (${response.status}) a credential that other operations with the same security accept.`,
      },
    ];
  },
});
