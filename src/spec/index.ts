/**
 * spec: reads OpenAPI documents (2.0, 3.0, 3.1, 3.2) into an `Api` of `Operation`s, finds the operation of a request, decodes its parameters,
 * and says what in the document cannot be enforced. Sees core and wire; owns the YAML reader.
 * Loading reads files, paths and methods; operations, schemas and bundles are made on first use and kept. Behind this door there is one dialect,
 * JSON Schema 2020-12. What cannot be served at all, or must never be followed, throws `document.refused`; all else that is wrong is a diagnostic.
 * To take in a keyword, give it a line in `keywords.ts`; a dialect's spelling of it, a rewrite in `normalise.ts`; a spelling of the lifecycle,
 * a name in `lifecycle.ts`; a check of the whole document, a function in `diagnose.ts`.
 */

export { wordsOf } from '../wire/index.ts';
export type * from './api.ts';
export { bodyShapesOf, type FieldsOf, typedForm, xmlShapeOf } from './body-shapes.ts';
export { decodeParameters, type Parametered, type ParameterSource } from './decode-parameters.ts';
export type * from './decoding.ts';
export { editsBetween } from './edits.ts';
export { createForms, type Forms } from './forms.ts';
export { lifecycleOf } from './lifecycle.ts';
export { type LoadOptions, loadApi } from './load.ts';
export { hasUndefinedForm } from './loose-nesting.ts';
export { isSafe } from './methods.ts';
export { headerReaderOf, type ParameterReader } from './parameter-reader.ts';
export { parseApi, type TextSource } from './parse.ts';
export { type DataFile, parseData } from './parse-data.ts';
export { marksOf, type PathMark, templateOf } from './path-marks.ts';
export {
  combinedOf,
  conjunctsOf,
  isReadOnly,
  isWriteOnly,
  moreTelling,
  type Property,
  propertiesOf,
  typesOf,
} from './schema-facts.ts';
export { jsonBodyOf, mediaTypeFor, responseFor } from './selection.ts';
export { refuseErrors } from './strict.ts';
export { filledTemplate, templateNames, templateUpTo, unnamedTemplate } from './templates.ts';
