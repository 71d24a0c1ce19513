import type { HttpRequest, JsonObject } from '../../../../core/index.ts';
import { type Api, jsonBodyOf, type Operation, propertiesOf, type Schema } from '../../../../spec/index.ts';
import { escapeToken, valueAt, withValueAt } from '../../../../wire/index.ts';
import { bodyAsObject, sentObject } from '../../../requests/draw-request.ts';
import { schemaInBody } from '../../../requests/value-places.ts';
import { withJson } from '../../../requests/with-value.ts';
import type { PlanContext } from '../../planner.ts';

/** An object in the body of a write whose properties are those of the item, or of an object in it. */
export interface WrittenPart {
  /** Its pointer in the body. */
  readonly sent: string;
  /** Its pointer in the item as answers show it. */
  readonly shown: string;
  readonly schema: Schema;
}

/** What JSON:API has beside the `attributes` of an item. */
const BESIDE_ATTRIBUTES = new Set(['type', 'id', 'lid', 'relationships', 'links', 'meta']);

/** The object with the properties of the item: the body, the item in its envelope, or the `attributes` of that. */
export function itemPart({ api, model }: Pick<PlanContext, 'api' | 'model'>, operation: Operation): WrittenPart {
  const body = jsonBodyOf(operation)?.schema ?? true;
  const { requestEntity = '' } = model.roleOf(operation);
  const schema = schemaInBody(api, body, requestEntity) ?? true;
  const { attributes, ...rest } = propertiesOf(api, schema);
  const isHeld = attributes !== undefined && Object.keys(rest).every((name) => BESIDE_ATTRIBUTES.has(name));
  return isHeld
    ? { sent: `${requestEntity}/attributes`, shown: '/attributes', schema: attributes.schema }
    : { sent: requestEntity, shown: '', schema };
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
export function propertiesSent(request: HttpRequest, { sent }: WrittenPart): JsonObject {
  return bodyAsObject(valueAt(sentObject(request) ?? null, sent)) ?? {};
}

/** The request with these properties in a part. */
export function withPart(request: HttpRequest, { sent }: WrittenPart, properties: JsonObject): HttpRequest {
  const body = withValueAt(sentObject(request) ?? {}, sent, properties);
  return withJson(request, bodyAsObject(body) ?? {});
}
