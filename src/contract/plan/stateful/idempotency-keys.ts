import type { HttpRequest, Json } from '../../../core/index.ts';
import { type Operation, type Parameter, paragraphsIn, sentencesIn } from '../../../spec/index.ts';
import { jsonEquals } from '../../../wire/index.ts';
import { replaceHeaders } from '../../credentials/credentials.ts';
import { idempotencyKeyField } from '../../judge/conditional-headers.ts';
import { type CaseContext, type ExchangeResult, isSuccess } from '../../model/case-context.ts';
import { type Act, type Flow, inconclusive, planCase, single, skipped } from '../../model/flow.ts';
import type { Purpose } from '../../model/purpose.ts';
import { drawRequest, sentObject } from '../../requests/draw-request.ts';
import { shownId } from '../../responses/created-id.ts';
import { groupOf, type PlanContext } from '../planner.ts';
import { entityInAnswer } from './writes/writes.ts';

/** Sends every operation that accepts an idempotency key twice with the same key. */
export function planKeys(context: PlanContext): readonly Flow[] {
  return context.operations.flatMap((operation) => {
    const key = idempotencyKeyField(operation);
    if (key === undefined || context.model.roleOf(operation).kind !== 'create') return [];
    const request = { method: operation.method, path: operation.path, query: '' };
    const planned = planCase(
      {
        id: `stateful/${operation.id}/same-key-twice`,
        phase: 'stateful',
        operation,
        description: `${operation.id}: the same ${key.name} twice does the thing once`,
      },
      request,
      { kind: 'any', text: 'the first answer again, or a refusal' },
    );
    return [single(planned, groupOf(context, operation), twice(operation, key), 'alone')];
  });
}

function twice(operation: Operation, key: Parameter): Act {
  return async (caseContext) => {
    const at = `keys/${operation.id}/${caseContext.attempt}`;
    // The fewer properties a request has, the less likely the second one conflicts with the first. An item above it that
    // others have used may be in a state in which nothing is created.
    const drawn = await drawRequest(caseContext, operation, { at, use: 'fresh', optional: 'required' });
    const value = caseContext.newKey(key);
    if (typeof drawn === 'string' || value === undefined) return inconclusive('no key could be generated');
    const headers = replaceHeaders(drawn.request.headers, [[key.name, String(value)]]);
    const request: HttpRequest = { ...drawn.request, headers };
    const purpose = (first?: { readonly made: Readonly<Record<string, unknown>> }): Purpose => ({
      expect: first === undefined ? 'valid' : 'any',
      proven: drawn.prepared.proven,
      relational: true,
      story: { kind: 'keyed', name: key.name, ...first },
    });
    const first = await caseContext.exchange(request, { operation, purpose: purpose(), quiet: true });
    if (!isSuccess(first)) return skipped('nothing was created');
    const made = caseContext.madeBy(first.exchange)?.path ?? idShown(caseContext, operation, first);
    const refusal = refusalOfReuse(operation, key, caseContext.api.description);
    if (made === undefined && refusal === undefined) return skipped('what was created has no id');
    const again = await caseContext.exchange(request, { operation, purpose: purpose(made && { made }) });
    if (again.failed || refusal === undefined) return again.end;
    const other = await anotherBody(caseContext, operation, request);
    if (other === undefined) return again.end;
    const reused: Purpose = { ...purpose({ made: {} }), story: { kind: 'key-reused', name: key.name, refusal } };
    return (await caseContext.exchange(other, { operation, purpose: reused })).end;
  };
}

/** The id in an answer, if no path leads to the created item. */
function idShown(
  caseContext: CaseContext,
  operation: Operation,
  answer: ExchangeResult,
): Readonly<Record<string, Json>> | undefined {
  const { resource } = caseContext.model.roleOf(operation);
  const id = shownId(caseContext.api, resource, entityInAnswer(caseContext, operation, answer));
  return id === undefined ? undefined : { id };
}

const REUSED =
  /\b(key|idempoten\w*)\b[^.]*\b(another|different|other|not the same|changed|mismatch\w*|reused?|re-used)\b|\b(another|different|other|reused?|mismatch\w*)\b[^.]*\b(key|idempoten\w*)\b/i;

const OTHER_KEYS = /\b(?:api|access|secret|public|private|foreign|primary)[- ]keys?\b/i;

/**
 * The documented refusal of a key that is sent with another body: named in the description of the key, of a 4xx, or of the
 * whole API.
 */
function refusalOfReuse({ responses, description = '' }: Operation, key: Parameter, general = ''): string | undefined {
  const documented = responses.find((each) => /^4/.test(each.status) && REUSED.test(each.description));
  if (documented !== undefined) return documented.status;
  const own = [key.description ?? '', description].flatMap(sentencesIn).find((each) => REUSED.test(each));
  const status = /\b4\d\d\b/.exec(own ?? '')?.[0];
  if (own !== undefined) return status;
  // Other keys have the same name: `The API key of another account is refused with 403.`
  const stated = paragraphsIn(general)
    .filter((paragraph) => /idempoten/i.test(paragraph))
    .flatMap(sentencesIn)
    .find((each) => REUSED.test(each) && !OTHER_KEYS.test(each));
  const ofAll = /\b4(?:00|09|22)\b/.exec(stated ?? '')?.[0];
  return responses.some((each) => each.status === ofAll) ? ofAll : undefined;
}

/** The same request with other values. */
async function anotherBody(
  caseContext: CaseContext,
  operation: Operation,
  request: HttpRequest,
): Promise<HttpRequest | undefined> {
  const at = `keys/${operation.id}/${caseContext.attempt}/other`;
  const drawn = await drawRequest(caseContext, operation, { at, use: 'write', optional: 'all', whole: true });
  if (typeof drawn === 'string') return undefined;
  const { body } = drawn.request;
  const [sent, next] = [sentObject(request), sentObject(drawn.request)];
  if (body.kind !== 'parsed' || request.body.kind !== 'parsed' || body.mediaType !== request.body.mediaType)
    return undefined;
  if (sent === undefined || next === undefined || jsonEquals(sent, next)) return undefined;
  const other = { ...request, body };
  return caseContext.keeps(operation, other) === true ? other : undefined;
}
