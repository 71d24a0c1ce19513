import { type Check, defineCheck } from '../../model/check.ts';
import { PROBED, rejectionFindings } from './refusals.ts';

export const acceptValidRejected: Check = defineCheck({
  id: 'accept.valid-rejected',
  tier: 1,
  severity: 'error',
  about: 'service',
  layer: 'purpose',
  needs: ['valid', 'refusal'],
  question: 'Is a valid request accepted?',
  guard:
    'Only if the request is valid and its data is known to exist. A request about one value belongs to the checks of such values. Optional strings whose names suggest an undocumented syntax (`filter`, `query`) are left out first. Not for bodies with a start and an end or with a format that no schema describes (an image), nor for the steps of a JSON Patch, which depend on the current item. A refusal that names a state of the service (`not enabled`) and no part of the request is not about the request, and neither is one that says that a value is taken, or one about an object or a list in a form, if the document does not say how that is written. A path that leads to another operation is answered by that one.',
  judge: (exchange) =>
    rejectionFindings(
      exchange,
      (kind) => !PROBED.has(kind),
      () => 'a valid request',
    ),
});
