import { type Check, defineCheck } from '../../model/check.ts';

export const jobResultMissing: Check = defineCheck({
  id: 'job.result-missing',
  tier: 1,
  severity: 'error',
  about: 'service',
  layer: 'purpose',
  stories: ['result'],
  question: 'Is the result of a job where the job says that it is?',
  guard:
    'Only of jobs that a 202 started and that say that they have come to a good end, followed right then; only where the place is a documented one on the target, and answers 404 or 410.',
  judge({ purpose: { story }, response: { status } }) {
    if (story.kind !== 'result' || (status !== 404 && status !== 410)) return [];
    return [
      {
        messagePointer: `/body/${story.property}`,
        subject: story.property,
        expected: 'the result',
        actual: `${status} at ${story.location}`,
        message: `The job has ended, and its ${story.property}, ${story.location}, answers ${status}.`,
      },
    ];
  },
});
