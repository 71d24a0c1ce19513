import type { Json } from '../../core/index.ts';
import { createForms, type MediaType, propertiesOf, type Schema } from '../../spec/index.ts';
import { type FormField, isForm, type ParameterSpec } from '../../wire/index.ts';
import type { Change } from '../model/change.ts';
import type { ComparisonContext } from './context.ts';
import { bodyWrittenOtherwise, misreading } from './wire-form.ts';

/** Fields of a form that are written one way and read another (OpenAPI 3.1 §4.8.15). */
export function fieldsReadOtherwise(
  { base, revision }: ComparisonContext,
  media: MediaType,
  other: MediaType,
): readonly Change[] {
  if (!isForm(media.mediaType) || media.schema === undefined) return [];
  const [before, after] = [
    createForms(base.api)(media).shapes(media.mediaType).formShape ?? {},
    createForms(revision.api)(other).shapes(media.mediaType).formShape ?? {},
  ];
  const properties = propertiesOf(base.api, media.schema);
  return Object.keys(properties).flatMap((name): readonly Change[] => {
    const [one, two] = [before[name], after[name]];
    if (one === undefined || two === undefined || formOf(one) === formOf(two)) return [];
    const found = misreading(specOf(name, one), specOf(name, two), valuesOf(properties[name]?.schema ?? true));
    if (found === undefined) return [];
    const read = found.read === undefined ? 'nothing' : JSON.stringify(found.read);
    const message = `field \`${name}\` of the form is written otherwise now (${formOf(one)} → ${formOf(two)}): ${JSON.stringify(found.value)} is read as ${read}`;
    return [bodyWrittenOtherwise(media, other, { keyword: 'style', subject: name, message, value: found.value })];
  });

  function valuesOf(schema: Schema): readonly Json[] {
    return [0, 1, 2, 3].flatMap((seed) => {
      const drawn = base.generator.value(schema, { seed, at: 'wire-form' }, { direction: 'request' });
      return drawn.ok ? [drawn.value] : [];
    });
  }
}

const specOf = (name: string, { style = 'form', explode, inner }: FormField): ParameterSpec => ({
  name,
  style,
  explode: explode ?? style === 'form',
  in: 'query',
  ...(inner === undefined ? {} : { inner }),
});

const formOf = (field: FormField): string => {
  const { style, explode } = specOf('', field);
  return `style ${style}${explode ? ', exploded' : ''}`;
};
