import type { Json } from '../../core/index.ts';
import type { Example } from '../model/api.ts';
import { childOf, childrenOf, type NodeLocation } from '../model/node-location.ts';
import { isRaw, member, textOf } from '../model/raw.ts';
import type { Context } from '../schema/context.ts';

/**
 * Examples of a parameter, header or media type: `example` and `examples`. An `externalValue` is never
 * fetched.
 */
export function examplesOf(context: Context, owner: NodeLocation, read: Reader = () => undefined): readonly Example[] {
  const found: Example[] = [];
  const single = referredValue(context, childOf(owner, 'example'));
  // Parsed documents contain only JSON values.
  if (single.node !== undefined)
    found.push({ name: 'example', value: single.node as Json, pointer: context.nameOf(single) });
  const several = childOf(owner, 'examples');
  if (single.node !== undefined && isRaw(several.node))
    context.error(single, 'example-and-examples', '`example` and `examples` exclude each other; both are read');
  if (isRaw(several.node))
    for (const [name, place] of childrenOf(several)) {
      const example = exampleAt(context, name, place, read);
      if (example !== undefined) found.push(example);
    }
  return found;
}

/**
 * The value that stands for an example: that of `{ $ref }` with no other property, although references are not defined there. A
 * reference to an Example Object means its value. One that leads nowhere is a value itself.
 */
function referredValue(context: Context, place: NodeLocation): NodeLocation {
  const { node } = place;
  if (!isRaw(node) || textOf(node, '$ref') === undefined || Object.keys(node).length > 1) return place;
  const followed = context.resolver.follow(place);
  if (followed.kind !== 'found') return place;
  const value = childOf(followed.place, 'value');
  return IS_EXAMPLE.test(context.nameOf(followed.place)) && value.node !== undefined ? value : followed.place;
}

const IS_EXAMPLE = /\/examples\/[^/]+$/;

/** The value of an example that is written as text. */
type Reader = (text: string) => Json | undefined;

function exampleAt(context: Context, name: string, at: NodeLocation, read: Reader): Example | undefined {
  const place = context.object(at);
  if (place === undefined) return undefined;
  const serialized = textOf(place.node, 'serializedValue');
  const key = member(place.node, 'dataValue') === undefined ? 'value' : 'dataValue';
  const value = referredValue(context, childOf(place, key));
  if (value.node === undefined && serialized === undefined) {
    if (textOf(place.node, 'externalValue') !== undefined)
      context.warn(place, 'external-example', '`externalValue` is never fetched; the example is left out');
    return undefined;
  }
  // As above: only JSON values.
  const shown = value.node === undefined ? read(serialized ?? '') : (value.node as Json);
  if (shown === undefined) {
    context.warn(
      place,
      'serialized-example',
      'the example has only its serialized form, which cannot be read for this media type; it is left out',
    );
    return undefined;
  }
  return {
    name,
    value: shown,
    ...(serialized === undefined ? {} : { text: serialized }),
    pointer: context.nameOf(value.node === undefined ? place : value),
  };
}
