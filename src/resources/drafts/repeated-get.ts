import type { Operation } from '../../spec/index.ts';
import { answerSchemas } from '../schema/bodies.ts';

/** Why such a POST has no role. */
export const REPEATS_GET = 'POST takes the query parameters of GET on its path, and answers the same';

/**
 * Whether a POST repeats the GET of its path for clients that cannot send one: it has no body, and the same query
 * parameters, at least one, and answers. `others` are the operations of the path.
 */
export function repeatsGet(operation: Operation, others: readonly Operation[]): boolean {
  if (operation.method !== 'POST' || operation.body !== undefined) return false;
  const names = queryNames(operation);
  const get = names === '' ? undefined : others.find(({ method }) => method === 'GET');
  return get !== undefined && queryNames(get) === names && answersOf(get) === answersOf(operation);
}

function queryNames({ parameters }: Operation): string {
  const names = parameters.flatMap(({ in: place, name }) => (place === 'query' ? [encodeURIComponent(name)] : []));
  return names.sort().join('&');
}

const answersOf = (operation: Operation): string => JSON.stringify(answerSchemas(operation));
