import type { JsonObject } from '../../core/index.ts';
import type { Schema } from '../../spec/index.ts';
import { withoutSeparators } from '../../wire/index.ts';
import type { MockContext } from '../model/context.ts';

/**
 * The object of an item that a word of a path or of an action names: `protection` of `/branches/{id}/protection` and of `change_protection`. It
 * has a place for everything that is `sent`; a list has none.
 */
export function partNamed(
  mock: Pick<MockContext, 'fieldsOf'>,
  item: Schema,
  word: string,
  sent: JsonObject = {},
): { readonly name: string; readonly schema: Schema } | undefined {
  const wanted = withoutSeparators(word);
  for (const [name, schema] of wanted === '' ? [] : mock.fieldsOf(item).properties) {
    const { items, properties } = mock.fieldsOf(schema);
    const holdsAll = Object.keys(sent).every((each) => properties.has(each));
    if (withoutSeparators(name) === wanted && items === undefined && holdsAll) return { name, schema };
  }
  return undefined;
}
