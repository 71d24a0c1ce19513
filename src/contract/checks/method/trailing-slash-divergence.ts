import { type Check, defineCheck } from '../../model/check.ts';

export const trailingSlashDivergence: Check = defineCheck({
  id: 'trailing-slash.divergence',
  tier: 3,
  severity: 'info',
  about: 'service',
  layer: 'purpose',
  stories: ['slash'],
  question: 'Does a path with a trailing slash answer like the one without, or not at all?',
  guard: 'Only a success against another outcome. A redirect from one to the other is correct.',
  judge({ purpose: { story }, response: { status } }) {
    if (story.kind !== 'slash' || status < 200 || status === story.without.status || (status >= 300 && status < 500))
      return [];
    return [
      {
        expected: `${story.without.status}, a redirect or 404`,
        actual: String(status),
        message: `${story.path} answers ${story.without.status}, and with a slash at its end ${status}.`,
      },
    ];
  },
});
