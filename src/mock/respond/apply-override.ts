import type { HeaderFields, HttpResponse, Json } from '../../core/index.ts';
import type { ResponseSpec } from '../../spec/index.ts';
import type { Transaction } from '../../state/index.ts';
import { fieldValue, mediaTypeMatches, parseMediaType } from '../../wire/index.ts';
import { documentedAnswer } from '../answer/answer.ts';
import { hasField, withFields } from '../answer/headers.ts';
import { statelessAnswer } from '../answer/stateless-answer.ts';
import { answerFor, JSON_MEDIA, successOf, undocumentedResponse } from '../facts/negotiate.ts';
import type { MockContext, RequestContext } from '../model/context.ts';
import { applies, isDrawn, OVERRIDES, type Override, overridesIn, storeOverrides } from '../model/override.ts';
import type { Refusal } from '../model/refusal.ts';

/** The first override of a world that applies to a request. Those with a `share` are left out once the request was drawn. */
export function overrideIn(record: Json | undefined, context: RequestContext): Override | undefined {
  if (record === undefined) return undefined;
  return overridesIn(record).list.find((each) => fits(each, context));
}

/** Whether an override applies to a request, is not left out, and was not used for it already. */
function fits(override: Override, { operation, request, pathParams, isDrawn, used }: RequestContext): boolean {
  if (isDrawn === true && override.share !== undefined) return false;
  return used?.includes(override.id) !== true && applies(override, operation, request, pathParams);
}

/** The first override that answers, in a transaction in which `times` is decremented and each `share` counts the request. */
export function takenOverride(context: RequestContext, tx: Transaction, seed: number): Override | undefined {
  const stored = overridesIn(tx.record(OVERRIDES));
  let chosen: Override | undefined;
  let isChanged = false;
  const list: Override[] = [];
  for (const each of stored.list) {
    const isMet = chosen === undefined && fits(each, context);
    if (isMet && (each.share === undefined || isDrawn(each, seed))) chosen = each;
    const after = isMet ? countDown(each, chosen === each) : each;
    if (after !== undefined) list.push(after);
    if (after !== each) isChanged = true;
  }
  if (isChanged) storeOverrides(tx, { ...stored, list });
  return chosen;
}

/** An override after a matching request; `undefined` if it is used up. */
function countDown(override: Override, answers: boolean): Override | undefined {
  const { times, share, draws = 0 } = override;
  if (answers && times !== undefined && times <= 1) return undefined;
  if (share === undefined && (times === undefined || !answers)) return override;
  return {
    ...override,
    ...(share === undefined ? {} : { draws: draws + 1 }),
    ...(times === undefined || !answers ? {} : { times: times - 1 }),
  };
}

/** Whether an override leaves the answer as it is, but for further fields and a delay. */
export function onlyAdds({ status, body, fault }: Override): boolean {
  return status === undefined && body === undefined && fault === undefined;
}

/** The answer with the fields of an override, which replace those of the same names. */
export function withOverrideFields(response: HttpResponse, { headers = {} }: Override): HttpResponse {
  const set: HeaderFields = Object.entries(headers);
  if (set.length === 0) return response;
  return { ...response, headers: [...response.headers.filter(([name]) => !hasField(set, name)), ...set] };
}

/** The answer of an override: its own body unchanged, else the documented answer for its status. */
export function overrideAnswer(
  mock: MockContext,
  context: RequestContext,
  override: Override,
): { readonly response: HttpResponse } | Refusal {
  const headers: HeaderFields = Object.entries(override.headers ?? {});
  const status = override.status ?? successOf(context.operation)?.status ?? 200;
  const choice = answerFor(context.operation, status);
  if (override.body !== undefined) {
    const spec = withMediaType(
      choice?.spec ?? undocumentedResponse(context.operation, status),
      fieldValue(headers, 'content-type'),
    );
    return { response: documentedAnswer(mock, context, { status, spec }, { value: override.body, headers }) };
  }
  if (choice === undefined && override.status !== undefined)
    return { response: { status, headers, body: { kind: 'none' } } };
  const made = statelessAnswer(mock, context, override.status === undefined ? {} : { code: status });
  return made.kind === 'refused' ? made.refusal : { response: withFields(made.response, headers) };
}

/** The response with the media type that the override names, if it names one. */
function withMediaType(spec: ResponseSpec, named: string | undefined): ResponseSpec {
  if (named === undefined || parseMediaType(named) === undefined)
    return spec.content.length === 0 ? { ...spec, content: [JSON_MEDIA] } : spec;
  const documented = spec.content.find(({ mediaType }) => mediaTypeMatches(mediaType, named));
  return { ...spec, content: [{ ...(documented ?? JSON_MEDIA), mediaType: named }] };
}
