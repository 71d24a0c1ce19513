import type { Json, JsonObject } from '../../core/index.ts';
import { FIRST_STATES, plainWord } from '../../generation/index.ts';
import type { Resource } from '../../resources/index.ts';
import { typesOf } from '../../spec/index.ts';
import type { MockContext } from '../model/context.ts';

/** The properties of an item whose values only a filter of its list lists, with these values: `state` for `?state=open|closed|all`. */
export function filteredWords(
  mock: MockContext,
  { collectionPath, schema }: Resource,
): ReadonlyMap<string, readonly string[]> {
  const lists = mock.operationsAt(collectionPath).filter(({ method }) => method === 'GET');
  const { properties } = mock.fieldsOf(schema);
  return new Map(
    lists.flatMap((operation) => {
      const filters = mock.model.roleOf(operation).list?.filters ?? [];
      return filters.flatMap(
        ({ parameter, pointer, op, off = [] }): readonly (readonly [string, readonly string[]])[] => {
          const name = pointer.slice(1);
          const property = properties.get(name);
          const target = property === undefined ? true : mock.api.deref(property);
          if (op !== 'equals' || property === undefined || typeof target === 'boolean') return [];
          const isOpen = target.enum === undefined && target.examples === undefined && target.default === undefined;
          if (!isOpen || !typesOf(mock.api, property).includes('string')) return [];
          const asked =
            operation.parameters.find((each) => each.in === 'query' && each.name === parameter)?.schema ?? true;
          const values = enumOf(mock, asked).filter((value) => !off.includes(value));
          return values.length > 1 ? [[name, values]] : [];
        },
      );
    }),
  );
}

function enumOf({ api }: MockContext, schema: Parameters<MockContext['api']['deref']>[0]): readonly string[] {
  const target = api.deref(schema);
  const values = typeof target === 'boolean' ? [] : (target.enum ?? []);
  return values.filter((value) => typeof value === 'string');
}

/** Values of these properties for a record of that place. */
export function drawnWords(mock: MockContext, resource: Resource, at: string): JsonObject {
  const words = filteredWords(mock, resource);
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
