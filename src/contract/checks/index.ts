import type { Check } from '../check.ts';
import { acceptBoundaryRejected } from './accept-boundary-rejected.ts';
import { acceptOptionalOmittedRejected } from './accept-optional-omitted-rejected.ts';
import { acceptUnicode } from './accept-unicode.ts';
import { acceptValidRejected } from './accept-valid-rejected.ts';
import { authInvalidAccepted } from './auth-invalid-accepted.ts';
import { authMissingAccepted } from './auth-missing-accepted.ts';
import { authValidRefused } from './auth-valid-refused.ts';
import { authWrongStatus } from './auth-wrong-status.ts';
import { bodyBomOrEncoding } from './body-bom-or-encoding.ts';
import { bodyDuplicateKeys } from './body-duplicate-keys.ts';
import { bodyEmptyWhenDocumented } from './body-empty-when-documented.ts';
import { bodyInvalidJson } from './body-invalid-json.ts';
import { bodyOn204304 } from './body-on-204-304.ts';
import { bodyPresentWhenUndocumented } from './body-present-when-undocumented.ts';
import { conditional304 } from './conditional-304.ts';
import { conditional412 } from './conditional-412.ts';
import { contentLengthMismatch } from './content-length-mismatch.ts';
import { contentTypeCharset } from './content-type-charset.ts';
import { contentTypeMalformed } from './content-type-malformed.ts';
import { contentTypeMissing } from './content-type-missing.ts';
import { contentTypeUndocumented } from './content-type-undocumented.ts';
import { corsWildcardWithCredentials } from './cors-wildcard-with-credentials.ts';
import { deprecatedDateInconsistent } from './deprecated-date-inconsistent.ts';
import { deprecatedHeaderMissing } from './deprecated-header-missing.ts';
import { deprecatedHeaderSyntax } from './deprecated-header-syntax.ts';
import { deprecatedHeaderUndocumented } from './deprecated-header-undocumented.ts';
import { deprecatedOperationUsed } from './deprecated-operation-used.ts';
import { deprecatedParameterUsed } from './deprecated-parameter-used.ts';
import { deprecatedPropertyReturned } from './deprecated-property-returned.ts';
import { deprecatedPropertySent } from './deprecated-property-sent.ts';
import { filterIgnored } from './filter-ignored.ts';
import { filterIncomplete } from './filter-incomplete.ts';
import { headerAllowMissing } from './header-allow-missing.ts';
import { headerDuplicate } from './header-duplicate.ts';
import { headerEtagInconsistent } from './header-etag-inconsistent.ts';
import { headerLocationMissing } from './header-location-missing.ts';
import { headerLocationUnresolvable } from './header-location-unresolvable.ts';
import { headerRequiredMissing } from './header-required-missing.ts';
import { headerRetryAfter } from './header-retry-after.ts';
import { headerSchema } from './header-schema.ts';
import { headerUndocumented } from './header-undocumented.ts';
import { headerVaryMissing } from './header-vary-missing.ts';
import { headerWwwAuthenticate } from './header-www-authenticate.ts';
import { idempotencyDelete } from './idempotency-delete.ts';
import { idempotencyGetSideEffect } from './idempotency-get-side-effect.ts';
import { idempotencyKeyIgnored } from './idempotency-key-ignored.ts';
import { idempotencyPut } from './idempotency-put.ts';
import { jobResultMissing } from './job-result-missing.ts';
import { leakCredentialEcho } from './leak-credential-echo.ts';
import { leakStackTrace } from './leak-stack-trace.ts';
import { methodAllowMismatch } from './method-allow-mismatch.ts';
import { methodHeadGetMismatch } from './method-head-get-mismatch.ts';
import { methodNot405 } from './method-not-405.ts';
import { methodUnsupportedAccepted } from './method-unsupported-accepted.ts';
import { negotiation406OnValidAccept } from './negotiation-406-on-valid-accept.ts';
import { negotiationAcceptIgnored } from './negotiation-accept-ignored.ts';
import { negotiationNot406 } from './negotiation-not-406.ts';
import { operationNotImplemented } from './operation-not-implemented.ts';
import { operationUndocumented } from './operation-undocumented.ts';
import { pageCursorLoop } from './page-cursor-loop.ts';
import { pageLimitIgnored } from './page-limit-ignored.ts';
import { pageLinkHeader } from './page-link-header.ts';
import { pageOverlapOrGap } from './page-overlap-or-gap.ts';
import { pageTotalInconsistent } from './page-total-inconsistent.ts';
import { putPartialUpdate } from './put-partial-update.ts';
import { rejectChecks } from './reject.ts';
import { rejectErrorShape } from './reject-error-shape.ts';
import { rejectForeignCode } from './reject-foreign-code.ts';
import { rejectWrongCode } from './reject-wrong-code.ts';
import { scenarioExpectation } from './scenario-expectation.ts';
import { schemaChecks } from './schema.ts';
import { schemaInt64Precision } from './schema-int64-precision.ts';
import { schemaReadOnlyWritable } from './schema-read-only-writable.ts';
import { schemaUndocumentedProperty } from './schema-undocumented-property.ts';
import { schemaWriteOnlyLeaked } from './schema-write-only-leaked.ts';
import { searchMetamorphic } from './search-metamorphic.ts';
import { sortIgnored } from './sort-ignored.ts';
import { stabilityExperimentalUsed } from './stability-experimental-used.ts';
import { stateActionWithoutEffect } from './state-action-without-effect.ts';
import { stateAnswerDiffers } from './state-answer-differs.ts';
import { stateAvailableAfterCreate } from './state-available-after-create.ts';
import { stateCountDiffers } from './state-count-differs.ts';
import { stateCreationChanged } from './state-creation-changed.ts';
import { stateDefaultNotApplied } from './state-default-not-applied.ts';
import { stateDeleteLeavesOrphans } from './state-delete-leaves-orphans.ts';
import { stateDeleteTakesOthers } from './state-delete-takes-others.ts';
import { stateDuplicateAccepted } from './state-duplicate-accepted.ts';
import { stateDuplicateId } from './state-duplicate-id.ts';
import { stateFoundElsewhere } from './state-found-elsewhere.ts';
import { stateIdReused } from './state-id-reused.ts';
import { stateLinkBroken } from './state-link-broken.ts';
import { stateListDiffers } from './state-list-differs.ts';
import { stateListLacksOwn } from './state-list-lacks-own.ts';
import { stateListOmitsCreated } from './state-list-omits-created.ts';
import { stateListShowsForeign } from './state-list-shows-foreign.ts';
import { statePatchDropsOthers } from './state-patch-drops-others.ts';
import { statePatchNullKept } from './state-patch-null-kept.ts';
import { stateRoundtripLossy } from './state-roundtrip-lossy.ts';
import { stateTimesReversed } from './state-times-reversed.ts';
import { stateTransitionAccepted } from './state-transition-accepted.ts';
import { stateUnknownAccepted } from './state-unknown-accepted.ts';
import { stateUnknownReferenceAccepted } from './state-unknown-reference-accepted.ts';
import { stateUnstableId } from './state-unstable-id.ts';
import { stateUpdateNotVisible } from './state-update-not-visible.ts';
import { stateUseAfterDelete } from './state-use-after-delete.ts';
import { status401UndocumentedAuth } from './status-401-undocumented-auth.ts';
import { statusBodyMismatch } from './status-body-mismatch.ts';
import { statusCreatedMismatch } from './status-created-mismatch.ts';
import { statusGoneMismatch } from './status-gone-mismatch.ts';
import { statusServerError } from './status-server-error.ts';
import { statusUndocumented } from './status-undocumented.ts';
import { statusUnexpected } from './status-unexpected.ts';
import { streamItemSchema } from './stream-item-schema.ts';
import { sunsetBeforeDeprecation } from './sunset-before-deprecation.ts';
import { sunsetHeaderMissing } from './sunset-header-missing.ts';
import { sunsetHeaderSyntax } from './sunset-header-syntax.ts';
import { sunsetMismatch } from './sunset-mismatch.ts';
import { sunsetPassedNotGone } from './sunset-passed-not-gone.ts';
import { sunsetPassedStillServed } from './sunset-passed-still-served.ts';
import { sunsetRemovedEarly } from './sunset-removed-early.ts';
import { trailingSlashDivergence } from './trailing-slash-divergence.ts';
import { transportPlainHttpCredential } from './transport-plain-http-credential.ts';
import { transportSurplusBytes } from './transport-surplus-bytes.ts';
import { transportUnknownCoding } from './transport-unknown-coding.ts';
import { writeFailedChangedState } from './write-failed-changed-state.ts';

