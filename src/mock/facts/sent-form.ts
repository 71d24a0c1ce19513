import type { Json } from '../../core/index.ts';
import type { Schema } from '../../spec/index.ts';
import type { MockContext } from '../model/context.ts';

/** The form that a sent value has: the only alternative of a schema that accepts it, else the whole schema. */
export function sentForm(
  { api, validator }: Pick<MockContext, 'api' | 'validator'>,
  schema: Schema,
  sent: Json,
): Schema {
  const target = api.deref(schema);
  const forms = typeof target === 'boolean' ? [] : (target.oneOf ?? target.anyOf ?? []);
  const fitting = forms.length < 2 ? [] : forms.filter((each) => validator.accepts(each, sent, 'request'));
  const [only] = fitting;
  return only === undefined || fitting.length > 1 ? schema : only;
}
