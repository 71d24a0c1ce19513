import type { ResourceModel } from '../resources/index.ts';
import { type Api, jsonBodyOf, type Operation, propertiesOf } from '../spec/index.ts';
import { escapeToken } from '../wire/index.ts';

/** Optional places of a request whose values only the service can know: names of query parameters, and pointers in a JSON body. */
export interface Issued {
  readonly query: readonly string[];
  readonly body: readonly string[];
}

/** What is called so leads on from an answer, whatever the operation is. */
const TOKENS = /^(next|(next[-_]?)?page|pagination|continuation|starting)[-_]?token$/i;

/** Cursors, numbers of pages that may not be there, and tokens of a page: also of what lists by name (`POST /ListLinks` with `NextToken`). */
export function issuedByService(
  { api, model }: { readonly api: Api; readonly model: ResourceModel },
  operation: Operation,
): Issued {
  const { page } = model.roleOf(operation).list ?? {};
  const known = [page?.cursor, page?.before, page?.page];
  const isIssued = (name: string): boolean => known.includes(name) || TOKENS.test(name);
  const schema = jsonBodyOf(operation)?.schema;
  const members = schema === undefined ? [] : Object.entries(propertiesOf(api, schema));
  return {
    query: operation.parameters
      .filter((each) => each.in === 'query' && !each.required && isIssued(each.name))
      .map(({ name }) => name),
    body: members
      .filter(([name, { required }]) => !required && TOKENS.test(name))
      .map(([name]) => `/${escapeToken(name)}`),
  };
}
