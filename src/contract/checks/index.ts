import type { Check } from '../model/check.ts';
import { authInvalidAccepted } from './auth/auth-invalid-accepted.ts';
import { authMissingAccepted } from './auth/auth-missing-accepted.ts';
import { authValidRefused } from './auth/auth-valid-refused.ts';
import { authWrongStatus } from './auth/auth-wrong-status.ts';
import { status401UndocumentedAuth } from './auth/status-401-undocumented-auth.ts';
import { bodyBomOrEncoding } from './body/body-bom-or-encoding.ts';
import { bodyCsvHeader } from './body/body-csv-header.ts';
import { bodyDuplicateKeys } from './body/body-duplicate-keys.ts';
import { bodyEmptyWhenDocumented } from './body/body-empty-when-documented.ts';
import { bodyInvalidJson } from './body/body-invalid-json.ts';
import { bodyInvalidXml } from './body/body-invalid-xml.ts';
import { bodyOn204304 } from './body/body-on-204-304.ts';
import { bodyPresentWhenUndocumented } from './body/body-present-when-undocumented.ts';
import { conditional304 } from './conditional/conditional-304.ts';
import { conditional412 } from './conditional/conditional-412.ts';
import { stateActionDropsOthers } from './consistency/state-action-drops-others.ts';
import { stateActionWithoutEffect } from './consistency/state-action-without-effect.ts';
import { stateAnswerDiffers } from './consistency/state-answer-differs.ts';
import { stateAvailableAfterCreate } from './consistency/state-available-after-create.ts';
import { stateBulkResultWrong } from './consistency/state-bulk-result-wrong.ts';
import { stateCountDiffers } from './consistency/state-count-differs.ts';
import { stateCreationChanged } from './consistency/state-creation-changed.ts';
import { stateDefaultNotApplied } from './consistency/state-default-not-applied.ts';
import { stateHistoryDiffers } from './consistency/state-history-differs.ts';
import { stateListDiffers } from './consistency/state-list-differs.ts';
import { stateListLacksOwn } from './consistency/state-list-lacks-own.ts';
import { stateListOmitsCreated } from './consistency/state-list-omits-created.ts';
import { stateListShowsForeign } from './consistency/state-list-shows-foreign.ts';
import { stateNumberChanged } from './consistency/state-number-changed.ts';
import { statePatchDropsOthers } from './consistency/state-patch-drops-others.ts';
import { statePatchNullKept } from './consistency/state-patch-null-kept.ts';
import { stateRoundtripLossy } from './consistency/state-roundtrip-lossy.ts';
import { stateTimesReversed } from './consistency/state-times-reversed.ts';
import { stateTransitionAccepted } from './consistency/state-transition-accepted.ts';
import { stateUpdateNotVisible } from './consistency/state-update-not-visible.ts';
import { stateUseAfterDelete } from './consistency/state-use-after-delete.ts';
import { stateVersionUnchanged } from './consistency/state-version-unchanged.ts';
import { contentLengthMismatch } from './content-type/content-length-mismatch.ts';
import { contentTypeCharset } from './content-type/content-type-charset.ts';
import { contentTypeMalformed } from './content-type/content-type-malformed.ts';
import { contentTypeMissing } from './content-type/content-type-missing.ts';
import { contentTypeUndocumented } from './content-type/content-type-undocumented.ts';
import { deprecatedDateInconsistent } from './deprecation/deprecated-date-inconsistent.ts';
import { deprecatedHeaderMissing } from './deprecation/deprecated-header-missing.ts';
import { deprecatedHeaderSyntax } from './deprecation/deprecated-header-syntax.ts';
import { deprecatedHeaderUndocumented } from './deprecation/deprecated-header-undocumented.ts';
import { deprecatedOperationUsed } from './deprecation/deprecated-operation-used.ts';
import { deprecatedParameterUsed } from './deprecation/deprecated-parameter-used.ts';
import { deprecatedPropertyReturned } from './deprecation/deprecated-property-returned.ts';
import { deprecatedPropertySent } from './deprecation/deprecated-property-sent.ts';
import { stabilityExperimentalUsed } from './deprecation/stability-experimental-used.ts';
import { sunsetBeforeDeprecation } from './deprecation/sunset-before-deprecation.ts';
import { sunsetHeaderMissing } from './deprecation/sunset-header-missing.ts';
import { sunsetHeaderSyntax } from './deprecation/sunset-header-syntax.ts';
import { sunsetMismatch } from './deprecation/sunset-mismatch.ts';
import { sunsetPassedNotGone } from './deprecation/sunset-passed-not-gone.ts';
import { sunsetPassedStillServed } from './deprecation/sunset-passed-still-served.ts';
import { sunsetRemovedEarly } from './deprecation/sunset-removed-early.ts';
import { exampleAnswerDiffers } from './examples/example-answer-differs.ts';
import { stateContentDiffers } from './files/state-content-differs.ts';
import { stateSizeStale } from './files/state-size-stale.ts';
import { stateUploadNameLost } from './files/state-upload-name-lost.ts';
import { stateUploadTypeLost } from './files/state-upload-type-lost.ts';
import { headerAllowMissing } from './header/header-allow-missing.ts';
import { headerDuplicate } from './header/header-duplicate.ts';
import { headerEtagInconsistent } from './header/header-etag-inconsistent.ts';
import { headerLocationForeign } from './header/header-location-foreign.ts';
import { headerLocationMissing } from './header/header-location-missing.ts';
import { headerLocationUnresolvable } from './header/header-location-unresolvable.ts';
import { headerRequiredMissing } from './header/header-required-missing.ts';
import { headerRetryAfter } from './header/header-retry-after.ts';
import { headerSchema } from './header/header-schema.ts';
import { headerUndocumented } from './header/header-undocumented.ts';
import { headerVaryMissing } from './header/header-vary-missing.ts';
import { headerWwwAuthenticate } from './header/header-www-authenticate.ts';
import { idempotencyDelete } from './idempotency/idempotency-delete.ts';
import { idempotencyGetSideEffect } from './idempotency/idempotency-get-side-effect.ts';
import { idempotencyKeyIgnored } from './idempotency/idempotency-key-ignored.ts';
import { idempotencyKeyReused } from './idempotency/idempotency-key-reused.ts';
import { idempotencyPut } from './idempotency/idempotency-put.ts';
import { putPartialUpdate } from './idempotency/put-partial-update.ts';
import { writeFailedChangedState } from './idempotency/write-failed-changed-state.ts';
import { stateDuplicateAccepted } from './identity/state-duplicate-accepted.ts';
import { stateDuplicateId } from './identity/state-duplicate-id.ts';
import { stateIdReused } from './identity/state-id-reused.ts';
import { stateUnstableId } from './identity/state-unstable-id.ts';
import { jobNeverEnds } from './jobs/job-never-ends.ts';
import { jobResultMissing } from './jobs/job-result-missing.ts';
import { methodAllowMismatch } from './method/method-allow-mismatch.ts';
import { methodHeadGetMismatch } from './method/method-head-get-mismatch.ts';
import { methodNot405 } from './method/method-not-405.ts';
import { methodUnsupportedAccepted } from './method/method-unsupported-accepted.ts';
import { operationNotImplemented } from './method/operation-not-implemented.ts';
import { operationUndocumented } from './method/operation-undocumented.ts';
import { trailingSlashDivergence } from './method/trailing-slash-divergence.ts';
import { negotiation406OnValidAccept } from './negotiation/negotiation-406-on-valid-accept.ts';
import { negotiationAcceptIgnored } from './negotiation/negotiation-accept-ignored.ts';
import { negotiationNot406 } from './negotiation/negotiation-not-406.ts';
import { filterFieldsIgnored } from './pagination/filter-fields-ignored.ts';
import { filterIgnored } from './pagination/filter-ignored.ts';
import { filterIncomplete } from './pagination/filter-incomplete.ts';
import { pageCursorLoop } from './pagination/page-cursor-loop.ts';
import { pageForgedCursor } from './pagination/page-forged-cursor.ts';
import { pageLimitIgnored } from './pagination/page-limit-ignored.ts';
import { pageLinkHeader } from './pagination/page-link-header.ts';
import { pageMoreInconsistent } from './pagination/page-more-inconsistent.ts';
import { pageOverlapOrGap } from './pagination/page-overlap-or-gap.ts';
import { pageTotalInconsistent } from './pagination/page-total-inconsistent.ts';
import { searchMetamorphic } from './pagination/search-metamorphic.ts';
import { sortIgnored } from './pagination/sort-ignored.ts';
import { stateDeleteLeavesOrphans } from './references/state-delete-leaves-orphans.ts';
import { stateDeleteTakesNamesakes } from './references/state-delete-takes-namesakes.ts';
import { stateDeleteTakesOthers } from './references/state-delete-takes-others.ts';
import { stateFoundElsewhere } from './references/state-found-elsewhere.ts';
import { stateLinkBroken } from './references/state-link-broken.ts';
import { stateUnknownAccepted } from './references/state-unknown-accepted.ts';
import { stateUnknownReferenceAccepted } from './references/state-unknown-reference-accepted.ts';
import { stateWriteChangesOthers } from './references/state-write-changes-others.ts';
import { acceptBoundaryRejected } from './rejection/accept-boundary-rejected.ts';
import { acceptMediaTypeForm } from './rejection/accept-media-type-form.ts';
import { acceptOptionalOmittedRejected } from './rejection/accept-optional-omitted-rejected.ts';
import { acceptUnicode } from './rejection/accept-unicode.ts';
import { acceptValidRejected } from './rejection/accept-valid-rejected.ts';
import { rejectChecks } from './rejection/reject.ts';
import { rejectErrorShape } from './rejection/reject-error-shape.ts';
import { rejectForeignCode } from './rejection/reject-foreign-code.ts';
import { rejectReversedTimes } from './rejection/reject-reversed-times.ts';
import { rejectUnbalanced } from './rejection/reject-unbalanced.ts';
import { rejectWrongCode } from './rejection/reject-wrong-code.ts';
import { scenarioExpectation } from './scenario/scenario-expectation.ts';
import { schemaChecks } from './schema/schema.ts';
import { schemaInt64Precision } from './schema/schema-int64-precision.ts';
import { schemaReadOnlyWritable } from './schema/schema-read-only-writable.ts';
import { schemaUndocumentedProperty } from './schema/schema-undocumented-property.ts';
import { schemaWriteOnlyLeaked } from './schema/schema-write-only-leaked.ts';
import { streamItemSchema } from './schema/stream-item-schema.ts';
import { statusBodyMismatch } from './status/status-body-mismatch.ts';
import { statusCreatedMismatch } from './status/status-created-mismatch.ts';
import { statusGoneMismatch } from './status/status-gone-mismatch.ts';
import { statusServerError } from './status/status-server-error.ts';
import { statusUndocumented } from './status/status-undocumented.ts';
import { statusUnexpected } from './status/status-unexpected.ts';
import { corsWildcardWithCredentials } from './transport/cors-wildcard-with-credentials.ts';
import { leakCredentialEcho } from './transport/leak-credential-echo.ts';
import { leakStackTrace } from './transport/leak-stack-trace.ts';
import { transportPlainHttpCredential } from './transport/transport-plain-http-credential.ts';
import { transportSurplusBytes } from './transport/transport-surplus-bytes.ts';
import { transportUnknownCoding } from './transport/transport-unknown-coding.ts';

