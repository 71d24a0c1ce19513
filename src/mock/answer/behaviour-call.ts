import type { HttpResponse, Json } from '../../core/index.ts';
import { answerFor, JSON_MEDIA, undocumentedResponse } from '../facts/negotiate.ts';
import type { MockContext, RequestContext } from '../model/context.ts';
import type { Call } from '../model/mocks.ts';
import { refuse } from '../model/refusal.ts';
import { documentedAnswer } from './answer.ts';

/** The argument of a behaviour, with its functions for answers. */
export function createCall(parts: MockContext, asked: RequestContext, inferred: () => HttpResponse): Call {
  const { operation, request, parameters, role, world } = asked;
  return {
    operation,
    request,
    parameters,
    body: bodyOf(asked),
    resource: role.resource,
    world: world.name,
    seed: parts.options.seed,
    now: parts.options.now(),
    reply(status, value, headers = {}) {
      const choice = answerFor(operation, status) ?? {
        status,
        spec: { ...undocumentedResponse(operation, status), content: value === undefined ? [] : [JSON_MEDIA] },
      };
      return documentedAnswer(parts, asked, choice, { value, headers: Object.entries(headers) });
    },
    refuse: (status, code, message) =>
      parts.errors.answer(refuse(status, message, { code }), operation, { path: request.path, accept: asked.accept }),
    inferred,
  };
}

function bodyOf(asked: RequestContext): Json | undefined {
  return asked.request.body.kind === 'parsed' ? asked.request.body.value : undefined;
}
