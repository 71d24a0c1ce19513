import { type Check, defineCheck } from '../../model/check.ts';

export const jobNeverEnds: Check = defineCheck({
  id: 'job.never-ends',
  tier: 1,
  severity: 'error',
  about: 'service',
  layer: 'purpose',
  stories: ['job-time'],
  question: 'Does a job end in the time that the document gives it?',
  guard:
    'Only jobs that a 202 started, whose state says that they are still running, and for which the document states a maximum duration. 50 % more is allowed.',
  judge({ purpose: { story }, operation }) {
    if (story.kind !== 'job-time') return [];
    const time = `${story.promised / 1_000} s`;
    return [
      {
        subject: story.started,
        expected: `an end within ${time}`,
        actual: 'it goes on',
        message: `The job that ${story.started} started still runs after more than ${time}, the longest time in the document, as ${operation?.id} shows.`,
      },
    ];
  },
});
