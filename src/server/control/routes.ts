import { type Context, Hono } from 'hono';
import type { Json } from '../../core/index.ts';
import { issueToken, type Mock } from '../../mock/index.ts';
import { stringifyJson } from '../../wire/index.ts';
import { controlProblem, json, refusal } from './control-answer.ts';
import type { ControlDependencies } from './control-dependencies.ts';
import { dataRoutes } from './data-routes.ts';
import { controlDocument } from './document.ts';
import { eventRoute } from './event-stream.ts';
import { journalRoutes } from './journal-routes.ts';
import { operationRoutes } from './operation-routes.ts';
import { overrideRoutes } from './override-routes.ts';
import { worldRoutes } from './world-routes.ts';

/**
 * The control routes, relative to their prefix. Access was checked before; they are not part of the
 * documented API.
 */
export function controlRoutes(dependencies: ControlDependencies): Hono {
  const { journal } = dependencies;
  const app = new Hono();

  app.get('/health', async (c) => {
    const mock = dependencies.mock();
    // A load balancer removes a process whose state is unavailable: the error handler below makes
    // that a 503.
    const worlds = await mock.store.worlds();
    return json(c, {
      status: 'ok',
      server: 'standin',
      keys: dependencies.hasKeys,
      version: dependencies.version,
      title: mock.api.title,
      operations: mock.api.operations.length,
      seed: dependencies.seed,
      state: mock.store.name,
      worlds: worlds.length,
      exchanges: journal.recorded,
    });
  });
  app.get('/openapi.json', (c) => json(c, controlDocument(dependencies.prefix, dependencies.version)));
  app.get('/document', (c) => {
    const { text, type } = publishedDocument(dependencies.mock().api);
    return c.body(text, 200, { 'content-type': type });
  });
  app.get('/model', (c) => json(c, dependencies.model()));
  eventRoute(app, dependencies);
  journalRoutes(app, dependencies);
  worldRoutes(app, dependencies);
  dataRoutes(app, dependencies);
  operationRoutes(app, dependencies);
  overrideRoutes(app, dependencies);
  app.post('/token', async (c) => {
    const answer = issueToken(
      dependencies.mock(),
      new Uint8Array(await c.req.arrayBuffer()),
      c.req.header('content-type'),
    );
    if (answer === undefined) return controlProblem(c, 404, 'The document has no `oauth2` or `openIdConnect` scheme.');
    c.header('cache-control', 'no-store');
    c.header('pragma', 'no-cache');
    return json(c, answer.body, answer.status);
  });

  app.notFound((c) => answerUnknownRoute(app, c, dependencies.prefix));
  app.onError(refusal);
  return app;
}

function answerUnknownRoute(app: Hono, c: Context, prefix: string): Response {
  const allowed = methodsAt(app, c.req.path);
  const request = `${c.req.method} ${prefix}${c.req.path === '/' ? '' : c.req.path}`;
  // The earlier name of the routes.
  const renamed = /^\/scenarios(\/|$)/.test(c.req.path) ? ` Starting states are at ${prefix}/starting-states;` : '';
  const all = `${prefix}/openapi.json describes them all.`;
  if (allowed.length === 0) return controlProblem(c, 404, `There is no control route ${request};${renamed} ${all}`);
  c.header('allow', allowed.join(', '));
  return controlProblem(
    c,
    405,
    `There is no control route ${request}, but there is ${methodList(allowed)} of it; ${all}`,
  );
}

/** The document as it was read. Of several files only the first one is published. */
function publishedDocument({ document, files }: Mock['api']): { readonly text: string; readonly type: string } {
  const text = files[0]?.text ?? '';
  if (text === '') return { text: stringifyJson(document as Json), type: 'application/json' };
  return { text, type: text.trimStart().startsWith('{') ? 'application/json' : 'application/yaml' };
}

/** The methods with a route for a path; a parameter of a route is one segment. */
function methodsAt(app: Hono, path: string): readonly string[] {
  const segments = path.split('/');
  const fits = (route: string): boolean => {
    const pattern = route.split('/');
    return (
      pattern.length === segments.length && pattern.every((part, at) => part.startsWith(':') || part === segments[at])
    );
  };
  return [...new Set(app.routes.filter((route) => fits(route.path)).map(({ method }) => method))];
}

function methodList(methods: readonly string[]): string {
  const first = methods.slice(0, -1).join(', ');
  return first === '' ? methods.join('') : `${first} and ${methods.at(-1)}`;
}
