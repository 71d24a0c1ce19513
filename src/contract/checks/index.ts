import type { Check } from '../check.ts';
import { acceptBoundaryRejected, acceptOptionalOmittedRejected, acceptUnicode, acceptValidRejected } from './accept.ts';
import {
  authInvalidAccepted,
  authMissingAccepted,
  authValidRefused,
  authWrongStatus,
  status401UndocumentedAuth,
} from './auth.ts';
import {
  bodyBomOrEncoding,
  bodyDuplicateKeys,
  bodyOn204304,
  bodyPresentWhenUndocumented,
  contentLengthMismatch,
  contentTypeCharset,
  schemaReadOnlyWritable,
  schemaUndocumentedProperty,
  schemaWriteOnlyLeaked,
  streamItemSchema,
  transportSurplusBytes,
  transportUnknownCoding,
} from './bodies.ts';
import { bodyEmptyWhenDocumented } from './body-empty-when-documented.ts';
import { bodyInvalidJson } from './body-invalid-json.ts';
import { contentTypeMalformed } from './content-type-malformed.ts';
import { contentTypeMissing } from './content-type-missing.ts';
import { contentTypeUndocumented } from './content-type-undocumented.ts';
import {
  deprecatedDateInconsistent,
  deprecatedHeaderMissing,
  deprecatedHeaderSyntax,
  deprecatedHeaderUndocumented,
  sunsetBeforeDeprecation,
  sunsetHeaderMissing,
  sunsetHeaderSyntax,
  sunsetMismatch,
} from './deprecation.ts';
import { filterIgnored } from './filter.ts';
import { headerLocationMissing, headerLocationUnresolvable } from './header-location.ts';
import { headerRetryAfter } from './header-retry-after.ts';
import { headerDuplicate, headerEtagInconsistent, headerUndocumented, headerVaryMissing } from './header-tier-3.ts';
import { headerWwwAuthenticate } from './header-www-authenticate.ts';
import { headerRequiredMissing, headerSchema } from './headers.ts';
import {
  conditional412,
  idempotencyDelete,
  idempotencyGetSideEffect,
  idempotencyPut,
  putPartialUpdate,
  writeFailedChangedState,
} from './idempotency.ts';
import {
  corsWildcardWithCredentials,
  leakCredentialEcho,
  leakStackTrace,
  transportPlainHttpCredential,
} from './leak.ts';
import {
  headerAllowMissing,
  methodAllowMismatch,
  methodHeadGetMismatch,
  methodNot405,
  methodUnsupportedAccepted,
} from './method.ts';
import { negotiation406OnValidAccept, negotiationAcceptIgnored } from './negotiation.ts';
import { operationNotImplemented } from './operation-not-implemented.ts';
import { pageCursorLoop, pageLimitIgnored, pageLinkHeader, pageOverlapOrGap, pageTotalInconsistent } from './page.ts';
import { rejectChecks } from './reject.ts';
import { rejectErrorShape } from './reject-error-shape.ts';
import { rejectWrongCode } from './reject-wrong-code.ts';
import { operationUndocumented, scenarioExpectation } from './scenario.ts';
import { schemaChecks } from './schema.ts';
import { sortIgnored } from './sort.ts';
import {
  schemaInt64Precision,
  stateAvailableAfterCreate,
  stateDuplicateId,
  stateLinkBroken,
  stateListOmitsCreated,
  stateRoundtripLossy,
  stateUnstableId,
  stateUpdateNotVisible,
  stateUseAfterDelete,
} from './state.ts';
import { statusServerError } from './status-server-error.ts';
import { statusUndocumented } from './status-undocumented.ts';
import { statusUnexpected } from './status-unexpected.ts';
import { sunsetPassedNotGone, sunsetPassedStillServed, sunsetRemovedEarly } from './sunset.ts';
import { trailingSlashDivergence } from './trailing-slash.ts';
import {
  deprecatedOperationUsed,
  deprecatedParameterUsed,
  deprecatedPropertyReturned,
  deprecatedPropertySent,
  stabilityExperimentalUsed,
} from './usage.ts';

/** Every check of an exchange. Within a layer they are asked in this order. */
export const EXCHANGE_CHECKS: readonly Check[] = [
  acceptValidRejected,
  acceptBoundaryRejected,
  acceptOptionalOmittedRejected,
  acceptUnicode,
  authMissingAccepted,
  authInvalidAccepted,
  authValidRefused,
  authWrongStatus,
  status401UndocumentedAuth,
  bodyDuplicateKeys,
  bodyPresentWhenUndocumented,
  bodyOn204304,
  transportSurplusBytes,
  transportUnknownCoding,
  contentLengthMismatch,
  contentTypeCharset,
  bodyBomOrEncoding,
  streamItemSchema,
  schemaWriteOnlyLeaked,
  schemaUndocumentedProperty,
  schemaReadOnlyWritable,
  bodyEmptyWhenDocumented,
  bodyInvalidJson,
  contentTypeMalformed,
  contentTypeMissing,
  contentTypeUndocumented,
  deprecatedHeaderMissing,
  deprecatedHeaderUndocumented,
  deprecatedHeaderSyntax,
  deprecatedDateInconsistent,
  sunsetHeaderMissing,
  sunsetHeaderSyntax,
  sunsetMismatch,
  sunsetBeforeDeprecation,
  filterIgnored,
  headerLocationMissing,
  headerLocationUnresolvable,
  headerRetryAfter,
  headerUndocumented,
  headerDuplicate,
  headerEtagInconsistent,
  headerVaryMissing,
  headerWwwAuthenticate,
  headerRequiredMissing,
  headerSchema,
  idempotencyPut,
  idempotencyDelete,
  writeFailedChangedState,
  idempotencyGetSideEffect,
  putPartialUpdate,
  conditional412,
  leakStackTrace,
  leakCredentialEcho,
  transportPlainHttpCredential,
  corsWildcardWithCredentials,
  methodUnsupportedAccepted,
  methodNot405,
  headerAllowMissing,
  methodAllowMismatch,
  methodHeadGetMismatch,
  negotiationAcceptIgnored,
  negotiation406OnValidAccept,
  operationNotImplemented,
  pageLimitIgnored,
  pageOverlapOrGap,
  pageCursorLoop,
  pageTotalInconsistent,
  pageLinkHeader,
  rejectErrorShape,
  rejectWrongCode,
  ...rejectChecks,
  scenarioExpectation,
  operationUndocumented,
  ...schemaChecks,
  sortIgnored,
  stateUseAfterDelete,
  stateAvailableAfterCreate,
  stateUpdateNotVisible,
  stateRoundtripLossy,
  schemaInt64Precision,
  stateListOmitsCreated,
  stateDuplicateId,
  stateUnstableId,
  stateLinkBroken,
  statusServerError,
  statusUndocumented,
  statusUnexpected,
  sunsetPassedStillServed,
  sunsetPassedNotGone,
  sunsetRemovedEarly,
  trailingSlashDivergence,
  deprecatedOperationUsed,
  deprecatedParameterUsed,
  deprecatedPropertySent,
  deprecatedPropertyReturned,
  stabilityExperimentalUsed,
];
