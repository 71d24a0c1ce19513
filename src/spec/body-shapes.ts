import type { Json } from '../core/index.ts';
import type { FormField, FormShape, XmlShape } from '../wire/index.ts';
import type { Api, MediaType, Schema, XmlHints } from './api.ts';
import { coercionOf } from './coercion.ts';
import { conjunctsOf, propertiesOf, typesOf } from './schema-facts.ts';

type Follows = Pick<Api, 'deref'>;

/** How values of a schema stand in XML, for wire's reader and writer. Deeper shapes are worked out when they are reached. */
export function xmlShapeOf(api: Follows, schema: Schema): XmlShape {
  const parts = conjunctsOf(api, schema);
  const each = parts.flatMap((part) => part.items ?? []);
  const items = each.length > 1 ? { allOf: each } : each[0];
  const properties = Object.entries(propertiesOf(api, schema));
  const hints: XmlHints = Object.assign({}, ...parts.map((part) => part.xml ?? {}).reverse());
  const type = typesOf(api, schema);
  return {
    ...hintsOf(hints),
    ...(type.length === 0 ? {} : { type }),
    ...(items === undefined ? {} : { items: () => xmlShapeOf(api, items) }),
    ...(properties.length === 0
      ? {}
      : {
          properties: Object.fromEntries(
            properties.map(([name, property]) => [name, () => xmlShapeOf(api, property.schema)]),
          ),
          required: properties.flatMap(([name, property]) => (property.required ? [name] : [])),
        }),
  };
}

function hintsOf(hints: XmlHints): Partial<XmlShape> {
  const { name, prefix, namespace, attribute, wrapped } = hints;
  return {
    ...(typeof name === 'string' ? { name } : {}),
    ...(typeof prefix === 'string' ? { prefix } : {}),
    ...(typeof namespace === 'string' ? { namespace } : {}),
    ...(attribute === true ? { attribute } : {}),
    ...(wrapped === true ? { wrapped } : {}),
  };
}

/** How the properties of a form or multipart body stand on the wire (OpenAPI 3.1 §4.8.15), for wire's reader and writer. */
export function formShapeOf(api: Follows, media: Pick<MediaType, 'schema' | 'encoding'>): FormShape {
  const shape: Record<string, FormField> = Object.create(null);
  for (const [name, property] of Object.entries(propertiesOf(api, media.schema ?? true))) {
    const { contentType, style, explode, allowReserved } = media.encoding[name] ?? { headers: [] };
    shape[name] = {
      shape: coercionOf(api, property.schema).shape,
      ...(contentType === undefined ? {} : { contentType }),
      ...(style === undefined ? {} : { style }),
      ...(explode === undefined ? {} : { explode }),
      ...(allowReserved === undefined ? {} : { allowReserved }),
    };
  }
  return shape;
}

/**
 * A form read as text, with the types that its schema gives. What fits no type stays text, for the validator to refuse. Where the whole form is
 * described as one text, it is `text`.
 */
export function typedForm(api: Follows, schema: Schema | undefined, value: Json, text?: string): Json {
  const types = schema === undefined ? [] : typesOf(api, schema);
  const isText = types.includes('string') && !types.includes('object') && !types.includes('array');
  return isText && text !== undefined ? text : coercionOf(api, schema).applyJson(value);
}
