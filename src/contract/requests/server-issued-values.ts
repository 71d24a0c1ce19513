import type { ResourceModel } from '../../resources/index.ts';
import { type Api, jsonBodyOf, type Operation, propertiesOf } from '../../spec/index.ts';
import { escapeToken } from '../../wire/index.ts';

/** Places of a request whose values only the service can know: names of query parameters, and pointers in a JSON body. */
export interface Issued {
  /** What leads on from an answer, required or not. */
  readonly cursors: readonly string[];
  /** What may be left out: cursors, and numbers of pages that may not be there. */
  readonly query: readonly string[];
  /** What may be left out. */
  readonly body: readonly string[];
}

/** What is called so leads on from an answer, whatever the operation is. */
const TOKENS = /^(next|(next[-_]?)?page|pagination|continuation|starting)[-_]?token$/i;

/** Also of what lists by name (`POST /ListLinks` with `NextToken`). */
export function issuedByService(
  { api, model }: { readonly api: Api; readonly model: ResourceModel },
  operation: Operation,
): Issued {
  const { kind, list: { page } = {}, resource } = model.roleOf(operation);
  // A creation that names an id may be an update of what has it.
  const ownId = kind === 'create' ? resource?.id?.property?.replace(/^\//, '') : undefined;
  const isCursor = (name: string): boolean => name === page?.cursor || name === page?.before || TOKENS.test(name);
  const query = operation.parameters.filter((each) => each.in === 'query');
  const schema = jsonBodyOf(operation)?.schema;
  const members = schema === undefined ? [] : Object.entries(propertiesOf(api, schema));
  return {
    cursors: query.map(({ name }) => name).filter(isCursor),
    query: query
      .filter(({ name, required }) => !required && (isCursor(name) || name === page?.page))
      .map(({ name }) => name),
    body: members
      .filter(([name, { required }]) => !required && (TOKENS.test(name) || name === ownId))
      .map(([name]) => `/${escapeToken(name)}`),
  };
}
