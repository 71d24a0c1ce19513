import type { HttpRequest } from '../../core/index.ts';
import type { Role } from '../../resources/index.ts';
import type { DecodedParameters } from '../../spec/index.ts';
import { asObject } from './object.ts';

/** Path and query parameters of a call by name, from its body or query. */
export function parametersOfCall(
  { id, kind }: Role,
  says: NonNullable<Role['says']>,
  { body }: HttpRequest,
  parameters: DecodedParameters,
): DecodedParameters {
  const sent = says === 'body' && body.kind === 'parsed' ? asObject(body.value) : {};
  const query = kind === 'list' ? { ...parameters.query, ...sent } : parameters.query;
  const sentId = id === undefined ? undefined : says === 'body' ? sent[id.parameter] : query[id.parameter];
  const path =
    id === undefined || sentId === undefined ? parameters.path : { ...parameters.path, [id.parameter]: sentId };
  return { ...parameters, query, path };
}
