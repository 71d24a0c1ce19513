import type { Hono } from 'hono';
import { type Json, type JsonObject, StandinError } from '../../core/index.ts';
import { isWorldName, snapshotFault } from '../../mock/index.ts';
import { controlProblem, json, objectIn, worldIn } from './control-answer.ts';
import type { ControlDependencies } from './control-dependencies.ts';
import { compareSnapshots } from './snapshot-comparison.ts';
import { createSnapshots } from './snapshots.ts';

/** Worlds: their content, snapshots, starting states, clocks. */
export function worldRoutes(app: Hono, { mock, now }: ControlDependencies): void {
  const snapshots = createSnapshots(mock);

  app.post('/reset', async (c) => {
    await mock().reset(worldIn(c));
    return c.body(null, 204);
  });
  app.get('/state', async (c) => json(c, (await mock().snapshot(worldIn(c))) as unknown as Json));
  app.put('/state', async (c) => {
    const body = await objectIn(c);
    if (body === undefined || typeof body['collections'] !== 'object' || body['collections'] === null)
      return controlProblem(c, 422, 'The state must be an object with `collections`, as `GET state` gives it.');
    const fault = snapshotFault(body);
    if (fault !== undefined) return controlProblem(c, 422, `The state cannot be taken: ${fault}.`);
    await mock().restore(worldIn(c), body as never);
    return c.body(null, 204);
  });

  const noSnapshot = (name: string | undefined): string => `There is no snapshot \`${name}\`.`;
  app.get('/snapshots', async (c) => json(c, { snapshots: [...(await snapshots.names(worldIn(c)))] }));
  app.post('/snapshots/:name', async (c) =>
    json(c, { name: c.req.param('name'), entities: await snapshots.save(worldIn(c), c.req.param('name')) }, 201),
  );
  app.get('/snapshots/:name', async (c) => {
    const snapshot = await snapshots.find(worldIn(c), c.req.param('name'));
    return snapshot === undefined ? controlProblem(c, 404, noSnapshot(c.req.param('name'))) : json(c, snapshot);
  });
  app.delete('/snapshots/:name', async (c) =>
    (await snapshots.drop(worldIn(c), c.req.param('name')))
      ? c.body(null, 204)
      : controlProblem(c, 404, noSnapshot(c.req.param('name'))),
  );
  app.post('/snapshots/:name/restore', async (c) =>
    (await snapshots.restore(worldIn(c), c.req.param('name')))
      ? c.body(null, 204)
      : controlProblem(c, 404, noSnapshot(c.req.param('name'))),
  );
  app.get('/snapshots/:name/compare/:other', async (c) => {
    const world = worldIn(c);
    const [name, other] = [c.req.param('name'), c.req.param('other')];
    const before = await snapshots.find(world, name);
    // The present state of the world is not a stored snapshot.
    const after =
      other === 'now' ? ((await mock().snapshot(world)) as unknown as Json) : await snapshots.find(world, other);
    if (before === undefined) return controlProblem(c, 404, noSnapshot(name));
    if (after === undefined) return controlProblem(c, 404, noSnapshot(other));
    return json(c, compareSnapshots(before, after));
  });

  app.get('/starting-states', (c) => json(c, { startingStates: mock().startingStates as unknown as Json }));
  app.get('/starting-states/:name', (c) => {
    const state = mock().startingStates.find((each) => each.name === c.req.param('name'));
    return state === undefined
      ? controlProblem(c, 404, `There is no starting state \`${c.req.param('name')}\`.`)
      : json(c, state as unknown as Json);
  });
  app.post('/starting-states/:name', async (c) => {
    await mock().startFrom(worldIn(c), c.req.param('name'));
    return c.body(null, 204);
  });

  app.get('/clock', async (c) => json(c, clockOf(now(), await mock().clock(worldIn(c)))));
  app.put('/clock', async (c) => {
    const body = await objectIn(c);
    if (body === undefined) return controlProblem(c, 400, 'The clock must be a JSON object.');
    const world = worldIn(c);
    const offset = offsetIn(body, now(), await mock().clock(world));
    await mock().moveClock(world, offset);
    return json(c, clockOf(now(), offset));
  });

  app.get('/worlds', async (c) =>
    json(c, { worlds: (await mock().store.worlds()).filter(({ name }) => isWorldName(name)) as unknown as Json }),
  );
  app.put('/worlds/:name', async (c) => {
    const name = c.req.param('name');
    if (!isWorldName(name)) return controlProblem(c, 422, 'A world name has 1 to 128 letters, digits and . _ : @ ~ -.');
    await mock().store.world(name);
    return c.body(null, 204);
  });
  app.delete('/worlds/:name', async (c) =>
    (await mock().store.drop(c.req.param('name')))
      ? c.body(null, 204)
      : controlProblem(c, 404, `There is no world \`${c.req.param('name')}\`.`),
  );
}

const clockOf = (now: number, offset: number): JsonObject => ({ now: new Date(now + offset).toISOString(), offset });

/** A hundred years, in milliseconds. */
const FARTHEST = 3_155_760_000_000;

/**
 * The requested offset: from an instant, an offset in milliseconds, or a change of the present one. Throws
 * `usage`.
 */
function offsetIn(body: JsonObject, now: number, offset: number): number {
  const [[name, value] = ['', null], ...others] = Object.entries(body);
  const wantedOffset =
    others.length > 0
      ? Number.NaN
      : name === 'now' && typeof value === 'string'
        ? Date.parse(value) - now
        : name === 'offset' && typeof value === 'number'
          ? value
          : name === 'advance' && typeof value === 'number'
            ? offset + value
            : Number.NaN;
  if (Number.isFinite(wantedOffset) && Math.abs(wantedOffset) <= FARTHEST) return Math.round(wantedOffset);
  throw new StandinError(
    'usage',
    'The clock takes one of `now` (an instant such as 2027-07-01T00:00:00Z), `offset` and `advance` (milliseconds), within a hundred years.',
  );
}
