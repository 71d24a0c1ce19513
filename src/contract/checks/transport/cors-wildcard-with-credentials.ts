import { fieldValue } from '../../../wire/index.ts';
import { type Check, defineCheck } from '../../model/check.ts';

export const corsWildcardWithCredentials: Check = defineCheck({
  id: 'cors.wildcard-with-credentials',
  tier: 2,
  severity: 'error',
  about: 'service',
  layer: 'free',
  question: 'Does CORS allow every origin with credentials?',
  guard: 'Only the pair that browsers refuse (Fetch, CORS protocol).',
  judge({ response }) {
    const origin = fieldValue(response.headers, 'access-control-allow-origin');
    const credentials = fieldValue(response.headers, 'access-control-allow-credentials');
    if (origin !== '*' || credentials?.toLowerCase() !== 'true') return [];
    return [
      {
        messagePointer: '/header/access-control-allow-origin',
        expected: 'one origin',
        actual: '*',
        message: 'Access-Control-Allow-Origin is * together with Access-Control-Allow-Credentials: true.',
      },
    ];
  },
});
