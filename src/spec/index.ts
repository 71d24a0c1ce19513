/**
 * spec: reads OpenAPI documents (2.0, 3.0, 3.1, 3.2) into an `Api` of `Operation`s, finds the operation of a request, decodes its
 * parameters, and says what in the document cannot be enforced. Sees core and wire; owns the YAML reader.
 * Loading reads files, paths and methods; operations, schemas and bundles are made on first use and kept. Other rooms see one dialect,
 * JSON Schema 2020-12. A document that cannot be served, or a reference that must not be followed, throws `document.refused`; every other
 * fault is a diagnostic.
 *
 * layers: model < source < schema < structure < match < decode < operations < load
 * - model: the `Api`, places in files, limits, names of methods and paths.
 * - source: files, their syntax and the references between them.
 * - schema: schemas of every dialect as JSON Schema 2020-12, references resolved.
 * - structure: whether the objects of the document have the form that OpenAPI asks for.
 * - match: the operation of a request by method and path.
 * - decode: parameters of a request as values.
 * - operations: operations with their parameters, bodies, responses, security and servers.
 * - load: documents from files or text, and their diagnostics.
 *
 * To add a keyword, give it a line in `schema/keywords.ts`; a dialect's spelling of it, a rewrite in `schema/normalise.ts`; a spelling of the
 * lifecycle, a name in `model/lifecycle.ts`; a check of the whole document, a function in `load/diagnose.ts`.
 */

export { singular, wordsOf } from '../wire/index.ts';
export { decodeParameters, type ParameterSource, type WithParameters } from './decode/decode-parameters.ts';
export { headerReaderOf, type ParameterReader } from './decode/parameter-reader.ts';
export { documentDigest } from './load/document-digest.ts';
export { type LoadOptions, loadApi } from './load/load.ts';
export { parseApi, type TextSource } from './load/parse.ts';
export { refuseErrors } from './load/strict.ts';
export { createMatcher } from './match/match.ts';
export type * from './model/api.ts';
export type * from './model/decoded-parameters.ts';
export { editsBetween } from './model/edit-distance.ts';
export { lifecycleOf } from './model/lifecycle.ts';
export { once, onceForEach } from './model/memoize.ts';
export { isSafe } from './model/methods.ts';
export { nearestName, suggestion } from './model/nearest-name.ts';
export { marksOf, type PathMark, pathTemplateOf } from './model/path-marks.ts';
export { estimateEffort, hasBackReference, isHarmless, worstSteps } from './model/pattern-effort.ts';
export {
  endsInParameter,
  filledTemplate,
  lastLiteral,
  lastSegment,
  templateNames,
  templateUpTo,
  unnamedTemplate,
} from './model/templates.ts';
export { isJsonContent, sentMediaType } from './operations/content.ts';
export {
  operationTexts,
  type PlacedText,
  paragraphsIn,
  placedTexts,
  sentencesIn,
} from './operations/operation-texts.ts';
export { judgedSchemaOf, saysTypeAlone } from './operations/schema-of-examples.ts';
export { jsonBodyOf, mediaTypeFor, responseFor } from './operations/selection.ts';
export { bodyShapesOf, type FormFieldsOf, typedForm, xmlShapeOf } from './schema/body-shapes.ts';
export { createForms, type Forms } from './schema/forms.ts';
export { hasUndefinedForm } from './schema/loose-nesting.ts';
export {
  combinedOf,
  conjunctsOf,
  isReadOnly,
  isWriteOnly,
  moreTelling,
  type Property,
  propertiesOf,
  saysServers,
  typesOf,
} from './schema/schema-facts.ts';
export { nearFile } from './source/near-file.ts';
export { type DataFile, parseData } from './source/parse-data.ts';
