import { mediaTypeFor } from '../../../spec/index.ts';
import { type Check, defineCheck } from '../../model/check.ts';
import { deprecatedIn, usageDraft } from '../../responses/deprecated-places.ts';

export const deprecatedPropertySent: Check = defineCheck({
  id: 'deprecated.property-sent',
  tier: 1,
  severity: 'warning',
  about: 'usage',
  layer: 'free',
  needs: ['caller'],
  question: 'Does a client send a deprecated property?',
  guard: 'Only requests of other clients, and properties that the body contains.',
  judge({ purpose: { caller }, operation, request, api }) {
    const { body } = request;
    if (caller === undefined || operation?.body === undefined || body.kind !== 'parsed') return [];
    const media = mediaTypeFor(operation.body.content, body.mediaType);
    return deprecatedIn(api, media, body.value).map((each) => usageDraft(each, caller, operation, 'sends'));
  },
});
