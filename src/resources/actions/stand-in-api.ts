import { type Api, createMatcher } from '../../spec/index.ts';
import { findStandIns, isStandIn } from './stand-ins.ts';

/**
 * The same document with an operation for each call by name that does to a resource what such an operation would
 * do. The Api itself if it has no such calls.
 */
export function withStandIns(api: Api): Api {
  const standIns = findStandIns(api);
  if (standIns.length === 0) return api;
  const matchStandIn = createMatcher(standIns, { basePaths: api.basePaths, basePatterns: [] }, () => undefined);
  const match: Api['match'] = (request, options) => {
    const documented = api.match(request, options);
    if (documented.kind === 'found') return documented;
    const other = matchStandIn(request, options);
    return other.kind === 'found' || documented.kind === 'unknown-path' ? other : documented;
  };
  // Object.create returns `any`; the prototype is an Api.
  const whole: Api = Object.create(api, {
    operations: { value: [...api.operations, ...standIns] },
    match: { value: match },
  });
  return whole;
}

/** The operations that the document itself has. */
export function documentedOperations({ operations }: Pick<Api, 'operations'>): Api['operations'] {
  return operations.some(isStandIn) ? operations.filter((each) => !isStandIn(each)) : operations;
}
