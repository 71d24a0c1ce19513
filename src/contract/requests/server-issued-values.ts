import type { ResourceModel } from '../../resources/index.ts';
import { type Api, jsonBodyOf, type Operation, propertiesOf, wordsOf } from '../../spec/index.ts';
import { escapeToken } from '../../wire/index.ts';
import { compositeKey } from '../resource-index/paths.ts';

/**
 * Values of a request that only the service can know: names of query parameters, and pointers into a JSON
 * body.
 */
export interface ServerIssuedValues {
  /** Parameters for cursors, required or not. */
  readonly cursors: readonly string[];
  /** Optional query parameters: cursors, and numbers of pages that may not exist. */
  readonly query: readonly string[];
  /** Optional properties of the body. */
  readonly body: readonly string[];
}

/** Names that mean a cursor in every operation. */
const TOKENS = /^(next|(next[-_]?)?page|pagination|continuation|starting)[-_]?token$/i;

const isNameOfRecord = (property: string): boolean => wordsOf(property).at(-1) === 'name';

/** Places with such values, also of operations that list without GET (`POST /ListLinks` with `NextToken`). */
export function issuedByService(
  { api, model }: { readonly api: Api; readonly model: ResourceModel },
  operation: Operation,
): ServerIssuedValues {
  const { kind, list: { page } = {}, resource } = model.roleOf(operation);
  // A create with an id may update the item that has it. A name is the client's to give.
  const named = kind === 'create' ? resource?.id?.property?.replace(/^\//, '') : undefined;
  // So are the names that tell an item apart only together.
  const isClients = resource !== undefined && compositeKey(resource).length > 0;
  const ownId = named !== undefined && (isClients || isNameOfRecord(named)) ? undefined : named;
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
