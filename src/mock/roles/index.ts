import type { RoleKind } from '../../resources/index.ts';
import { act } from './action.ts';
import { create } from './create.ts';
import { deleteResource } from './delete.ts';
import { createList, type PageCache, withNumbersBelow } from './list.ts';
import { changeNamed, patch } from './patch.ts';
import { createRead, forEachId, type ReadCache } from './read.ts';
import { replace } from './replace.ts';
import type { RoleAnswer } from './role.ts';

/**
 * The implementation of each role. `keepsPages`: the version of a collection is known without a round trip.
 * `action` and `none` get the documented answer once their item is known to exist.
 */
export function createRoles(keepsPages: boolean): Partial<Record<RoleKind, RoleAnswer>> {
  const read: ReadCache = new WeakMap();
  const pages: PageCache = new WeakMap();
  const list = createList(keepsPages ? pages : undefined);
  return {
    list,
    create: (call) => changeNamed(call) ?? create(call),
    read: withNumbersBelow(forEachId(createRead(read))),
    replace,
    patch,
    delete: forEachId(deleteResource),
    action: (call) => (call.context.role.lists === undefined ? act : list)(call),
    none: withNumbersBelow(act),
  };
}

export { contentAnswer } from './content.ts';
export { expansionsIn, shapeAnswer } from './expand.ts';
export { keptFile } from './files.ts';
export { itemConflict, placeIn, type RoleOutcome } from './role.ts';
export { callerAnswer, signInAnswer, signInPlace, signUpConflict, wrongPassword } from './session.ts';
