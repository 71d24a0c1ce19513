/**
 * spec: reads OpenAPI documents (2.0, 3.0, 3.1, 3.2) into an `Api` of `Operation`s, finds the operation of a request, decodes its parameters,
 * and says what in the document cannot be enforced. Sees core and wire.
 */
export type * from './api.ts';
export { formShapeOf, typedForm, xmlShapeOf } from './body-shapes.ts';
export { decodeParameters } from './decode-parameters.ts';
export type * from './decoding.ts';
export { lifecycleOf } from './lifecycle.ts';
export { type LoadOptions, loadApi } from './load.ts';
export { parseApi, type TextSource } from './parse.ts';
export { type DataFile, parseData } from './parse-data.ts';
export { conjunctsOf, isReadOnly, isWriteOnly, type Property, propertiesOf, typesOf } from './schema-facts.ts';
export { mediaTypeFor, responseFor } from './selection.ts';
