/**
 * wire: turns bytes, media types and header fields into values and back, exactly; finds the secrets in them. Sees only core.
 * Every reader takes hostile input: it is bounded, it throws nothing, and what it cannot read it returns as a reason.
 * To add a media type, give it a line in `media-type.ts` and, where it has a structure of its own, a branch in `bodies.ts`;
 * to add a parameter style, a line in the table of `styles.ts`; to hide more secrets, a word in `secret-names.ts` or a form in `secret-forms.ts`.
 */
export { type BodyOptions, decodeBody, decodeText, type EncodedBody, encodeBody } from './bodies.ts';
export { bytesToText, textToBytes } from './http/bytes.ts';
export { isUntrusted } from './http/certificates.ts';
export { dayOf, formatHttpDate, formatStructuredDate, parseHttpDate, parseStructuredDate } from './http/dates.ts';
export { fieldValue, fieldValues, parseCookies, safeFieldValue } from './http/fields.ts';
export { decodeForm, encodeForm, type FormField, type FormShape, type ValueResult } from './forms/form.ts';
export { isLoopback } from './http/hosts.ts';
export { encodeItem, encodeItems, type ItemsResult } from './items.ts';
export { type JsonOptions, type JsonResult, jsonEquals, parseJson, stringifyJson } from './json/json.ts';
export { isArray, isNumeric, isObject } from './json/json-kinds.ts';
export { setOwn } from './json/json-text.ts';
export { formatLink, parseLink, type WebLink } from './http/links.ts';
export {
  type ContentKind,
  contentKind,
  isForm,
  isJson,
  isMultipart,
  isSequential,
  isText,
  isXml,
  isYaml,
  type MediaTypeParts,
  mediaTypeMatches,
  mostSpecific,
  parseMediaType,
} from './http/media-type.ts';
export { negotiate } from './http/negotiation.ts';
export { encodeInPath } from './params/path-value.ts';
export { decodePercent, encodePathSegment, encodeQuery } from './http/percent.ts';
export { escapeToken, formatPointer, memberAt, parsePointer, valueAt, withoutValueAt, withValueAt } from './json/pointer.ts';
export { parsePrefer } from './http/preferences.ts';
export { parseQuery, type QueryPair, type QueryResult } from './http/query.ts';
export {
  createRedaction,
  type FoundSecret,
  REDACTED,
  type Redaction,
  type SecretSource,
  type Substitute,
} from './redaction/redaction.ts';
export { parseScalar, type ScalarType, scalarText } from './json/scalars.ts';
export { isBodiless } from './http/statuses.ts';
export {
  type DecodedParameter,
  decodeParameter,
  type EncodedPair,
  encodeParameter,
  type ParameterShape,
  type ParameterSpec,
  type ParameterText,
  type RawPair,
  type StyleName,
} from './params/styles.ts';
export { isToken } from './http/token.ts';
export { wordsOf } from './redaction/words.ts';
export { formatXml, type Lazy, parseXml, type XmlShape } from './xml/xml.ts';
