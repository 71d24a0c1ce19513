import type { Json } from '../../../core/index.ts';
import { mediaTypeFor } from '../../../spec/index.ts';
import { jsonEquals, parsePointer, valueAt } from '../../../wire/index.ts';
import { type Check, defineCheck, type FindingDraft } from '../../model/check.ts';
import type { Exchange } from '../../model/exchange.ts';
import { sentItem } from '../../requests/draw-request.ts';
import { entity } from '../../responses/entity-diff.ts';
import { inAnswer } from '../../responses/rule-words.ts';
import {
  listedAt,
  type WriteOnlyPlace,
  writeOnlyPlaces,
  writeOnlyPlacesOf,
} from '../../responses/write-only-places.ts';

export const schemaWriteOnlyLeaked: Check = defineCheck({
  id: 'schema.write-only-leaked',
  tier: 1,
  severity: 'error',
  about: 'service',
  layer: 'schema',
  question: 'Are write-only properties absent from answers?',
  guard:
    'Properties that the schema of the answer marks writeOnly and the answer contains. If only the schema of the request marks them: those that a 2xx, or the read after a write, shows with the value that was sent, unless the schema of the answer lists them by name.',
  judge(exchange) {
    const marked = exchange
      .violations()
      .filter(({ code }) => code === 'response.write-only')
      .map((violation) => ({
        ...(violation.rule === undefined ? {} : { pointer: violation.rule }),
        messagePointer: violation.pointer,
        keyword: 'writeOnly',
        expected: 'the property left out',
        actual: 'the property there',
        message: inAnswer(exchange, violation.message),
      }));
    return marked.length > 0 ? marked : echoDrafts(exchange);
  },
});

/**
 * Properties that only the request marks, shown as they were sent. Where the answer's own schema lists a
 * property, it speaks for the answer: a key that is shown once, when it is made, is documented like that.
 */
function echoDrafts(exchange: Exchange): readonly FindingDraft[] {
  const { api, model, operation, purpose, response, documented } = exchange;
  const { story } = purpose;
  if (operation === undefined || response.status > 299 || response.body.kind !== 'parsed') return [];
  const role = model.roleOf(operation);
  const isRead = story.kind === 'after-create' || story.kind === 'after-update';
  const places = isRead
    ? role.resource && writeOnlyPlacesOf(api, model, role.resource)
    : writeOnlyPlaces(api, model, operation);
  if (places === undefined || places.length === 0) return [];
  const sent = isRead ? story.sent : sentItem(exchange, operation, exchange.request);
  const item = entity(exchange);
  if (sent === undefined || item === undefined) return [];
  const schema = mediaTypeFor(documented?.content ?? [], response.body.mediaType)?.schema;
  const above = role.responseEntity ?? '';
  const leaked = places.filter(({ place }) => {
    const value = valueAt(item, place);
    const isSame = value !== undefined && !isEmpty(value) && jsonEquals(value, valueAt(sent, place) ?? null);
    return isSame && (schema === undefined || listedAt(api, schema, `${above}${place}`).length === 0);
  });
  return [...new Map(leaked.map((each) => [each.place, leak(exchange, above, each)])).values()];
}

const isEmpty = (value: Json): boolean => value === null || value === '';

function leak(exchange: Exchange, above: string, { place, schema }: WriteOnlyPlace): FindingDraft {
  const pointer = exchange.api.pointerOf(schema);
  const name = parsePointer(place)?.join('.') ?? place;
  return {
    ...(pointer === undefined ? {} : { pointer }),
    messagePointer: `/body${above}${place}`,
    keyword: 'writeOnly',
    expected: 'the property left out',
    actual: 'the value that was sent',
    message: `\`${name}\` is write-only in the request, and the answer ${exchange.response.status} shows the value that was sent.`,
  };
}
