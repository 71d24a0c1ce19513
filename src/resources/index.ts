/**
 * resources: infers the collections, items, ids, relations, envelopes, filters and pages of an Api. Sees only spec.
 *
 * layers: model < schema < lists < evidence < drafts < actions < build < totals
 * - model: the resource model, and words and paths it is made of.
 * - schema: what schemas say of identity, patches and uniqueness.
 * - lists: envelopes, filters and pages of lists.
 * - evidence: what bodies show of entities, and which paths lead to the same ones.
 * - drafts: a role for each operation, from the evidence.
 * - actions: operations that are more than create, read, update, delete and list.
 * - build: the model, put together from drafts and relations.
 * - totals: numbers of a record that follow from other records.
 *
 * To add a rule: put it where its idea lives, give its reason in words (`inspect --why` prints it), label the operations it is about in
 * `test/resources/labels`.
 */

export { deletesItem } from './actions/about-item.ts';
export { isRangeEnd } from './actions/call-names.ts';
export { goneResponse, undeletes } from './actions/deleted-items.ts';
export { emptiedBelow, type ItemContents } from './actions/item-contents.ts';
export { resourceNamesIn } from './actions/resource-names.ts';
export { servedApi } from './actions/served-api.ts';
export { documentedOperations, withStandIns } from './actions/stand-in-api.ts';
export { type CallForm, documentedCall, isStandIn, type StandIn, standInsOf } from './actions/stand-ins.ts';
export type { ShownForm } from './actions/supposed-answers.ts';
export { inferResources } from './build/infer.ts';
export { type SupposedModel, supposeModel } from './build/supposed-model.ts';
export { rangeBound } from './lists/filters.ts';
export { isProjection } from './lists/projection.ts';
export { EXTENSIONS } from './model/corrections.ts';
export { counterPropertyOf, isCounterName } from './model/counters.ts';
export { refusalOfUnknown, spokenRefusal } from './model/dangling-reference-status.ts';
export { describeModel, type ModelDescription } from './model/describe.ts';
export {
  existingNouns,
  namesExisting,
  nounsRequiredBy,
  refusalOfValues,
  refusesWhileReferred,
} from './model/existing-references.ts';
export { type ItemProperty, itemProperties } from './model/item-properties.ts';
export { type JobStates, jobStatesOf } from './model/job-states.ts';
export { withoutMixedVersions } from './model/mixed-versions.ts';
export type * from './model/model.ts';
export { indexOperations } from './model/operation-index.ts';
export { isPathBelow } from './model/paths.ts';
export { idInItems, idPlace, pointerTo } from './model/pointers.ts';
export { isKeyOfClients, putInto, saysAddOrUpdate } from './model/put-in.ts';
export { type ReadOnlyState, readOnlyStates } from './model/read-only-states.ts';
export { type ReferenceRule, referenceRule } from './model/reference-states.ts';
export {
  isAuthorName,
  isCreationName,
  isLastChangeName,
  isRefusedIn,
  isStateName,
  type NamedState,
  plainWords,
  ruleOfExample,
  ruleOfText,
  type StateRule,
  stateRule,
} from './model/state-words.ts';
export { documentedStates, effectOn, type ItemStates, stateFrom } from './model/states.ts';
export { clusterKey, namesOneKind, propertyCalled } from './model/words.ts';
export { isWriting } from './model/write-roles.ts';
export { answersWithoutForm } from './schema/bodies.ts';
export {
  CASELESS,
  caselessByApi,
  duplicateRefusal,
  isLimitedUnique,
  isUniqueConflict,
  textsOfDuplicates,
} from './schema/unique.ts';
export { type Movement, movementsOf } from './totals/movements.ts';
export { type RecordTotal, recordTotals, shareOf, totalsOver } from './totals/record-totals.ts';
export { supposedMovementsOf } from './totals/supposed-movements.ts';
