import { type Check, defineCheck } from '../../model/check.ts';
import { fromValidator } from '../../responses/header-violations.ts';

export const headerSchema: Check = defineCheck({
  id: 'header.schema',
  tier: 1,
  severity: 'error',
  about: 'service',
  layer: 'free',
  needs: ['violations'],
  question: 'Does every header field fit its schema?',
  guard: "As for `header.required-missing`; `Content-Type` in a response's headers is ignored (OpenAPI 3.1 §4.8.17.1).",
  judge: (exchange) => fromValidator(exchange, 'response.header-schema'),
});
