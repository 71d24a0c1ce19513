import type { Operation } from '../../spec/index.ts';
import type { ListDetails } from '../model/model.ts';
import { child } from '../model/pointers.ts';
import { plain } from '../model/words.ts';
import { answerSchemas } from '../schema/bodies.ts';
import { scalarTypesOf } from '../schema/identity.ts';
import { propertySchemaAt, type Shapes } from '../schema/shape.ts';

const PLACES = ['limit', 'offset', 'page'] as const;

/**
 * A list whose envelope repeats the place of the page under the names of its parameters: `{ results, length }` of `?length=2`. A number of that name stands
 * beside the list or beside another field of the envelope.
 */
export function withRepeatedPage(shapes: Shapes, operation: Operation, list: ListDetails): ListDetails {
  const [schema] = answerSchemas(operation);
  const whole = shapes.maybe(schema);
  const known = Object.values(list.envelope);
  if (whole?.kind !== 'object') return list;
  const parts = new Set(['', ...[list.items, ...known].map((pointer) => pointer.slice(0, pointer.lastIndexOf('/')))]);
  const found = PLACES.flatMap((place) => {
    const parameter = list.page[place];
    if (parameter === undefined || list.envelope[place] !== undefined) return [];
    for (const at of parts) {
      const part = at === '' ? whole : shapes.maybe(propertySchemaAt(shapes, whole, at));
      const [name, property] = part?.spelled(plain(parameter))[0] ?? [];
      if (name === undefined || property === undefined || known.includes(child(at, name))) continue;
      const isNumber = scalarTypesOf(shapes, property).some((type) => type === 'integer' || type === 'number');
      if (isNumber) return [[place, child(at, name)] as const];
    }
    return [];
  });
  return found.length === 0 ? list : { ...list, envelope: { ...list.envelope, ...Object.fromEntries(found) } };
}
