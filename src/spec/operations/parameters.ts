import type { ParameterLocation, ParameterStyle } from '../../wire/index.ts';
import type { Parameter } from '../model/api.ts';
import { childOf, childrenOf, type NodeLocation } from '../model/node-location.ts';
import { marksOf, pathTemplateOf } from '../model/path-marks.ts';
import { extensionsOf, member, textOf } from '../model/raw.ts';
import { explodesByDefault, isStyle, STYLES_OF, styleOfCollection } from '../model/styles.ts';
import { swaggerSchemaOf } from '../model/swagger.ts';
import { templateNames } from '../model/templates.ts';
import type { Context } from '../schema/context.ts';
import { contentOf } from './content.ts';
import { examplesOf } from './examples.ts';

/** Parameter Objects of an operation with those of its path, which it overrides by name and location (OpenAPI 3.1 §4.8.10.1). */
export function parameterPlaces(
  context: Context,
  pathItem: NodeLocation,
  operation: NodeLocation,
): readonly NodeLocation[] {
  const merged = new Map<string, NodeLocation>();
  for (const owner of [pathItem, operation]) {
    const list = childOf(owner, 'parameters');
    if (list.node !== undefined && !Array.isArray(list.node))
      context.error(list, 'invalid-object', '`parameters` must be a list; it is left out');
    const here = new Set<string>();
    for (const [, at] of Array.isArray(list.node) ? childrenOf(list) : []) {
      const place = context.object(at);
      if (place === undefined) continue;
      const key = keyOf(place);
      if (here.has(key)) context.error(at, 'duplicate-parameter', `${key.trim()} stands twice; the last one counts`);
      here.add(key);
      merged.set(key, place);
    }
  }
  return [...merged.values()];
}

function keyOf({ node }: NodeLocation): string {
  const location = textOf(node, 'in') ?? '';
  const name = textOf(node, 'name') ?? '';
  return `${location} ${location === 'header' ? name.toLowerCase() : name}`;
}

/**
 * Header parameters without effect (OpenAPI 3.1 §4.8.12.1): content, responses and security describe these
 * fields.
 */
const IGNORED_HEADERS = new Set(['accept', 'content-type', 'authorization']);
/** Fields that HTTP clients set themselves (RFC 9110 §7.2, §7.6.1, §8.6; RFC 9112 §6.1), so that no request can leave them out. */
const SET_BY_CLIENTS = new Set(['content-length', 'host', 'connection', 'transfer-encoding']);

/** The parameters of an operation that are not part of its body. */
export function readParameters(
  context: Context,
  places: readonly NodeLocation[],
  path: string,
  operation: NodeLocation,
): readonly Parameter[] {
  const parameters = places.flatMap((place) => inItsPlace(path, parameterAt(context, place)));
  const wanted = new Set(templateNames(pathTemplateOf(path)));
  const kept = parameters.filter((each) => {
    if (each.in !== 'path' || wanted.has(each.name)) return true;
    context.error(
      operation,
      'unused-path-parameter',
      `path parameter ${each.name} stands nowhere in ${path}; it is left out`,
    );
    return false;
  });
  for (const name of wanted) {
    if (kept.some((each) => each.in === 'path' && each.name === name)) continue;
    context.error(
      operation,
      'undeclared-path-parameter',
      `{${name}} of ${path} is not a declared parameter; any string fits`,
    );
    kept.push(undeclaredParameter(context, name, operation));
  }
  return kept;
}

/** `{page}` of `/rides?page={page}` is a query parameter, even if the document says otherwise. */
function inItsPlace(path: string, parameter: Parameter | undefined): readonly Parameter[] {
  if (parameter?.in !== 'path' || path.includes('?') === false) return parameter === undefined ? [] : [parameter];
  if (templateNames(pathTemplateOf(path)).includes(parameter.name)) return [parameter];
  const mark = marksOf(path).find((each) => each.parameter === parameter.name && each.inQuery);
  return [mark === undefined ? parameter : { ...parameter, name: mark.name, in: 'query', style: 'form' }];
}

function parameterAt(context: Context, place: NodeLocation): Parameter | undefined {
  return context.read('parameter', place, () => readParameter(context, place));
}

