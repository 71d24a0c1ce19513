import type { Violation } from '../../core/index.ts';
import { type Check, type Draft, defineCheck, type Seen } from '../check.ts';

function fromValidator(seen: Seen, code: Violation['code']): readonly Draft[] {
  const { response, documented } = seen;
  if (response.status >= 500) return [];
  return seen
    .violations()
    .filter((violation) => violation.code === code)
    .map((violation) => ({
      ...(violation.rule === undefined
        ? documented === undefined
          ? {}
          : { pointer: documented.pointer }
        : { pointer: violation.rule }),
      messagePointer: violation.pointer,
      ...(violation.keyword === undefined ? {} : { keyword: violation.keyword }),
      subject: violation.pointer.toLowerCase(),
      expected: violation.message,
      actual:
        response.headers.find(([name]) => `/header/${name.toLowerCase()}` === violation.pointer.toLowerCase())?.[1] ??
        'nothing',
      message: violation.message,
    }));
}

/** Guard: only header fields that the response of this very status marks as required; a failing service (5xx) owes nothing. */
export const headerRequiredMissing: Check = defineCheck({
  id: 'header.required-missing',
  tier: 1,
  severity: 'error',
  about: 'service',
  layer: 'free',
  question: 'Are all required header fields there?',
  judge: (seen) => fromValidator(seen, 'response.header-required'),
});

/** Guard: as for `header.required-missing`; `Content-Type` in a response's headers is ignored (OpenAPI 3.1 §4.8.17.1). */
export const headerSchema: Check = defineCheck({
  id: 'header.schema',
  tier: 1,
  severity: 'error',
  about: 'service',
  layer: 'free',
  question: 'Has every header field a value that fits its schema?',
  judge: (seen) => fromValidator(seen, 'response.header-schema'),
});
