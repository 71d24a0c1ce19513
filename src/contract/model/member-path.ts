import { parsePointer } from '../../wire/index.ts';

/** The place of a member in a JSON value as people write it: `labels[0].name` for `/labels/0/name`. */
export function memberPath(pointer: string): string {
  return (parsePointer(pointer) ?? [pointer])
    .map((token, at) => (/^(\d+|\*)$/.test(token) ? `[${token}]` : `${at === 0 ? '' : '.'}${token}`))
    .join('');
}
