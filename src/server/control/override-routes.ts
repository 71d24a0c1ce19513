import type { Hono } from 'hono';
import type { Json, JsonObject } from '../../core/index.ts';
import type { OverrideChange } from '../../mock/index.ts';
import { controlProblem, json, objectIn, worldIn } from './control-answer.ts';
import type { ControlDependencies } from './control-dependencies.ts';
import { changeFault, overrideFrom } from './override-input.ts';

/** Overrides of a world: the first that applies to a request decides its answer. */
export function overrideRoutes(app: Hono, { mock }: ControlDependencies): void {
  const missing = (id: string): string => `There is no override \`${id}\` in this world.`;

  app.get('/overrides', async (c) => json(c, { overrides: (await mock().overrides(worldIn(c))) as unknown as Json }));
  app.post('/overrides', async (c) => {
    const body = await objectIn(c);
    const read = body === undefined ? { fault: 'The override must be a JSON object.' } : overrideFrom(body, mock().api);
    return 'fault' in read
      ? controlProblem(c, 422, read.fault)
      : json(c, (await mock().addOverride(worldIn(c), read.override)) as unknown as Json, 201);
  });
  app.delete('/overrides', async (c) => {
    await mock().clearOverrides(worldIn(c));
    return c.body(null, 204);
  });
  app.patch('/overrides/:id', async (c) => {
    const body = await objectIn(c);
    const fault =
      body === undefined ? 'The change of an override must be a JSON object.' : changeFault(body, mock().api);
    if (fault !== undefined) return controlProblem(c, 422, fault);
    const id = c.req.param('id');
    const after = await mock().changeOverride(worldIn(c), id, changeFrom(body ?? {}));
    return after === undefined ? controlProblem(c, 404, missing(id)) : json(c, after as unknown as Json);
  });
  app.delete('/overrides/:id', async (c) =>
    (await mock().dropOverride(worldIn(c), c.req.param('id')))
      ? c.body(null, 204)
      : controlProblem(c, 404, missing(c.req.param('id'))),
  );
}

/** `null` removes a property of the override. */
function changeFrom(body: JsonObject): OverrideChange {
  // `changeFault` has validated every property.
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => [name, value === null ? undefined : value]),
  ) as OverrideChange;
}
