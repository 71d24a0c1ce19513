import { parsePointer } from '../../wire/index.ts';

/** The place of a request as people write it, without the part of the request: `lines[0].id` for `/body/lines/0/id`. */
export function namedPlace(pointer: string): string {
  const [, part, inside] = /^\/(body|query|path|header|cookie)(\/.*)?$/.exec(pointer) ?? [];
  return inside === undefined ? (part ?? pointer) : memberPath(inside);
}

/** The place of a member in a JSON value as people write it: `labels[0].name` for `/labels/0/name`. */
export function memberPath(pointer: string): string {
  return (parsePointer(pointer) ?? [pointer])
    .map((token, at) => (/^(\d+|\*)$/.test(token) ? `[${token}]` : `${at === 0 ? '' : '.'}${token}`))
    .join('');
}
