import type { HttpRequest } from '../../core/index.ts';
import type { Operation } from '../../spec/index.ts';
import type { CaseContext } from '../model/case-context.ts';

/** A request for a place, with the query parameters and header fields that its operation requires. */
export function withRequiredParameters(
  { generator, seed }: Pick<CaseContext, 'generator' | 'seed'>,
  operation: Operation,
  request: HttpRequest,
): HttpRequest {
  if (!operation.parameters.some((parameter) => parameter.required && parameter.in !== 'path')) return request;
  const intent = { kind: 'valid', optional: 'required' } as const;
  const drawn = generator.request(operation, intent, { seed, at: `demands/${operation.id}` });
  if (!drawn.ok) return request;
  const { query, headers } = drawn.value;
  const fields = headers.filter(([name]) => name.toLowerCase() !== 'content-type');
  return { ...request, query: request.query === '' ? query : request.query, headers: [...request.headers, ...fields] };
}
