import { type Check, defineCheck } from '../../model/check.ts';
import { PROBED, rejected } from './refusals.ts';

export const acceptValidRejected: Check = defineCheck({
  id: 'accept.valid-rejected',
  tier: 1,
  severity: 'error',
  about: 'service',
  layer: 'purpose',
  needs: ['valid', 'refusal'],
  question: 'Is a valid request accepted?',
  guard:
    'Only where the request is valid on the wire and its data proven to exist; a request that is about one value belongs to the checks of such values, and shadows what they find. Optional texts whose names speak of a syntax that the document does not say (`filter`, `query`) are left out before this is said, and of a body with a beginning and an end nothing is, nor of the steps of a JSON Patch, which have to fit what is there.',
  judge: (seen) =>
    rejected(
      seen,
      (kind) => !PROBED.has(kind),
      () => 'a valid request',
    ),
});
