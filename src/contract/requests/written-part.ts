import type { HttpRequest, JsonObject } from '../../core/index.ts';
import { pointerTo, type ResourceModel } from '../../resources/index.ts';
import { type Api, jsonBodyOf, type Operation, propertiesOf, type Schema } from '../../spec/index.ts';
import { escapeToken, valueAt, withValueAt } from '../../wire/index.ts';
import { bodyAsObject, sentObject } from './draw-request.ts';
import { schemaInBody } from './value-places.ts';
import { withJson } from './with-value.ts';

/** An object in the body of a write whose properties are those of the item, or of an object in it. */
export interface WrittenPart {
  /** Its pointer in the body. */
  readonly sent: string;
  /** Its pointer in the item as answers show it. */
  readonly shown: string;
  readonly schema: Schema;
}

/** The object with the properties of the item: the body, the item in its envelope, or the holder in that (`Resource.holder`). */
export function itemPart(
  { api, model }: { readonly api: Api; readonly model: ResourceModel },
  operation: Operation,
): WrittenPart {
  const body = jsonBodyOf(operation)?.schema ?? true;
  const { requestEntity = '', resource, sentAs } = model.roleOf(operation);
  const schema = schemaInBody(api, body, requestEntity) ?? true;
  const { holder } = resource ?? {};
  const held = holder === undefined ? undefined : propertiesOf(api, schema)[holder];
  const shown = holder === undefined ? '' : pointerTo(holder);
  return held === undefined
    ? { sent: requestEntity, shown: sentAs ?? '', schema }
    : { sent: requestEntity + shown, shown, schema: held.schema };
}

/** The objects in a part that have several properties themselves. */
export function partsBelow(api: Api, part: WrittenPart): readonly WrittenPart[] {
  return Object.entries(propertiesOf(api, part.schema)).flatMap(([name, { schema }]) => {
    const below = `/${escapeToken(name)}`;
    return Object.keys(propertiesOf(api, schema)).length < 2
      ? []
      : [{ sent: part.sent + below, shown: part.shown + below, schema }];
  });
}

/** The properties that a request has in a part. */
export function propertiesSent(request: HttpRequest, { sent }: Pick<WrittenPart, 'sent'>): JsonObject {
  return bodyAsObject(valueAt(sentObject(request) ?? null, sent)) ?? {};
}

/** The request with these properties in a part. */
export function withPart(
  request: HttpRequest,
  { sent }: Pick<WrittenPart, 'sent'>,
  properties: JsonObject,
): HttpRequest {
  const body = withValueAt(sentObject(request) ?? {}, sent, properties);
  return withJson(request, bodyAsObject(body) ?? {});
}
