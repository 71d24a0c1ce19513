/**
 * core: types and tables that all rooms share: messages, violations, errors. No behaviour. Imports no other room.
 * To add an error or a violation, add a line to its table; a test holds table, code and documentation together.
 */
export { ERRORS, type ErrorCode, StandinError } from './errors.ts';
export type {
  Body,
  BodyPart,
  HeaderFields,
  HttpRequest,
  HttpResponse,
  Json,
  JsonObject,
  SentFile,
} from './messages.ts';
export { OWN_FIELDS } from './own-fields.ts';
export type { SharedLog } from './shared-log.ts';
export { VIOLATIONS, type Violation, type ViolationCode } from './violations.ts';
