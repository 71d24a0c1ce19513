import { pointerTo, type Resource } from '../../resources/index.ts';
import { responseFor, type Schema, typesOf } from '../../spec/index.ts';
import type { Entity } from '../../state/index.ts';
import { valueAt } from '../../wire/index.ts';
import type { MockContext, RequestContext } from '../model/context.ts';
import { type Refusal, refuse } from '../model/refusal.ts';

const SAYS_PROTECTED =
  /\bprevents?\b[^.]*\bdelet(?:ed|ion)\b|\bprotect(?:s|ed)?\b[^.]*\b(?:from|against) (?:being )?(?:accidental )?delet(?:ed|ion)\b/i;
const STATUSES = [423, 409, 403, 422, 400] as const;

/** The refusal to delete an item with a flag that is described as preventing it: `If true, prevents the server from being deleted`. */
export function protectedItem(
  mock: MockContext,
  { operation }: RequestContext,
  resource: Resource,
  { value }: Entity,
): { readonly refusal: Refusal } | undefined {
  const flag = protectionsOf(mock, resource.schema).find((pointer) => valueAt(value, pointer) === true);
  if (flag === undefined) return undefined;
  const status = STATUSES.find((each) => responseFor(operation, each) !== undefined) ?? STATUSES[0];
  const message = `This ${resource.singular} cannot be deleted while \`${flag.slice(1).replaceAll('/', '.')}\` is true.`;
  return { refusal: refuse(status, message, { code: 'protected' }) };
}

/** Pointers of the flags that keep an item from being deleted. */
function protectionsOf(mock: MockContext, schema: Schema, at = ''): readonly string[] {
  const { api, fieldsOf } = mock;
  return [...fieldsOf(schema).properties].flatMap(([name, property]): readonly string[] => {
    const pointer = at + pointerTo(name);
    const target = api.deref(property);
    if (typesOf(api, property).includes('boolean'))
      return typeof target === 'object' && SAYS_PROTECTED.test(target.description ?? '') ? [pointer] : [];
    return at === '' && fieldsOf(property).items === undefined ? protectionsOf(mock, property, pointer) : [];
  });
}
