import { parsePointer } from '../../wire/index.ts';
import type { Deviation } from './deviation.ts';

export const inheritedNames: Deviation = {
  name: 'inherited-names',
  reason:
    'A property called `constructor` is there only when the message has it. Prism sees the one that every JavaScript object inherits.',
  adds: ({ pointer }) => isInherited(pointer),
  withdraws: ({ pointer, message }) => isInherited(pointer) || INHERITED.some((name) => message.includes(`'${name}'`)),
};

const INHERITED = Object.getOwnPropertyNames(Object.prototype);

function isInherited(pointer: string): boolean {
  return parsePointer(pointer)?.some((token) => INHERITED.includes(token)) === true;
}