/**
 * All checks of an exchange, one file each; checks that differ only in a keyword or a fault share a file.
 * Checks of one layer run in this order.
 */
export const EXCHANGE_CHECKS: readonly Check[] = [
  acceptBoundaryRejected,
  acceptMediaTypeForm,
  acceptOptionalOmittedRejected,
  acceptUnicode,
  acceptValidRejected,
  authInvalidAccepted,
  authMissingAccepted,
  authValidRefused,
  authWrongStatus,
  bodyBomOrEncoding,
  bodyCsvHeader,
  bodyDuplicateKeys,
  bodyEmptyWhenDocumented,
  bodyInvalidJson,
  bodyInvalidXml,
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
  exampleAnswerDiffers,
  filterFieldsIgnored,
  filterIgnored,
  filterIncomplete,
  headerAllowMissing,
  headerDuplicate,
  headerEtagInconsistent,
  headerLocationForeign,
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
  idempotencyKeyReused,
  idempotencyPut,
  jobNeverEnds,
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
  pageForgedCursor,
  pageLimitIgnored,
  pageLinkHeader,
  pageMoreInconsistent,
  pageOverlapOrGap,
  pageTotalInconsistent,
  putPartialUpdate,
  rejectErrorShape,
  rejectForeignCode,
  rejectReversedTimes,
  rejectUnbalanced,
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
  stateBulkResultWrong,
  stateContentDiffers,
  stateCountDiffers,
  stateCreationChanged,
  stateDefaultNotApplied,
  stateDeleteLeavesOrphans,
  stateDeleteTakesNamesakes,
  stateDeleteTakesOthers,
  stateWriteChangesOthers,
  stateDuplicateAccepted,
  stateDuplicateId,
  stateFoundElsewhere,
  stateIdReused,
  stateLinkBroken,
  stateHistoryDiffers,
  stateListDiffers,
  stateListLacksOwn,
  stateListOmitsCreated,
  stateListShowsForeign,
  stateNumberChanged,
  stateActionDropsOthers,
  statePatchDropsOthers,
  statePatchNullKept,
  stateRoundtripLossy,
  stateSizeStale,
  stateTimesReversed,
  stateTransitionAccepted,
  stateUnknownAccepted,
  stateUnknownReferenceAccepted,
  stateUnstableId,
  stateUploadNameLost,
  stateUploadTypeLost,
  stateUpdateNotVisible,
  stateUseAfterDelete,
  stateVersionUnchanged,
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