/** Every check of an exchange, one file each; those that differ only in a keyword or a fault share one. Within a layer they are asked in this order. */
export const EXCHANGE_CHECKS: readonly Check[] = [
  acceptBoundaryRejected,
  acceptOptionalOmittedRejected,
  acceptUnicode,
  acceptValidRejected,
  authInvalidAccepted,
  authMissingAccepted,
  authValidRefused,
  authWrongStatus,
  bodyBomOrEncoding,
  bodyDuplicateKeys,
  bodyEmptyWhenDocumented,
  bodyInvalidJson,
  bodyOn204304,
  bodyPresentWhenUndocumented,
  conditional304,
  conditional412,
  contentLengthMismatch,
  contentTypeCharset,
  contentTypeMalformed,
  contentTypeMissing,
  contentTypeUndocumented,
  corsWildcardWithCredentials,
  deprecatedDateInconsistent,
  deprecatedHeaderMissing,
  deprecatedHeaderSyntax,
  deprecatedHeaderUndocumented,
  deprecatedOperationUsed,
  deprecatedParameterUsed,
  deprecatedPropertyReturned,
  deprecatedPropertySent,
  filterIgnored,
  filterIncomplete,
  headerAllowMissing,
  headerDuplicate,
  headerEtagInconsistent,
  headerLocationMissing,
  headerLocationUnresolvable,
  headerRequiredMissing,
  headerRetryAfter,
  headerSchema,
  headerUndocumented,
  headerVaryMissing,
  headerWwwAuthenticate,
  idempotencyDelete,
  idempotencyGetSideEffect,
  idempotencyKeyIgnored,
  idempotencyPut,
  jobResultMissing,
  leakCredentialEcho,
  leakStackTrace,
  methodAllowMismatch,
  methodHeadGetMismatch,
  methodNot405,
  methodUnsupportedAccepted,
  negotiation406OnValidAccept,
  negotiationAcceptIgnored,
  negotiationNot406,
  operationNotImplemented,
  operationUndocumented,
  pageCursorLoop,
  pageLimitIgnored,
  pageLinkHeader,
  pageOverlapOrGap,
  pageTotalInconsistent,
  putPartialUpdate,
  rejectErrorShape,
  rejectForeignCode,
  rejectWrongCode,
  ...rejectChecks,
  scenarioExpectation,
  schemaInt64Precision,
  schemaReadOnlyWritable,
  schemaUndocumentedProperty,
  schemaWriteOnlyLeaked,
  ...schemaChecks,
  searchMetamorphic,
  sortIgnored,
  stabilityExperimentalUsed,
  stateActionWithoutEffect,
  stateAnswerDiffers,
  stateAvailableAfterCreate,
  stateCountDiffers,
  stateCreationChanged,
  stateDefaultNotApplied,
  stateDeleteLeavesOrphans,
  stateDeleteTakesOthers,
  stateDuplicateAccepted,
  stateDuplicateId,
  stateFoundElsewhere,
  stateIdReused,
  stateLinkBroken,
  stateListDiffers,
  stateListLacksOwn,
  stateListOmitsCreated,
  stateListShowsForeign,
  statePatchDropsOthers,
  statePatchNullKept,
  stateRoundtripLossy,
  stateTimesReversed,
  stateTransitionAccepted,
  stateUnknownAccepted,
  stateUnknownReferenceAccepted,
  stateUnstableId,
  stateUpdateNotVisible,
  stateUseAfterDelete,
  status401UndocumentedAuth,
  statusBodyMismatch,
  statusCreatedMismatch,
  statusGoneMismatch,
  statusServerError,
  statusUndocumented,
  statusUnexpected,
  streamItemSchema,
  sunsetBeforeDeprecation,
  sunsetHeaderMissing,
  sunsetHeaderSyntax,
  sunsetMismatch,
  sunsetPassedNotGone,
  sunsetPassedStillServed,
  sunsetRemovedEarly,
  trailingSlashDivergence,
  transportPlainHttpCredential,
  transportSurplusBytes,
  transportUnknownCoding,
  writeFailedChangedState,
];
