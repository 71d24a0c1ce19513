import type { Check } from '../check.ts';
import { bodyEmptyWhenDocumented } from './body-empty-when-documented.ts';
import { bodyInvalidJson } from './body-invalid-json.ts';
import { contentTypeMalformed } from './content-type-malformed.ts';
import { contentTypeMissing } from './content-type-missing.ts';
import { contentTypeUndocumented } from './content-type-undocumented.ts';
import { operationNotImplemented } from './operation-not-implemented.ts';
import { schemaChecks } from './schema.ts';
import { statusServerError } from './status-server-error.ts';
import { statusUndocumented } from './status-undocumented.ts';
import { statusUnexpected } from './status-unexpected.ts';

/** Every check of an exchange. Within a layer they are asked in this order. */
export const EXCHANGE_CHECKS: readonly Check[] = [
  operationNotImplemented,
  statusServerError,
  statusUndocumented,
  statusUnexpected,
  contentTypeMissing,
  contentTypeMalformed,
  contentTypeUndocumented,
  bodyInvalidJson,
  bodyEmptyWhenDocumented,
  ...schemaChecks,
];
