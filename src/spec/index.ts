/**
 * spec: reads OpenAPI documents (2.0, 3.0, 3.1, 3.2) into an `Api` of `Operation`s, finds the operation of a request, decodes its parameters,
 * and says what in the document cannot be enforced. Sees core and wire; owns the YAML reader.
 * Loading reads files, paths and methods; operations, schemas and bundles are made on first use and kept. Behind this door there is one dialect,
 * JSON Schema 2020-12. What cannot be served at all, or must never be followed, throws `document.refused`; all else that is wrong is a diagnostic.
 * To take in a keyword, give it a line in `keywords.ts`; a dialect's spelling of it, a rewrite in `normalise.ts`; a spelling of the lifecycle,
 * a name in `lifecycle.ts`; a check of the whole document, a function in `diagnose.ts`.
 */

export { wordsOf } from '../wire/index.ts';
export type * from './model/api.ts';
export { bodyShapesOf, type FieldsOf, typedForm, xmlShapeOf } from './schema/body-shapes.ts';
export { decodeParameters, type Parametered, type ParameterSource } from './decode/decode-parameters.ts';
export type * from './model/decoded-parameters.ts';
export { editsBetween } from './model/edit-distance.ts';
export { createForms, type Forms } from './schema/forms.ts';
export { lifecycleOf } from './model/lifecycle.ts';
export { type LoadOptions, loadApi } from './load/load.ts';
export { hasUndefinedForm } from './schema/loose-nesting.ts';
export { isSafe } from './model/methods.ts';
export { headerReaderOf, type ParameterReader } from './decode/parameter-reader.ts';
export { parseApi, type TextSource } from './load/parse.ts';
export { type DataFile, parseData } from './source/parse-data.ts';
export { marksOf, type PathMark, templateOf } from './model/path-marks.ts';
export {
  combinedOf,
  conjunctsOf,
  isReadOnly,
  isWriteOnly,
  moreTelling,
  type Property,
  propertiesOf,
  typesOf,
} from './schema/schema-facts.ts';
export { jsonBodyOf, mediaTypeFor, responseFor } from './operations/selection.ts';
export { refuseErrors } from './load/strict.ts';
export { filledTemplate, templateNames, templateUpTo, unnamedTemplate } from './model/templates.ts';
