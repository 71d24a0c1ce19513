import { isObject, valueAt } from '../../../wire/index.ts';
import { jsonOf } from '../../model/case-context.ts';
import { type Check, defineCheck, type FindingDraft } from '../../model/check.ts';
import type { Exchange } from '../../model/exchange.ts';
import { isPending, isRefusedJob } from '../../responses/job-words.ts';

export const jobResultMissing: Check = defineCheck({
  id: 'job.result-missing',
  tier: 1,
  severity: 'error',
  about: 'service',
  layer: 'purpose',
  stories: ['result', 'result-promised'],
  question:
    'Is the result of a finished job at the place that the job names, or at its documented path below the job, and does the job name it if the document says so?',
  guard:
    'Only jobs that a 202 started, or an answer with `done`, and that report success; the result is requested immediately. Only if its address is documented, is on the target, and answers 404 or 410. A job without a result is wrong only if a description says that the property has it as soon as the job has ended.',
  judge(exchange) {
    const {
      purpose: { story },
      response: { status },
    } = exchange;
    if (story.kind === 'result-promised') return resultFindings(exchange, story.property, story.responseEntity);
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

function resultFindings(exchange: Exchange, property: string, responseEntity: string): readonly FindingDraft[] {
  const job = valueAt(jsonOf(exchange) ?? null, responseEntity);
  if (exchange.response.status > 299 || !isObject(job) || isPending(job) || isRefusedJob(job)) return [];
  const value = job[property];
  if (value !== undefined && value !== null && value !== '') return [];
  return [
    {
      messagePointer: `/body${responseEntity}/${property}`,
      subject: property,
      expected: 'the result',
      actual: value === undefined ? 'no such property' : JSON.stringify(value),
      message: `The job has ended, and its ${property} is empty, where the document says that it has the result then.`,
    },
  ];
}
