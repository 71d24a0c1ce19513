import type { OperationRule } from '../judge/rule.ts';
import { operationLifecycle } from './operation-lifecycle.ts';
import { parameterPresence } from './parameter-presence.ts';
import { parameterSchema } from './parameter-schema.ts';
import { parameterWireForm } from './parameter-wire-form.ts';
import { requestBody } from './request-body.ts';
import { responseHeaders } from './response-headers.ts';
import { responses } from './responses.ts';
import { security } from './security.ts';
import { sourceNames } from './source-names.ts';

/** All rules for operations that both documents have. */
export const OPERATION_RULES: readonly OperationRule[] = [
  operationLifecycle,
  security,
  parameterPresence,
  parameterSchema,
  parameterWireForm,
  requestBody,
  responses,
  responseHeaders,
  sourceNames,
];
