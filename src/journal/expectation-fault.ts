import { type Api, suggestion } from '../spec/index.ts';

const MEMBERS: Readonly<Record<string, readonly string[]>> = {
  operation: ['string'],
  method: ['string'],
  path: ['string'],
  world: ['string'],
  query: ['object'],
  headers: ['object'],
  body: ['object', 'string', 'number', 'boolean'],
  status: ['number'],
  exactly: ['number'],
  atLeast: ['number'],
  atMost: ['number'],
};

/** Why something is not an expectation: a name or a value that would be compared with nothing. `undefined` where it is one. */
export function expectationFault(expectation: object, api: Api | undefined): string | undefined {
  for (const [name, value] of Object.entries(expectation)) {
    const types = Object.hasOwn(MEMBERS, name) ? MEMBERS[name] : undefined;
    if (types === undefined)
      return `\`${name}\` is not a property of an expectation. ${suggestion(name, Object.keys(MEMBERS))}`;
    if (value !== undefined && !types.includes(typeof value)) return `\`${name}\` must be ${types.join(' or ')}.`;
  }
  const { operation } = expectation as { readonly operation?: string };
  return operation === undefined || api === undefined ? undefined : operationFault(operation, api);
}

/** The count of an unknown name would be 0, which fulfils every `atMost`. */
export function operationFault(id: string, api: Api): string | undefined {
  if (api.operation(id) !== undefined) return undefined;
  const known = api.operations.map((each) => each.id);
  return `The document has no operation \`${id}\`. ${suggestion(id, known)}`;
}
