/**
 * wire: turns bytes, media types and header fields into values and back, exactly; finds the secrets in them. Sees only core.
 * Every reader accepts hostile input: its work is bounded, it does not throw, and it returns a reason where it cannot read.
 *
 * layers: words < json < http < params < xml < forms < redaction < files
 * - words: the words of names, and the singular of a word.
 * - json: JSON text and values, JSON Pointer, scalars as text.
 * - http: header fields, media types, dates, links, queries, percent-encoding.
 * - params: OpenAPI parameter styles as text.
 * - xml: XML documents as values.
 * - forms: form and multipart content.
 * - redaction: secrets in messages, found by name, place and form, and what is shown instead.
 * - files: small valid files of common media types, drawn from a name.
 *
 * To add a media type, give it a line in `http/media-type.ts` and, where it has a structure of its own, a branch in `bodies.ts`;
 * to add a parameter style, a line in the table of `params/styles.ts`; to hide more secrets,
 * a word in `redaction/secret-names.ts` or a form in `redaction/secret-forms.ts`;
 * to add a file format, a line in `files/sample-file.ts`.
 */
export { type BodyOptions, decodeBody, decodeText, type EncodedBody, encodeBody } from './bodies.ts';
export { sampleFile } from './files/sample-file.ts';
export { isSameFileName } from './forms/file-names.ts';
export { decodeForm, encodeForm, type FormField, type FormShape } from './forms/form.ts';
export { parseDisposition } from './forms/multipart-reader.ts';
export { bytesToText, textToBytes } from './http/bytes.ts';
export { isUntrusted } from './http/certificates.ts';
export { dayOf, formatHttpDate, formatStructuredDate, parseHttpDate, parseStructuredDate } from './http/dates.ts';
export { fieldValue, fieldValues, parseCookies, safeFieldValue } from './http/fields.ts';
export { isLoopback } from './http/hosts.ts';
export { formatLink, parseLink, type WebLink } from './http/links.ts';
export {
  type ContentKind,
  concreteMediaType,
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
export { negotiate, splitList } from './http/negotiation.ts';
export { decodePercent, encodePathSegment, encodeQuery } from './http/percent.ts';
export { parsePrefer } from './http/preferences.ts';
export { type ParsedQuery, parseQuery, type QueryPair } from './http/query.ts';
export { isBodiless, refusesContent } from './http/statuses.ts';
export { isToken } from './http/token.ts';
export { encodeItem, encodeItems, type ItemsResult } from './items.ts';
export { asHeldProperties, withHeldProperties } from './json/held-properties.ts';
export { type JsonOptions, jsonEquals, parseJson, stringifyJson } from './json/json.ts';
export { isArray, isNumeric, isObject, setOwn } from './json/json-kinds.ts';
export type { JsonResult } from './json/json-result.ts';
export {
  escapeToken,
  formatPointer,
  memberAt,
  parsePointer,
  valueAt,
  withoutValueAt,
  withValueAt,
} from './json/pointer.ts';
export { parseScalar, type ScalarType, scalarText } from './json/scalars.ts';
export type { ValueResult } from './json/value-result.ts';
export type { DecodedParameter, EncodedPair, ParameterText, RawPair } from './params/parameter-pairs.ts';
export { encodeInPath } from './params/path-value.ts';
export {
  decodeParameter,
  encodeParameter,
  type ParameterLocation,
  type ParameterShape,
  type ParameterSpec,
  type ParameterStyle,
} from './params/styles.ts';
export {
  createRedaction,
  type FoundSecret,
  REDACTED,
  type Redaction,
  type SecretSource,
  type Substitute,
} from './redaction/redaction.ts';
export { isSecretField, isSecretName } from './redaction/secret-names.ts';
export { asciiName, escapeRegExp, snakeCase, withoutSeparators } from './text.ts';
export { singular, wordsOf } from './words/words.ts';
export { escapeXmlAttribute, escapeXmlText, formatXml, type Lazy, parseXml, type XmlShape } from './xml/xml.ts';
export { formatYaml } from './yaml.ts';
