import type { Api, Operation } from '../../spec/index.ts';
import { bodyProperties, bodySchemaOf } from './value-places.ts';

/** Places that are named for one operation. */
const MOST_PLACES = 4;

/** Keys of given values for the places of an operation that a refusal names; for those that are required where it names none. */
export function placesInWords(api: Api, operation: Operation, words: readonly string[]): readonly string[] {
  const schema = bodySchemaOf(operation);
  const rule = schema === undefined ? true : api.deref(schema);
  const required = typeof rule === 'boolean' ? [] : (rule.required ?? []);
  const inBody = schema === undefined ? [] : [...new Set(bodyProperties(api, schema).map(([name]) => name))];
  const top = typeof rule === 'boolean' ? [] : Object.keys(rule.properties ?? {});
  const parameters = operation.parameters.filter(({ in: place }) => place === 'query' || place === 'header');
  const said = words.join(' ');
  const isNamed = (name: string): boolean => new RegExp(`(?<![\\w-])${escaped(name)}(?![\\w-])`, 'i').test(said);
  const named = [
    ...top.filter((name) => inBody.includes(name) && isNamed(name)).map((name) => `/body/${name}`),
    ...parameters.filter(({ name }) => isNamed(name)).map(({ in: place, name }) => `/${place}/${name}`),
  ];
  const needed = [
    ...required.filter((name) => top.includes(name)).map((name) => `/body/${name}`),
    ...parameters.filter((each) => each.required).map(({ in: place, name }) => `/${place}/${name}`),
  ];
  return (named.length > 0 ? named : needed).slice(0, MOST_PLACES).map((place) => `${operation.id}#${place}`);
}

function escaped(name: string): string {
  return name.replace(/[.*+?^$()|[\]\\{}]/g, '\\$&');
}