function readParameter(context: Context, place: NodeLocation): Parameter | undefined {
  const name = textOf(place.node, 'name');
  const location = locationOf(place);
  const raw = textOf(place.node, 'in');
  if (context.dialect === '2.0' && (raw === 'body' || raw === 'formData')) return undefined;
  if (name === undefined || location === undefined) {
    context.error(place, 'invalid-parameter', 'a parameter needs a `name` and a known `in`; it is left out');
    return undefined;
  }
  if (location === 'header' && context.dialect !== '2.0' && IGNORED_HEADERS.has(name.toLowerCase())) {
    context.warn(place, 'ignored-header-parameter', `a header parameter ${name} is ignored (OpenAPI 3.1 §4.8.12.1)`);
    return undefined;
  }
  if (location === 'header' && SET_BY_CLIENTS.has(name.toLowerCase())) {
    context.warn(place, 'ignored-header-parameter', `a header parameter ${name} is ignored: HTTP clients set it`);
    return undefined;
  }
  return {
    name,
    in: location,
    required: requiredOf(context, place, location),
    ...layoutOf(context, place, location),
    allowReserved: member(place.node, 'allowReserved') === true,
    allowEmptyValue: member(place.node, 'allowEmptyValue') === true,
    ...describedValue(context, place),
    examples: context.dialect === '2.0' ? [] : examplesOf(context, place),
    lifecycle: context.lifecycle(place),
    pointer: context.nameOf(place),
    ...descriptionOf(place),
    extensions: extensionsOf(place.node),
  };
}

function locationOf({ node }: NodeLocation): ParameterLocation | undefined {
  const location = textOf(node, 'in');
  return location !== undefined && Object.hasOwn(STYLES_OF, location) ? (location as ParameterLocation) : undefined;
}

function requiredOf(context: Context, place: NodeLocation, location: ParameterLocation): boolean {
  const required = member(place.node, 'required') === true;
  if (location !== 'path' || required) return required;
  context.error(
    place,
    'optional-path-parameter',
    'a path parameter must say `required: true`; it is required all the same',
  );
  return true;
}

function layoutOf(
  context: Context,
  place: NodeLocation,
  location: ParameterLocation,
): Pick<Parameter, 'style' | 'explode' | 'inner'> {
  const { node } = place;
  if (context.dialect === '2.0') return styleOfCollection(node, location);
  const statedStyle = member(node, 'style');
  const allowed: readonly ParameterStyle[] = STYLES_OF[location];
  const style = isStyle(statedStyle) && allowed.includes(statedStyle) ? statedStyle : STYLES_OF[location][0];
  if (statedStyle !== undefined && statedStyle !== style)
    context.error(
      childOf(place, 'style'),
      'invalid-style',
      `style ${JSON.stringify(statedStyle)} does not exist in ${location}; ${style} is taken`,
    );
  const explode = member(node, 'explode');
  return { style, explode: typeof explode === 'boolean' ? explode : explodesByDefault(style) };
}

function describedValue(context: Context, place: NodeLocation): Pick<Parameter, 'schema' | 'content'> {
  if (context.dialect === '2.0') return { schema: context.converter.schemaAt(swaggerSchemaOf(place)) };
  const content = contentOf(context, place);
  if (content.length > 1)
    context.error(childOf(place, 'content'), 'invalid-content', 'must have exactly one media type; the first is used');
  const [first] = content;
  if (first !== undefined) return { content: first };
  const schema = childOf(place, 'schema');
  return schema.node === undefined ? {} : { schema: context.converter.schemaAt(schema) };
}

function descriptionOf({ node }: NodeLocation): { readonly description?: string } {
  const description = textOf(node, 'description');
  return description === undefined ? {} : { description };
}

function undeclaredParameter(context: Context, name: string, operation: NodeLocation): Parameter {
  return {
    name,
    in: 'path',
    required: true,
    style: 'simple',
    explode: false,
    allowReserved: false,
    allowEmptyValue: false,
    schema: { type: 'string' },
    examples: [],
    lifecycle: { deprecated: false },
    pointer: context.nameOf(operation),
    extensions: {},
  };
}
