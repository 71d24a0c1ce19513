import type { HeaderFields, HttpResponse } from '../../core/index.ts';
import type { Entity } from '../../state/index.ts';
import { documentedAnswer } from '../answer.ts';
import { schemaAt } from '../fields.ts';
import { type Choice, chooseMedia } from '../negotiate.ts';
import { asObject } from '../object.ts';
import type { Asked, Parts } from '../parts.ts';
import type { Place } from '../place.ts';
import { enveloped, projected } from '../shown.ts';
import { entityTag, tagged } from './role.ts';

/** The documented answer that shows one entity, in the form and envelope that this operation documents. */
export function presented(
  parts: Parts,
  asked: Asked,
  place: Place,
  choice: Choice,
  entity: Entity,
  headers: HeaderFields = [],
): HttpResponse {
  const all = tagged(asked) ? [...headers, ['ETag', entityTag(entity)] as const] : headers;
  const chosen = chooseMedia(choice.spec, asked.accept);
  const schema = chosen.kind === 'media' ? chosen.media.schema : choice.spec.content[0]?.schema;
  if (schema === undefined)
    return documentedAnswer(parts, asked, choice, choice.spec.content.length === 0 ? undefined : entity.value, all);
  const at = `${place.collection}/${entity.key}/${asked.operation.id}`;
  const pointer = asked.role.responseEntity;
  if (pointer === undefined) {
    const drawn = parts.generator.value(schema, { seed: parts.options.seed, at }, { direction: 'response' });
    return documentedAnswer(parts, asked, choice, drawn.ok ? drawn.value : undefined, all);
  }
  const shape = schemaAt(parts.fieldsOf, schema, pointer) ?? place.resource.schema;
  const value = projected(parts, place, entity.key, asObject(entity.value), shape);
  return documentedAnswer(parts, asked, choice, enveloped(parts, schema, pointer, value, at), all);
}
