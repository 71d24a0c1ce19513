import { type Check, defineCheck, type Seen } from '../check.ts';

/** Whether the operation can be used by nobody in particular. */
function isOpen({ operation }: Seen): boolean {
  return (
    operation === undefined || operation.security.length === 0 || operation.security.some((uses) => uses.length === 0)
  );
}

/** Guard: only operations with security and without `{}` among its alternatives. */
export const authMissingAccepted: Check = defineCheck({
  id: 'auth.missing-accepted',
  tier: 1,
  severity: 'error',
  about: 'service',
  layer: 'purpose',
  question: 'Is a request without credential refused?',
  judge(seen) {
    const { story } = seen.purpose;
    const { status } = seen.response;
    if (story.kind !== 'credential' || story.given !== 'none' || isOpen(seen) || status < 200 || status > 299)
      return [];
    return [
      {
        pointer: `${seen.operation?.pointer ?? ''}/security`,
        messagePointer: '/status',
        expected: '401',
        actual: String(status),
        message: `${seen.operation?.id} needs a credential and answers ${status} without one.`,
      },
    ];
  },
});

/** Guard: the credential is a changed copy of one that works; only where `{}` is no alternative. */
export const authInvalidAccepted: Check = defineCheck({
  id: 'auth.invalid-accepted',
  tier: 1,
  severity: 'error',
  about: 'service',
  layer: 'purpose',
  question: 'Is an invalid credential refused?',
  judge(seen) {
    const { story } = seen.purpose;
    const { status } = seen.response;
    if (story.kind !== 'credential' || story.given !== 'invalid' || isOpen(seen) || status < 200 || status > 299)
      return [];
    return [
      {
        pointer: `${seen.operation?.pointer ?? ''}/security`,
        messagePointer: '/status',
        expected: '401 or 403',
        actual: String(status),
        message: `${seen.operation?.id} takes a credential that does not exist (${status}).`,
      },
    ];
  },
});

/** Guard: the same credential has been taken elsewhere in this run; 403 may mean that it is not enough, unless it asks for nothing. */
export const authValidRefused: Check = defineCheck({
  id: 'auth.valid-refused',
  tier: 1,
  severity: 'error',
  about: 'service',
  layer: 'purpose',
  question: 'Is a credential taken by every operation that documents it?',
  judge(seen) {
    const { purpose, response, operation } = seen;
    if (operation === undefined || purpose.expect !== 'valid' || !seen.credentialWorks) return [];
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

/** Guard: 404 may hide what exists, a redirect may lead to a form to log in; 5xx has its own check. */
export const authWrongStatus: Check = defineCheck({
  id: 'auth.wrong-status',
  tier: 2,
  severity: 'error',
  about: 'service',
  layer: 'purpose',
  question: 'Is a missing or invalid credential refused with 401 or 403?',
  judge(seen) {
    const { story } = seen.purpose;
    const { status } = seen.response;
    if (story.kind !== 'credential' || story.given === 'valid' || isOpen(seen)) return [];
    const given = story.given === 'none' ? 'a missing' : 'an invalid';
    const fine = story.given === 'none' ? [401, 403, 404, 407, 429] : [400, 401, 403, 404, 407, 429];
    if (status < 400 || status >= 500 || fine.includes(status)) return [];
    return [
      {
        messagePointer: '/status',
        keyword: story.given,
        expected: '401 (RFC 9110 §15.5.2)',
        actual: String(status),
        message: `${seen.operation?.id} refuses ${given} credential with ${status}.`,
      },
    ];
  },
});

/** Guard: 401 is HTTP's own; it counts only where the document has security on the operation and describes other refusals. */
export const status401UndocumentedAuth: Check = defineCheck({
  id: 'status.401-undocumented-auth',
  tier: 2,
  severity: 'warning',
  about: 'document',
  layer: 'free',
  question: 'Does the document describe the refusal of a credential?',
  judge(seen) {
    const { response, documented, operation } = seen;
    if (response.status !== 401 || documented !== undefined || operation === undefined) return [];
    return [
      {
        pointer: `${operation.pointer}/responses`,
        messagePointer: '/status',
        expected: 'a documented 401',
        actual: '401',
        message: `${operation.id} answers 401, which its document does not describe.`,
      },
    ];
  },
});
