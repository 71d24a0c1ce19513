import type { HttpResponse, Json } from '../../core/index.ts';
import { answerFor, JSON_MEDIA, undocumentedResponse } from '../facts/negotiate.ts';
import type { MockContext, RequestContext } from '../model/context.ts';
import type { Call } from '../model/mocks.ts';
import { refuse } from '../model/refusal.ts';
import { documentedAnswer } from './answer.ts';

/** The argument of a behaviour, with its functions for answers. */
export function createCall(mock: MockContext, context: RequestContext, inferred: () => HttpResponse): Call {
  const { operation, request, parameters, role, world } = context;
  return {
    operation,
    request,
    parameters,
    body: bodyOf(context),
    resource: role.resource,
    world: world.name,
    seed: mock.options.seed,
    now: mock.options.now(),
    reply(status, value, headers = {}) {
      const choice = answerFor(operation, status) ?? {
        status,
        spec: { ...undocumentedResponse(operation, status), content: value === undefined ? [] : [JSON_MEDIA] },
      };
      return documentedAnswer(mock, context, choice, { value, headers: Object.entries(headers) });
    },
    refuse: (status, code, message) =>
      mock.errors.answer(refuse(status, message, { code }), operation, { path: request.path, accept: context.accept }),
    inferred,
  };
}

function bodyOf(context: RequestContext): Json | undefined {
  return context.request.body.kind === 'parsed' ? context.request.body.value : undefined;
}
