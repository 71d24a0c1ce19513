import type { HttpResponse } from '../../core/index.ts';
import {
  type Api,
  mediaTypeFor,
  type Operation,
  type ResponseSpec,
  responseFor,
  type Schema,
} from '../../spec/index.ts';
import type { ExpectedResponse } from '../../traffic/index.ts';
import { fieldValue, isJson, parsePointer } from '../../wire/index.ts';
import { schemaPlace } from '../schema/schema-ways.ts';
import { placesIn, withoutIndex } from '../schema/value-places.ts';
import { type AnswerTools, placesRead, unservable } from './expected-answer.ts';
import type { UseBreach } from './use-breach.ts';

const undocumentedBreach = (at: string, what: string, certain: boolean): UseBreach => ({
  at,
  code: 'response.undocumented',
  message: `The document no longer promises ${what}.`,
  certain,
  calls: 1,
});

/**
 * What a document does not promise of a recorded answer. The recording does not say which parts the client
 * read.
 */
export function answerBreaches(
  api: Api,
  operation: Operation,
  { status, headers, body }: HttpResponse,
): readonly UseBreach[] {
  const at = `/response/${status}`;
  const spec = responseFor(operation, status);
  if (spec === undefined) return [undocumentedBreach(at, `status ${status}`, false)];
  if (body.kind !== 'parsed' || !isJson(body.mediaType)) return [];
  const found = schemaFor(spec, fieldValue(headers, 'content-type') ?? body.mediaType);
  if (found.kind === 'refused') return [undocumentedBreach(`${at}/body`, `content of ${body.mediaType}`, false)];
  if (found.schema === undefined) return [];
  return undocumentedPlaces(api, found.schema, [...placesIn(body.value).keys()], { at, certain: false });
}

type ContentSchema =
  | { readonly kind: 'refused' }
  | { readonly kind: 'documented'; readonly schema: Schema | undefined };

/** A response without documented content promises nothing about its body. */
function schemaFor({ content }: ResponseSpec, mediaType: string): ContentSchema {
  if (content.length === 0) return { kind: 'documented', schema: undefined };
  const media = mediaTypeFor(content, mediaType);
  return media === undefined ? { kind: 'refused' } : { kind: 'documented', schema: media.schema };
}

/** Places that no alternative of a schema names; of nested ones only the outermost. */
function undocumentedPlaces(
  api: Api,
  schema: Schema,
  places: readonly string[],
  { at, certain }: { readonly at: string; readonly certain: boolean },
): readonly UseBreach[] {
  const lost = places.filter((place) => schemaPlace(api, schema, parsePointer(place) ?? []).kind !== 'documented');
  return lost
    .filter((place) => !lost.some((outer) => place.startsWith(`${outer}/`)))
    .map((place) => undocumentedBreach(`${at}/body${place}`, place, certain));
}

/** Header fields that belong to HTTP itself. */
const HTTP_FIELDS =
  /^(content-(type|length|encoding|language)|date|server|vary|connection|cache-control|transfer-encoding|access-control-.*)$/i;

/**
 * What a document does not serve of the parts that a consumer reads: status, header fields, media type, and
 * properties of the body.
 */
export function expectationBreaches(
  api: Api,
  operation: Operation,
  expected: ExpectedResponse,
  tools: AnswerTools,
): readonly UseBreach[] {
  const status = statusOf(operation, expected);
  const at = `/response/${expected.status}`;
  const spec = status === undefined ? undefined : responseFor(operation, status);
  if (spec === undefined) return [undocumentedBreach(at, `status ${expected.status}`, true)];
  const headers = expected.headers
    .filter(([name]) => !HTTP_FIELDS.test(name))
    .filter(([name]) => !spec.headers.some((each) => each.name.toLowerCase() === name.toLowerCase()))
    .map(([name]) => undocumentedBreach(`${at}/header/${name.toLowerCase()}`, `the header field ${name}`, true));
  if (expected.body === undefined) return headers;
  const mediaType = expected.mediaType ?? 'application/json';
  if (!isJson(mediaType)) return headers;
  if (spec.content.length === 0) return [...headers, undocumentedBreach(`${at}/body`, 'a body', true)];
  const found = schemaFor(spec, mediaType);
  if (found.kind === 'refused') return [...headers, undocumentedBreach(`${at}/body`, `content of ${mediaType}`, true)];
  if (found.schema === undefined) return headers;
  const lost = undocumentedPlaces(api, found.schema, placesRead(expected), { at, certain: true });
  const broken = unservable(found.schema, expected, tools)
    .map(
      ({ pointer, keyword, rule, message }): UseBreach => ({
        at: `${at}/body${withoutIndex(pointer.replace(/^\/body(?=\/|$)/, ''))}`,
        code: 'response.unservable',
        ...(keyword === undefined ? {} : { keyword }),
        ...(rule === undefined ? {} : { rule }),
        message: `No documented answer is what the client expects: ${message}`,
        certain: true,
        calls: 1,
      }),
    )
    .filter((breach) => !lost.some((place) => breach.at === place.at));
  return [...headers, ...lost, ...broken];
}

/** The expected status, or one of its class. */
function statusOf({ responses }: Operation, { status, statusClass }: ExpectedResponse): number | undefined {
  if (statusClass === undefined) return status;
  const documented = responses.find(({ status: each }) => each.startsWith(String(statusClass)));
  return documented === undefined ? status : Number(documented.status.replace(/XX$/i, '00'));
}
