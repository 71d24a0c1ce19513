import type { FormFieldsOf } from '../../spec/index.ts';
import { encodeParameter, safeFieldValue } from '../../wire/index.ts';
import type { Generator, Where } from '../model/generator.ts';

/**
 * Values for the header fields of parts, documented examples first. A field without a valid value is left
 * out.
 */
export function drawnFields(generator: Pick<Generator, 'value'>, where: Where): FormFieldsOf {
  return ({ headers }) =>
    headers.flatMap(({ name, schema, content, examples: [shown], style, explode }) => {
      const at = `${where.at}/part/${name}`;
      const drawn =
        shown ?? generator.value(schema ?? content?.schema ?? true, { ...where, at }, { direction: 'request' });
      if (!('value' in drawn)) return [];
      const text = encodeParameter({ name, in: 'header', style, explode }, drawn.value);
      return typeof text === 'string' ? [[name, safeFieldValue(text)] as const] : [];
    });
}
