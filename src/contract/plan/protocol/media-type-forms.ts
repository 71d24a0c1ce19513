import type { HttpRequest } from '../../../core/index.ts';
import type { Operation } from '../../../spec/index.ts';
import { isJson } from '../../../wire/index.ts';
import { replaceHeaders } from '../../credentials/credentials.ts';
import type { FixtureUse } from '../../model/fixture.ts';
import { type Act, type Flow, inconclusive, PASSED, planCase, single, skipped } from '../../model/flow.ts';
import type { StepEnd } from '../../model/step-end.ts';
import { drawRequest, openPurpose } from '../../requests/draw-request.ts';
import { groupOf, type PlanContext, turnOf, useOf } from '../planner.ts';
import { takeBackMade } from '../probe.ts';

/** The media type in another letter case, and with the most common parameter. */
const FORMS: readonly ((mediaType: string) => string)[] = [
  (mediaType) => `${mediaType}; charset=utf-8`,
  (mediaType) => mediaType.replace(/^[a-z]/, (letter) => letter.toUpperCase()).replace('json', 'JSON'),
];

/** Every write with a JSON body, with its media type in another notation. */
export function planMediaTypeForms(context: PlanContext): readonly Flow[] {
  return context.operations.flatMap((operation) => {
    const mediaType = operation.body?.content.find((each) => isJson(each.mediaType))?.mediaType;
    if (mediaType === undefined || /[;*]/.test(mediaType)) return [];
    if (!context.asks('accept.media-type-form', operation)) return [];
    const request = { method: operation.method, path: operation.path, query: '' };
    const description = `${operation.id} with ${FORMS.map((form) => form(mediaType)).join(' and with ')}`;
    const planned = planCase(
      { id: `protocol/${operation.id}/media-type-forms`, phase: 'protocol', operation, description },
      request,
      {
        kind: 'any',
        text: 'the same answer as to the media type without parameters',
      },
    );
    // A write that moves its item would leave none at the path of another request.
    const use = context.index.ownPlace(operation) === undefined ? useOf(operation) : 'fresh';
    return [single(planned, groupOf(context, operation), sendForms(operation, mediaType, use), turnOf(operation))];
  });
}

/** A refusal counts only if the plain notation was accepted right before. */
function sendForms(operation: Operation, mediaType: string, use: FixtureUse): Act {
  return async (caseContext) => {
    const send = async (form: string, controlled: boolean): Promise<'taken' | 'refused' | StepEnd> => {
      // All other values are the same in both requests, so that only the media type can be the
      // cause of a refusal.
      const at = `media-type/${operation.id}/${caseContext.attempt}`;
      const drawn = await drawRequest(caseContext, operation, {
        at,
        use,
        optional: 'required',
        mediaType,
      });
      if (typeof drawn === 'string') return inconclusive(drawn);
      const { request, prepared } = drawn;
      if (request.body.kind !== 'parsed' || request.body.text === '') return skipped('its body is empty');
      const sent = form === mediaType ? request : withMediaType(request, form);
      const story = { kind: 'media-type-form', mediaType: form, controlled } as const;
      const answer = await caseContext.exchange(sent, {
        operation,
        purpose: { ...openPurpose(story), proven: prepared.proven },
        quiet: !controlled,
      });
      await takeBackMade(caseContext, operation, answer);
      if (answer.kind !== 'answered' || answer.failed) return answer.end;
      return answer.exchange.response.status < 400 ? 'taken' : 'refused';
    };
    for (const form of FORMS) {
      const first = await send(form(mediaType), false);
      if (first === 'taken') continue;
      if (first !== 'refused') return first;
      const plain = await send(mediaType, false);
      if (plain !== 'taken')
        return plain === 'refused' ? inconclusive('the media type without parameters is refused as well') : plain;
      const second = await send(form(mediaType), true);
      if (second !== 'taken' && second !== 'refused') return second;
    }
    return PASSED;
  };
}

function withMediaType(request: HttpRequest, form: string): HttpRequest {
  const { body } = request;
  if (body.kind !== 'parsed') return request;
  return { ...request, headers: replaceHeaders(request.headers, [['Content-Type', form]]) };
}
