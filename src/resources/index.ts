/**
 * resources: sees the collections, items, ids, relations, envelopes, filters and pages that hide in an Api. Sees only spec.
 * Rules stand one idea a file: `paths` sorts paths into groups, `evidence` reads what bodies show, `homes` and `views` find several paths
 * to one set of entities, the `…-drafts` give each operation its role, `listing` and `filters` read query parameters.
 * To add a rule: put it where its idea lives, say why in words (`why` is printed), label the operations it is about in `test/resources/labels`.
 */
export { describeModel, type ModelDescription } from './describe.ts';
export { inferResources } from './infer.ts';
export type * from './model.ts';
export { pointerTo } from './pointers.ts';
export { refusalOfUnknown, spokenRefusal } from './promises.ts';
export { putInto } from './put-in.ts';
export { isUniqueConflict } from './unique.ts';
export { isWriting } from './writing.ts';
