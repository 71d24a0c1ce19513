import { mediaTypeFor } from '../../../spec/index.ts';
import { type Check, defineCheck } from '../../model/check.ts';
import { deprecatedIn, usageDraft } from '../../responses/deprecated-places.ts';

export const deprecatedPropertyReturned: Check = defineCheck({
  id: 'deprecated.property-returned',
  tier: 1,
  severity: 'warning',
  about: 'usage',
  layer: 'free',
  needs: ['caller'],
  question: 'Does a client receive a deprecated property?',
  guard: 'Only answers to requests of other clients, and properties that the body contains.',
  judge({ purpose: { caller }, operation, response, documented, api }) {
    const { body } = response;
    if (caller === undefined || operation === undefined || documented === undefined || body.kind !== 'parsed')
      return [];
    const media = mediaTypeFor(documented.content, body.mediaType);
    return deprecatedIn(api, media, body.value).map((each) => usageDraft(each, caller, operation, 'is sent'));
  },
});
