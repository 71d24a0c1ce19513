/**
 * resources: sees the collections, items, ids, relations, envelopes, filters and pages that hide in an Api. Sees only spec.
 * Rules stand one idea a file: `paths` sorts paths into groups, `evidence` reads what bodies show, `homes` and `views` find several paths
 * to one set of entities, the `…-drafts` give each operation its role, `listing` and `filters` read query parameters.
 * To add a rule: put it where its idea lives, say why in words (`why` is printed), label the operations it is about in `test/resources/labels`.
 */
export { describeModel, type ModelDescription } from './model/describe.ts';
export { inferResources } from './build/infer.ts';
export type * from './model/model.ts';
export { pointerTo } from './model/pointers.ts';
export { refusalOfUnknown, spokenRefusal } from './model/dangling-reference-status.ts';
export { putInto } from './model/put-in.ts';
export { isUniqueConflict } from './schema/unique.ts';
export { isWriting } from './model/write-roles.ts';
