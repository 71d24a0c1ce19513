import type { HeaderFields, HttpResponse, Json } from '../../core/index.ts';
import type { ResponseSpec } from '../../spec/index.ts';
import type { Transaction } from '../../state/index.ts';
import { fieldValue, mediaTypeMatches, parseMediaType } from '../../wire/index.ts';
import { documentedAnswer } from '../answer/answer.ts';
import { withFields } from '../answer/headers.ts';
import { statelessAnswer } from '../answer/stateless-answer.ts';
import { answerFor, JSON_MEDIA, successOf, undocumented } from '../facts/negotiate.ts';
import type { MockContext, RequestContext } from '../model/context.ts';
import { applies, keepStanding, OVERRIDES, type Override, standingIn } from '../model/override.ts';
import type { Refusal } from '../model/refusal.ts';

/** The first override of a world that applies to a request. */
export function overrideIn(record: Json | undefined, asked: RequestContext): Override | undefined {
  if (record === undefined) return undefined;
  return standingIn(record).list.find((each) => applies(each, asked.operation, asked.request, asked.pathParams));
}

/** The first override that applies, in a transaction in which `times` is decremented. */
export function takenOverride(asked: RequestContext, tx: Transaction): Override | undefined {
  const chosen = overrideIn(tx.record(OVERRIDES), asked);
  if (chosen?.times !== undefined) spend(tx, chosen.id);
  return chosen;
}

function spend(tx: Transaction, id: string): void {
  const standing = standingIn(tx.record(OVERRIDES));
  const list = standing.list.flatMap((each) =>
    each.id !== id ? [each] : each.times === undefined || each.times <= 1 ? [] : [{ ...each, times: each.times - 1 }],
  );
  keepStanding(tx, { ...standing, list });
}

/** The answer of an override: its own body unchanged, else the documented answer for its status. */
export function overridden(
  parts: MockContext,
  asked: RequestContext,
  override: Override,
): { readonly response: HttpResponse } | Refusal {
  const headers: HeaderFields = Object.entries(override.headers ?? {});
  const status = override.status ?? successOf(asked.operation)?.status ?? 200;
  const choice = answerFor(asked.operation, status);
  if (override.body !== undefined) {
    const spec = carrying(choice?.spec ?? undocumented(asked.operation, status), fieldValue(headers, 'content-type'));
    return { response: documentedAnswer(parts, asked, { status, spec }, override.body, headers) };
  }
  if (choice === undefined && override.status !== undefined)
    return { response: { status, headers, body: { kind: 'none' } } };
  const made = statelessAnswer(parts, asked, override.status === undefined ? {} : { code: status });
  return made.kind === 'refused' ? made.refusal : { response: withFields(made.response, headers) };
}

/** The response with the media type that the override names, if it names one. */
function carrying(spec: ResponseSpec, named: string | undefined): ResponseSpec {
  if (named === undefined || parseMediaType(named) === undefined)
    return spec.content.length === 0 ? { ...spec, content: [JSON_MEDIA] } : spec;
  const documented = spec.content.find(({ mediaType }) => mediaTypeMatches(mediaType, named));
  return { ...spec, content: [{ ...(documented ?? JSON_MEDIA), mediaType: named }] };
}
