import type { HttpRequest } from '../../core/index.ts';
import type { Api, Operation, OwnServerPath } from '../../spec/index.ts';
import type { Target } from './target.ts';

/**
 * Sends requests of operations with a server of their own below its path: where the document's server is `/api/v1`, and the
 * target `http://host/api/v1`, one with the server `/api` goes to `http://host/api`. The target itself if there are none.
 */
export function createServerTarget(target: Target, api: Api, open: (base: string) => Target): Target {
  if (api.operations.every(({ serverPath }) => serverPath === undefined)) return target;
  const others = new Map<string, Target>();

  function operationOf(request: HttpRequest, id: string | undefined): Operation | undefined {
    const named = id === undefined ? undefined : api.operation(id);
    if (named !== undefined) return named;
    const match = api.match(request);
    if (match.kind === 'found') return match.operation;
    return match.kind === 'wrong-method' ? match.operations[0] : undefined;
  }

  function targetFor(base: string): Target {
    const other = others.get(base) ?? open(base);
    others.set(base, other);
    return other;
  }

  return {
    base: target.base,
    loopback: target.loopback,
    async send(request, options) {
      const serverPath = operationOf(request, options.operation)?.serverPath;
      const base = serverPath === undefined ? target.base : baseOf(target.base, serverPath);
      if (base === target.base) return target.send(request, options);
      const outcome = await targetFor(base).send(request, options);
      return { ...outcome, onWire: { request, base } };
    },
    async close() {
      await Promise.all([target, ...others.values()].map((each) => each.close()));
    },
  };
}

/** The base URL of an operation's own server. That of the target if it is not below the path of the document's server. */
function baseOf(base: string, { own, document }: OwnServerPath): string {
  if (document !== '' && !new URL(base).pathname.endsWith(document)) return base;
  return base.slice(0, base.length - document.length) + own;
}
