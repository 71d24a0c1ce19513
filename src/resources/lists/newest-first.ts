import { type Schema, wordsOf } from '../../spec/index.ts';
import { plain } from '../model/words.ts';
import { scalarTypesOf } from '../schema/identity.ts';
import { itemShape, pointerInItem } from '../schema/item-shape.ts';
import type { Shape, Shapes } from '../schema/shape.ts';

const NEWEST =
  /\b(?:newest|latest|most recent(?:ly (?!updated|modified|changed|edited|active|used|accessed|viewed|seen|played)[a-z]+)?)\b[^.]{0,40}\bfirst\b|\bin reverse chronological order\b/i;
const CREATED = [
  'created',
  'createdat',
  'createdon',
  'datecreated',
  'creationdate',
  'creationtime',
  'createtime',
  'timestamp',
];

/**
 * Pointer of the time by which a description says that the newest items come first: that of their creation, or the date
 * that it names (`latest arrival first`).
 */
export function newestFirst(description: string, shapes: Shapes, entity: Shape): string | undefined {
  const [found] = NEWEST.exec(description) ?? [];
  if (found === undefined) return undefined;
  const shape = itemShape(shapes, entity);
  const name = newestBy(found, shapes, shape);
  return name === undefined ? undefined : pointerInItem(shapes, entity, name);
}

function newestBy(found: string, shapes: Shapes, shape: Shape): string | undefined {
  const words = ` ${wordsOf(found).join(' ')} `;
  const named = [...shape.properties].filter(
    ([name, schema]) => isMoment(shapes, schema) && words.includes(` ${wordsOf(name).join(' ')} `),
  );
  if (named.length > 0) return named.length === 1 ? named[0]?.[0] : undefined;
  return createdName(shape) ?? birthTime(shapes, shape);
}

/** Whether a schema is a date, or a point in time. */
export function isMoment(shapes: Shapes, schema: Schema): boolean {
  const { root } = shapes.of(schema);
  return typeof root === 'object' && /^date(?:-time)?$/.test(root.format ?? '');
}

/** Words for how items of some kinds begin. */
const BIRTHS =
  /^(?:added|enrolled|joined|uploaded|issued|posted|submitted|placed|opened|registered|recorded|received|booked|ordered|requested|logged|inserted|raised|reported|filed|entered|occurred|happened|written)(?:at|on|date|time)?$/;

/** The only time with a word for the beginning of an item, if each item has it. */
function birthTime(shapes: Shapes, shape: Shape): string | undefined {
  const those = [...shape.properties].filter(
    ([name, schema]) =>
      BIRTHS.test(plain(name)) && isMoment(shapes, schema) && !scalarTypesOf(shapes, schema).includes('null'),
  );
  const [name = ''] = those[0] ?? [];
  return those.length === 1 && shape.required.has(name) ? name : undefined;
}

/** Pointer of the time at which an item was created, by its name. */
export function creationTime(shape: Shape): string | undefined {
  const name = createdName(shape);
  return name === undefined ? undefined : `/${name}`;
}

/** Pointer of the time at which something was observed, else of its creation: a reading has `recorded_at`. */
export function observationTime(shape: Shape): string | undefined {
  const observed = [...shape.properties.keys()].find((name) => OBSERVED.test(plain(name)));
  return observed === undefined ? creationTime(shape) : `/${observed}`;
}

const OBSERVED = /^(?:recorded|measured|observed|sampled|captured|occurred)(?:at|on|time|date)$|^timestamp$/;

function createdName(shape: Shape): string | undefined {
  const names = [...shape.properties.keys()];
  return CREATED.flatMap((word) => names.find((each) => plain(each) === word) ?? [])[0];
}
