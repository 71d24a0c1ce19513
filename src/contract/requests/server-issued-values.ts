import type { ResourceModel } from '../../resources/index.ts';
import { type Api, jsonBodyOf, type Operation, propertiesOf, wordsOf } from '../../spec/index.ts';
import { escapeToken } from '../../wire/index.ts';
import { compositeKey } from '../resource-index/paths.ts';
import { fixedProperties } from './fixed-properties.ts';
import { isVersionName, versionPlace } from './item-version.ts';
import { writeOptions } from './write-options.ts';

/**
 * Values that an ordinary request does not make up: names of query parameters, and pointers into a JSON body.
 * Most of them only the service can know.
 */
export interface ServerIssuedValues {
  /** Parameters for cursors, required or not. */
  readonly cursors: readonly string[];
  /** Optional query parameters that decide what a write does; see `writeOptions`. */
  readonly options: readonly string[];
  /** Optional query parameters: cursors, numbers of pages that may not exist, and options of a write. */
  readonly query: readonly string[];
  /** Optional properties of the body. */
  readonly body: readonly string[];
  /** Properties of the body that an update cannot change: each repeats what the item has. */
  readonly fixed: readonly string[];
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
  const options = writeOptions(operation);
  // Another write names the version that its item has, where the document has a conflict.
  const version = versionPlace(api, operation);
  const isIssued = (name: string): boolean =>
    TOKENS.test(name) || name === ownId || (isVersionName(name) && name !== version?.name);
  return {
    cursors: query.map(({ name }) => name).filter(isCursor),
    options,
    query: query
      .filter(({ name, required }) => !required && (isCursor(name) || name === page?.page || options.includes(name)))
      .map(({ name }) => name),
    body: members
      .filter(([name, { required }]) => !required && isIssued(name))
      .map(([name]) => `/${escapeToken(name)}`),
    fixed: fixedProperties(api, operation).map((name) => `/${escapeToken(name)}`),
  };
}
