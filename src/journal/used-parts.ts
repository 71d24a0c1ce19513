import type { Body, HttpRequest, Json } from '../core/index.ts';
import type { Parameter } from '../spec/index.ts';
import { fieldValues, formatPointer, isArray, parseCookies, parseQuery } from '../wire/index.ts';
import type { DeprecatedParts, PartSchema } from './deprecated-parts.ts';

/** Pointers into the message of the deprecated parts that a request uses; `*` stands for any item or any unnamed property. */
export function usedParts(request: HttpRequest, { parameters, body }: DeprecatedParts): readonly UsedPart[] {
  const used: UsedPart[] = parameters
    .filter((parameter) => isUsed(parameter, request))
    .map((parameter) => ({ kind: 'parameter', pointer: formatPointer([parameter.in, parameter.name]), parameter }));
  if (body.length === 0) return used;
  const pointers = new Set<string>();
  for (const value of valuesOf(request.body)) look(value, body, ['body'], pointers);
  return [...used, ...Array.from(pointers, (pointer): UsedPart => ({ kind: 'property', pointer }))];
}

export interface UsedPart {
  readonly kind: 'parameter' | 'property';
  readonly pointer: string;
  readonly parameter?: Parameter;
}

function isUsed({ name, in: location }: Parameter, request: HttpRequest): boolean {
  switch (location) {
    case 'path':
      return true;
    case 'header':
      return fieldValues(request.headers, name).length > 0;
    case 'cookie':
      return parseCookies(request.headers).some((cookie) => cookie.name === name);
    case 'querystring':
      return request.query !== '';
    case 'query': {
      const query = parseQuery(request.query);
      // `name[…]` is how deepObject spells the properties of a parameter.
      return query.ok && query.pairs.some((pair) => pair.name === name || pair.name.startsWith(`${name}[`));
    }
  }
}

function valuesOf(body: Body): readonly Json[] {
  if (body.kind === 'parsed') return [body.value];
  return body.kind === 'stream' ? [body.items] : [];
}

/** Several ways may lead to a node: each is followed once, or the list would grow with every level of the value. */
const distinct = <T>(list: readonly T[]): readonly T[] => [...new Set(list)];

function look(value: Json, nodes: readonly PartSchema[], at: readonly string[], found: Set<string>): void {
  if (typeof value !== 'object' || value === null || nodes.length === 0) return;
  const others = distinct(nodes.flatMap((node) => node.others));
  if (isArray(value)) {
    for (const item of value) look(item, others, [...at, '*'], found);
    return;
  }
  for (const [name, each] of Object.entries(value)) {
    const members = nodes.flatMap((node) => node.properties.get(name) ?? []);
    if (members.some(({ deprecated }) => deprecated)) found.add(formatPointer([...at, name]));
    if (members.length === 0) look(each, others, [...at, '*'], found);
    else look(each, distinct(members.flatMap((member) => member.nodes)), [...at, name], found);
  }
}
