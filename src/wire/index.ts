/**
 * wire: turns bytes, media types and header fields into values and back, exactly; finds the secrets in them. Sees only core.
 * Every reader takes hostile input: it is bounded, it throws nothing, and what it cannot read it returns as a reason.
 * To add a media type, give it a line in `media-type.ts` and, where it has a structure of its own, a branch in `bodies.ts`;
 * to add a parameter style, a line in the table of `styles.ts`; to hide more secrets, a word in `secret-names.ts` or a form in `secret-forms.ts`.
 */
export { type BodyOptions, decodeBody, decodeText, type EncodedBody, encodeBody } from './bodies.ts';
export { bytesToText, textToBytes } from './bytes.ts';
export { isUntrusted } from './certificates.ts';
export { dayOf, formatHttpDate, formatStructuredDate, parseHttpDate, parseStructuredDate } from './dates.ts';
export { fieldValue, fieldValues, parseCookies, safeFieldValue } from './fields.ts';
export { decodeForm, encodeForm, type FormField, type FormShape, type ValueResult } from './form.ts';
export { isLoopback } from './hosts.ts';
export { encodeItem, encodeItems, type ItemsResult } from './items.ts';
export { type JsonOptions, type JsonResult, jsonEquals, parseJson, stringifyJson } from './json.ts';
export { isArray, isNumeric, isObject } from './json-kinds.ts';
export { setOwn } from './json-text.ts';
export { formatLink, parseLink, type WebLink } from './links.ts';
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
} from './media-type.ts';
export { negotiate } from './negotiation.ts';
export { encodeInPath } from './path-value.ts';
export { decodePercent, encodePathSegment, encodeQuery } from './percent.ts';
export { escapeToken, formatPointer, memberAt, parsePointer, valueAt, withoutValueAt, withValueAt } from './pointer.ts';
export { parsePrefer } from './preferences.ts';
export { parseQuery, type QueryPair, type QueryResult } from './query.ts';
export {
  createRedaction,
  type FoundSecret,
  REDACTED,
  type Redaction,
  type SecretSource,
  type Substitute,
} from './redaction.ts';
export { parseScalar, type ScalarType, scalarText } from './scalars.ts';
export { isBodiless } from './statuses.ts';
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
} from './styles.ts';
export { isToken } from './token.ts';
export { wordsOf } from './words.ts';
export { formatXml, type Lazy, parseXml, type XmlShape } from './xml.ts';
