import type { HttpRequest, Json } from '../../core/index.ts';
import type { Resource, ResourceModel } from '../../resources/index.ts';
import { asciiName, isArray, isObject, parseQuery } from '../../wire/index.ts';

/** Records of one resource that a request names outside its path. */
export interface NamedRecords {
  readonly resource: Resource;
  readonly ids: readonly Json[];
}

/**
 * The records that a command names in body and query, by properties with the name of a resource's id:
 * `petId`, `pet_ids`.
 */
export function namedByCommand(model: ResourceModel, request: HttpRequest): readonly NamedRecords[] {
  return membersOutsidePath(request).flatMap(({ name, value }) => {
    const resource = resourceCalled(model, name);
    const ids = (isArray(value) ? value : [value]).filter((id) => typeof id === 'string' || typeof id === 'number');
    return resource === undefined || ids.length === 0 ? [] : [{ resource, ids }];
  });
}

/** A query parameter, or a property of the body. */
interface RequestMember {
  readonly in: 'query' | 'body';
  readonly name: string;
  readonly value: Json;
}

/** The query parameters of a request, and the properties of its body. */
export function membersOutsidePath({ query, body }: HttpRequest): readonly RequestMember[] {
  const parsed = parseQuery(query);
  const inQuery = parsed.ok ? parsed.pairs : [];
  const inBody = body.kind === 'parsed' && isObject(body.value) ? Object.entries(body.value) : [];
  return [
    ...inQuery.map(({ name, value }) => ({ in: 'query' as const, name, value })),
    ...inBody.map(([name, value]) => ({ in: 'body' as const, name, value })),
  ];
}

function resourceCalled({ resources }: ResourceModel, name: string): Resource | undefined {
  const called = asciiName(name).replace(/s$/, '');
  return resources.find(({ id, singular, singleton }) => {
    if (id === undefined || singleton || !called.endsWith('id') || called === 'id') return false;
    return called === `${asciiName(singular)}id` || called === asciiName(id.parameter);
  });
}
