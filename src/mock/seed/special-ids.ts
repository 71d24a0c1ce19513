import type { Json } from '../../core/index.ts';
import type { Resource } from '../../resources/index.ts';
import type { Operation } from '../../spec/index.ts';
import type { MockContext, RequestContext } from '../model/context.ts';
import { placeOf } from '../model/place.ts';

/** Words that stand for an id, where the description of a path parameter has them: `If the string "me" is supplied`. */
const WORDS = '@?me|self|current|mine|~';
const STANDS_IN = new RegExp(`["'\`“](${WORDS})["'\`”]`, 'gi');
/** Such a word. Every request asks for it, so it is looked at before the description. */
const WORD = new RegExp(`^(?:${WORDS})$`, 'i');
/** An id that an item always has: `The root folder is always represented by the ID `0``. */
const ALWAYS = /\b(?:represented by|always has|always have) (?:the )?(?:id|identifier) ["'`“]([\w-]+)["'`”]/gi;
/** Codes of a standard, which no client creates. */
const CODES: readonly (readonly [says: RegExp, code: RegExp])[] = [
  [/\bISO[- ]?3166\b/i, /^[A-Z]{2,3}$/],
  [/\bISO[- ]?639\b/i, /^[a-z]{2,3}$/],
  [/\bISO[- ]?4217\b/i, /^[A-Z]{3}$/],
];

/** Whether the item with this id is there without having been created, by the description of its id. */
export function isThereAnyway(mock: MockContext, resource: Resource, id: string): boolean {
  const text = describedId(mock.operationsAt(resource.itemPath)[0], resource.id?.parameter);
  if (text === undefined) return false;
  if ([...text.matchAll(ALWAYS)].some(([, always]) => always === id)) return true;
  return CODES.some(([says, code]) => says.test(text) && code.test(id)) && !isCreated(mock, resource);
}

function isCreated({ operationsAt }: MockContext, { collectionPath, itemPath }: Resource): boolean {
  return [...operationsAt(collectionPath), ...operationsAt(itemPath)].some(({ method }) =>
    /^(?:POST|PUT)$/.test(method),
  );
}

/** The request with the ids of records where its path has the described words for them: `me` is the caller, or the first record. */
export function withIdsForWords(mock: MockContext, context: RequestContext): RequestContext {
  const { operation, parameters } = context;
  let { path } = parameters;
  for (const [name, value] of Object.entries(path)) {
    if (typeof value !== 'string' || !isWordForId(operation, name, value)) continue;
    const id = recordMeant(mock, context, name);
    if (id !== undefined) path = { ...path, [name]: id };
  }
  return path === parameters.path ? context : { ...context, parameters: { ...parameters, path } };
}

function isWordForId(operation: Operation, name: string, value: string): boolean {
  if (!WORD.test(value)) return false;
  const text = describedId(operation, name) ?? '';
  return [...text.matchAll(STANDS_IN)].some(([, word = '']) => word.toLowerCase() === value.toLowerCase());
}

function recordMeant(mock: MockContext, context: RequestContext, name: string): Json | undefined {
  const end = `{${name}}`;
  const { path } = context.operation;
  const [shown] = mock.operationsAt(path.slice(0, path.indexOf(end) + end.length));
  const { resource } = shown === undefined ? context.role : mock.model.roleOf(shown);
  const property = resource?.id?.property;
  const place = resource === undefined ? undefined : placeOf(mock, resource, context.parameters.path);
  if (property === undefined || place?.prefix === undefined) return undefined;
  const caller = mock.callerOf();
  return caller?.place.resource === resource ? caller?.id : mock.seedsOf(place)[0]?.id;
}

function describedId(operation: Operation | undefined, name: string | undefined): string | undefined {
  return operation?.parameters.find((each) => each.in === 'path' && each.name === name)?.description;
}
