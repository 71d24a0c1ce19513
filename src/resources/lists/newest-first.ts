import { plain } from '../model/words.ts';
import type { Shape } from '../schema/shape.ts';

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

/** Pointer of the time of creation, if the description says that the newest items come first. */
export function newestFirst(description: string, shape: Shape): string | undefined {
  return NEWEST.test(description) ? creationTime(shape) : undefined;
}

/** Pointer of the time at which an item was created, by its name. */
export function creationTime(shape: Shape): string | undefined {
  const names = [...shape.properties.keys()];
  const name = CREATED.flatMap((word) => names.find((each) => plain(each) === word) ?? [])[0];
  return name === undefined ? undefined : `/${name}`;
}
