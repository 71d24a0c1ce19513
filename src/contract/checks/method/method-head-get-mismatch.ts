import type { HttpRequest, HttpResponse } from '../../../core/index.ts';
import { type Api, responseFor } from '../../../spec/index.ts';
import { fieldValue } from '../../../wire/index.ts';
import { type Check, defineCheck } from '../../model/check.ts';

export const methodHeadGetMismatch: Check = defineCheck({
  id: 'method.head-get-mismatch',
  tier: 1,
  severity: 'error',
  about: 'service',
  layer: 'purpose',
  stories: ['head'],
  question: 'Does HEAD have the same status and header fields as GET?',
  guard:
    '405 and 501 are allowed, and so is a success that the document has for HEAD alone. 503 says nothing about HEAD. Fields that depend on the content may be missing (RFC 9110 §9.3.2), but not required fields, and neither an entity tag nor a length that two GETs agree on may differ. A suffix for a content coding does not count.',
  judge({ purpose: { story }, response, request, api }) {
    if (story.kind !== 'head' || [405, 501, 503].includes(response.status)) return [];
    const type = fieldValue(response.headers, 'content-type');
    const typeOfGet = fieldValue(story.get.headers, 'content-type');
    const sameStatus = response.status === story.get.status;
    const lost = sameStatus
      ? promisedBy(api, request, response.status).filter((name) => isLost(name, story.get, response))
      : [];
    if (lost[0] !== undefined)
      return [
        {
          keyword: `header ${lost[0]}`,
          expected: `${lost.join(', ')} as GET has it, which the document requires`,
          actual: `no ${lost.join(', ')}`,
          message: `HEAD ${story.path} lacks ${lost.join(', ')}, which GET has and the document requires.`,
        },
      ];
    const [tag, tagOfGet] = [plainTag(fieldValue(response.headers, 'etag')), plainTag(story.etag)];
    if (sameStatus && tag !== undefined && tagOfGet !== undefined && tag !== tagOfGet)
      return [
        {
          keyword: 'etag',
          expected: `ETag: ${story.etag}`,
          actual: `ETag: ${fieldValue(response.headers, 'etag')}`,
          message: `HEAD ${story.path} has another ETag than GET, for the same content: a client that uses HEAD to detect changes is misled.`,
        },
      ];
    const length = fieldValue(response.headers, 'content-length');
    if (sameStatus && length !== undefined && story.length !== undefined && length !== story.length)
      return [
        {
          keyword: 'content-length',
          expected: `Content-Length: ${story.length}, or none (RFC 9110 §8.6)`,
          actual: `Content-Length: ${length}`,
          message: `HEAD ${story.path} says that the content has ${length} bytes; GET gives ${story.length}.`,
        },
      ];
    if (sameStatus && (type === undefined || typeOfGet === undefined || type === typeOfGet)) return [];
    const [expected, actual] = sameStatus
      ? [typeOfGet ?? '', type ?? '']
      : [String(story.get.status), String(response.status)];
    return [
      {
        keyword: sameStatus ? 'content-type' : 'status',
        expected,
        actual,
        message: `HEAD ${story.path} answers with ${actual}, and GET with ${expected}.`,
      },
    ];
  },
});

/** The entity tag without `W/` and without the suffix that servers add when they compress. */
function plainTag(etag: string | undefined): string | undefined {
  return etag?.replace(/^W\//, '').replace(/[-;](gzip|br|deflate|zstd)"$/, '"');
}

/** Header fields that every documented answer to GET requires. */
function promisedBy(api: Api, { path }: HttpRequest, status: number): readonly string[] {
  const match = api.match({ method: 'GET', path });
  const documented = match.kind === 'found' ? responseFor(match.operation, status) : undefined;
  return (documented?.headers ?? []).filter(({ required }) => required).map(({ name }) => name);
}

function isLost(name: string, get: HttpResponse, head: HttpResponse): boolean {
  return fieldValue(get.headers, name) !== undefined && fieldValue(head.headers, name) === undefined;
}
