import type { Severity } from '../../../findings/index.ts';
import { type Check, defineCheck } from '../../model/check.ts';
import type { Exchange } from '../../model/exchange.ts';
import { allowsAnonymous } from '../../responses/anonymous-access.ts';

export const authInvalidAccepted: Check = defineCheck({
  id: 'auth.invalid-accepted',
  tier: 1,
  severity: 'error',
  about: 'service',
  layer: 'purpose',
  stories: ['credential'],
  question: 'Is an invalid credential refused?',
  guard:
    'The credential is made up in the form of a valid one. If anonymous use is allowed (`{}`), only if the document has a 401: then it is a warning, or an error if the description of the 401 names an invalid credential.',
  judge(exchange) {
    const { story } = exchange.purpose;
    const { status } = exchange.response;
    if (story.kind !== 'credential' || story.given !== 'invalid' || status < 200 || status > 299) return [];
    const severity = allowsAnonymous(exchange) ? promisedSeverity(exchange, story.shaped === true) : 'error';
    if (severity === undefined) return [];
    return [
      {
        severity,
        pointer: `${exchange.operation?.pointer ?? ''}/security`,
        messagePointer: '/status',
        ...(story.only === undefined ? {} : { subject: story.only }),
        expected: '401 or 403',
        actual: String(status),
        message:
          story.only === undefined
            ? `${exchange.operation?.id} answers ${status} to a credential that is not valid.`
            : `${exchange.operation?.id} needs several credentials at once and answers ${status} where that of \`${story.only}\` is not valid.`,
      },
    ];
  },
});

/** The severity if security is optional: a documented 401 then has no other cause than a wrong credential. */
function promisedSeverity({ operation }: Exchange, shaped: boolean): Severity | undefined {
  const unauthorized =
    operation?.security.length === 0 ? undefined : operation?.responses.find(({ status }) => status === '401');
  if (unauthorized === undefined || !shaped) return undefined;
  return /\b(invalid|(not|isn't) valid|wrong|incorrect|expired|unknown)\b/i.test(unauthorized.description)
    ? 'error'
    : 'warning';
}
