import type { Json, JsonObject } from '../../core/index.ts';
import { FIRST_STATES, plainWord } from '../../generation/index.ts';
import type { Resource } from '../../resources/index.ts';
import { type Api, type Schema, typesOf } from '../../spec/index.ts';
import type { FilteredWords, MockContext } from '../model/context.ts';

/** The properties of an item whose values only a filter of its list lists, with these values: `state` for `?state=open|closed|all`. */
export function filteredWords(
  { api, model, operationsAt, fieldsOf }: Pick<MockContext, 'api' | 'model' | 'operationsAt' | 'fieldsOf'>,
  { collectionPath, schema }: Resource,
): FilteredWords {
  const lists = operationsAt(collectionPath).filter(({ method }) => method === 'GET');
  const { properties } = fieldsOf(schema);
  return new Map(
    lists.flatMap((operation) => {
      const filters = model.roleOf(operation).list?.filters ?? [];
      return filters.flatMap(
        ({ parameter, pointer, op, off = [] }): readonly (readonly [string, readonly string[]])[] => {
          const name = pointer.slice(1);
          const property = properties.get(name);
          const target = property === undefined ? true : api.deref(property);
          if (op !== 'equals' || property === undefined || typeof target === 'boolean') return [];
          const isOpen = target.enum === undefined && target.default === undefined;
          if (!isOpen || !typesOf(api, property).includes('string')) return [];
          const parameterSchema =
            operation.parameters.find((each) => each.in === 'query' && each.name === parameter)?.schema ?? true;
          const values = enumOf(api, parameterSchema).filter((value) => !off.includes(value));
          // An example that is one of them is an example of a value, not of the first one.
          const isShown = (target.examples ?? []).every((each) => values.some((value) => value === each));
          return values.length > 1 && isShown ? [[name, values]] : [];
        },
      );
    }),
  );
}

function enumOf(api: Api, schema: Schema): readonly string[] {
  const target = api.deref(schema);
  const values = typeof target === 'boolean' ? [] : (target.enum ?? []);
  return values.filter((value) => typeof value === 'string');
}

/** Values of these properties for a record of that place. */
export function drawnWords(mock: MockContext, resource: Resource, at: string): JsonObject {
  const words = mock.filteredWordsOf(resource);
  const drawn: Record<string, Json> = {};
  for (const [name, values] of words) {
    const made = mock.generator.value(
      { enum: [...values] },
      { seed: mock.options.seed, at: `${at}/${name}` },
      { direction: 'response', name },
    );
    if (made.ok) drawn[name] = made.value;
  }
  return drawn;
}

/** The first of several words that is a state of a new record, else the first. */
export function firstWord(values: readonly string[]): string | undefined {
  return values.find((value) => FIRST_STATES.includes(plainWord(value))) ?? values[0];
}
