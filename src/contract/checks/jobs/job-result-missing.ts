import { type Check, defineCheck } from '../../model/check.ts';

export const jobResultMissing: Check = defineCheck({
  id: 'job.result-missing',
  tier: 1,
  severity: 'error',
  about: 'service',
  layer: 'purpose',
  stories: ['result'],
  question: 'Is the result of a finished job at the place that the job names, or at its documented path below the job?',
  guard:
    'Only jobs that a 202 started and that report success; the result is requested immediately. Only if its address is documented, is on the target, and answers 404 or 410.',
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
