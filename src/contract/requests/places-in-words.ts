import type { Api, Operation } from '../../spec/index.ts';
import { escapeRegExp } from '../../wire/index.ts';
import { bodyProperties, bodySchemaOf } from './value-places.ts';

/** How many places are named for one operation. */
const MOST_PLACES = 4;

/** Keys of given values for the places that a refusal names, or for the required ones if it names none. */
export function placesInWords(api: Api, operation: Operation, words: readonly string[]): readonly string[] {
  const schema = bodySchemaOf(operation);
  const properties = schema === undefined ? [] : bodyProperties(api, schema);
  const parameters = operation.parameters.filter(({ in: place }) => place === 'query' || place === 'header');
  const places = [
    ...properties.map(({ name, pointer, required }) => ({
      name,
      required: required && isTop(pointer),
      place: `/body${pointer}`,
    })),
    ...parameters.map(({ name, in: where, required }) => ({ name, required, place: `/${where}/${name}` })),
  ];
  const text = words.join(' ');
  const named = places.filter(({ name }) => new RegExp(`(?<![\\w-])${escapeRegExp(name)}(?![\\w-])`, 'i').test(text));
  const chosen = named.length > 0 ? named : places.filter(({ required }) => required);
  return chosen.slice(0, MOST_PLACES).map(({ place }) => `${operation.id}#${place}`);
}

function isTop(pointer: string): boolean {
  return pointer.lastIndexOf('/') === 0;
}
