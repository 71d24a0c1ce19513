import { type Api, type Operation, type Parameter, responseFor, type Schema } from '../../spec/index.ts';
import { schemasAt } from '../../usage/index.ts';
import { isJson, parsePointer } from '../../wire/index.ts';

/** JSON Pointers into the document of all schemas that describe one place of an operation's messages. */
export type MessagePointers = (operation: Operation, at: string) => ReadonlySet<string>;

export function createMessagePointers(api: Api): MessagePointers {
  const known = new Map<Operation, Map<string, ReadonlySet<string>>>();
  return (operation, at) => {
    const places = known.get(operation) ?? new Map<string, ReadonlySet<string>>();
    known.set(operation, places);
    const before = places.get(at);
    if (before !== undefined) return before;
    const made = new Set(pointersOf(api, operation, parsePointer(at) ?? []));
    places.set(at, made);
    return made;
  };
}

function pointersOf(api: Api, operation: Operation, [part = '', ...tokens]: readonly string[]): readonly string[] {
  const below = (schema: Schema | undefined, rest: readonly string[]): readonly string[] =>
    schema === undefined ? [] : schemasAt(api, schema, rest).flatMap((each) => api.pointerOf(each) ?? []);
  if (part === 'operation') return [operation.pointer];
  if (part === 'body') {
    const media = operation.body?.content.find(({ mediaType }) => isJson(mediaType));
    const own =
      tokens.length === 0
        ? [operation.body?.pointer, ...(operation.body?.content ?? []).map(({ pointer }) => pointer)]
        : [];
    return [...own.flatMap((each) => each ?? []), ...below(media?.schema, tokens)];
  }
  if (part === 'response') return responsePointers(tokens);
  const [name = '', ...rest] = tokens;
  const parameter = operation.parameters.find((each) => each.in === part && keyOf(each) === name);
  if (parameter === undefined) return [];
  return [
    ...(rest.length === 0 ? [parameter.pointer] : []),
    ...below(parameter.schema ?? parameter.content?.schema, rest),
  ];

  function responsePointers([status = '', where, ...rest]: readonly string[]): readonly string[] {
    const spec = responseFor(operation, Number(status));
    if (spec === undefined) return [];
    if (where === undefined) return [spec.pointer];
    if (where === 'header') {
      const header = spec.headers.find((each) => each.name.toLowerCase() === rest[0]);
      return header === undefined ? [] : [header.pointer, ...below(header.schema ?? header.content?.schema, [])];
    }
    const media = spec.content.find(({ mediaType }) => isJson(mediaType));
    const own = rest.length === 0 ? spec.content.map(({ pointer }) => pointer) : [];
    return [...own, ...below(media?.schema, rest)];
  }
}

const keyOf = ({ in: place, name }: Parameter): string => (place === 'header' ? name.toLowerCase() : name);
