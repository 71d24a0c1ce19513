import { fieldValue } from '../../../wire/index.ts';
import { type Check, defineCheck } from '../../model/check.ts';

export const methodAllowMismatch: Check = defineCheck({
  id: 'method.allow-mismatch',
  tier: 1,
  severity: 'error',
  about: 'service',
  layer: 'free',
  stories: ['method', 'options'],
  question: 'Does Allow list every documented method?',
  guard: 'Allow may list more methods than the document. Only documented methods that it leaves out count.',
  judge({ purpose: { story }, response }) {
    if (story.kind !== 'method' && story.kind !== 'options') return [];
    const allow = fieldValue(response.headers, 'allow');
    if (allow === undefined || (response.status !== 405 && response.status > 299)) return [];
    const named = allow.split(',').map((method) => method.trim().toUpperCase());
    const missing = story.documented.filter((method) => !named.includes(method));
    if (missing.length === 0) return [];
    return [
      {
        messagePointer: '/header/allow',
        expected: story.documented.join(', '),
        actual: allow,
        message: `The Allow header field of ${story.path} leaves out ${missing.join(', ')}, which the document has for this path.`,
      },
    ];
  },
});
