import { pointerTo } from '../../resources/index.ts';
import { type Operation, responseFor, templateNames, wordsOf } from '../../spec/index.ts';
import type { Transaction } from '../../state/index.ts';
import { withoutSeparators } from '../../wire/index.ts';
import { eitherType } from '../facts/either-type.ts';
import type { MockContext, RequestContext } from '../model/context.ts';
import { asObject } from '../model/object.ts';
import type { Redirect } from '../model/operation-plan.ts';
import { type EntityPlace, firstEntity, placeOf } from '../model/place.ts';
import { refuse } from '../model/refusal.ts';
import type { RoleOutcome } from '../roles/index.ts';

/** What a record calls the address to which it leads, unlike its own one. */
const TARGET =
  /^(?:original|target|long|destination|redirect|full)(?:ur[il]|link|address)$|^(?:ur[il]|destination|target)$/;

/** What a record is found by, unlike what several have in common, such as a provider. */
const CALLS = /(?:ids?|codes?|slug|alias|key|hash|token|names?|keyword|handle|short(?:url|link|path)?)$/;

/** Whether the last words of a name are these: `short_code` and `code`, not `paid` and `id`. */
function endsIn(name: string, called: string): boolean {
  const words = wordsOf(name);
  return words.some((_, at) => words.slice(at).join('') === called);
}

/** The records to whose addresses an operation redirects that does nothing else: `GET /{code}` with a 302, for links with a `short_code` and an `original_url`. */
export function redirectOf(
  { method, path, responses }: Operation,
  { model, fieldsOf }: Pick<MockContext, 'model' | 'fieldsOf'>,
): Redirect | undefined {
  const [parameter, ...others] = templateNames(path);
  const isRedirect = responses.some(({ status }) => /^30[12378]$/.test(status));
  if (method !== 'GET' || !isRedirect || responses.some(({ status }) => status.startsWith('2'))) return undefined;
  if (parameter === undefined || others.length > 0 || !path.endsWith(`{${parameter}}`)) return undefined;
  const called = withoutSeparators(parameter);
  const found = model.resources.flatMap((resource): readonly Redirect[] => {
    if (resource.singleton || !resource.enumerable || resource.collectionPath?.includes('{') !== false) return [];
    const names = [...fieldsOf(resource.schema).properties.keys()];
    const own = names.filter((name) => CALLS.test(withoutSeparators(name)) && endsIn(name, called));
    const property = own.find((name) => withoutSeparators(name) === called) ?? own[0];
    const target = names.find((name) => TARGET.test(withoutSeparators(name)));
    return property === undefined || target === undefined || property === target
      ? []
      : [{ resource, parameter, property, target }];
  });
  return found.length === 1 ? found[0] : undefined;
}

/** The place of the records to which a request may lead, so that their seeds are laid. */
export function redirectPlace(mock: MockContext, { plan }: RequestContext): EntityPlace | undefined {
  const place = plan.redirect === undefined ? undefined : placeOf(mock, plan.redirect.resource, {});
  return place?.prefix === '' ? place : undefined;
}

/** Characters that a header field could hold, and an address could not. */
const NOT_IN_ADDRESSES = /[\s\u0080-\u00ff]/g;

/** The redirection to the address of the record that the path names. */
export function redirectAnswer(mock: MockContext, context: RequestContext, tx: Transaction): RoleOutcome {
  const { redirect, success } = context.plan;
  const place = redirectPlace(mock, context);
  if (redirect === undefined || place === undefined) return undefined;
  const value = context.parameters.path[redirect.parameter];
  if (value === undefined) return undefined;
  const where = [{ pointer: pointerTo(redirect.property), op: 'in', value: eitherType(value) } as const];
  const address = asObject(firstEntity(tx.collection(place.collection), place, where)?.value)[redirect.target];
  if (typeof address === 'string')
    return {
      response: {
        status: success.status,
        headers: [['Location', address.replaceAll(NOT_IN_ADDRESSES, encodeURIComponent)]],
        body: { kind: 'none' },
      },
    };
  const message = `There is no ${place.resource.singular} with ${redirect.parameter} ${JSON.stringify(value)}.`;
  return responseFor(context.operation, 404) === undefined ? undefined : { refusal: refuse(404, message) };
}
