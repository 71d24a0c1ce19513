import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { canMount, onSmallDisk, readOnly } from '../state/full-disk.ts';
import { hasSqlite } from '../state/sqlite-here.ts';
import { finish, type Running, start, urlIn } from './command.ts';
import { inMemory, type Server } from './harness.ts';
import { SHOP, SHOP_MOCKS } from './shop.ts';

const folder = mkdtempSync(join(tmpdir(), 'standin-durable-'));
writeFileSync(join(folder, 'shop.json'), SHOP);
writeFileSync(join(folder, 'mocks.mjs'), SHOP_MOCKS);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const opened: Server[] = [];
const running: Running[] = [];
afterEach(async () => {
  for (const each of running.splice(0)) await each.stop('SIGKILL');
  for (const server of opened.splice(0)) await server.close();
});

async function open(file: string): Promise<Server> {
  const server = await inMemory({
    document: join(folder, 'shop.json'),
    state: `sqlite:${file}`,
    onDefect: (error) => console.error(error),
  });
  opened.push(server);
  return server;
}

const close = async (server: Server): Promise<void> => {
  opened.splice(opened.indexOf(server), 1);
  await server.close();
};

describe.skipIf(!hasSqlite)(
  `a mock on a file${hasSqlite ? '' : ' (SKIPPED: this Node has no SQLite; one from 22.13 on has)'}`,
  () => {
    it('goes on after a restart where it was: entities, ids, overrides, snapshots, answers to keys', async () => {
      const file = join(folder, 'restart.db');
      const first = await open(file);
      const key = { 'idempotency-key': 'mine' };
      const made = await first.call('POST /animals', { name: 'Rex', status: 'sold' }, key);
      expect(made.status).toBe(201);
      await first.call('DELETE /animals/1');
      await first.call('POST /_standin/snapshots/before');
      await first.call('POST /_standin/overrides', { operation: 'listOrders', status: 418 });
      const list = (await first.call('GET /animals')).text;
      await close(first);

      const second = await open(file);
      expect((await second.call('GET /animals')).text).toBe(list);
      expect((await second.call('GET /animals/1')).status).toBe(404);
      expect((await second.call('GET /orders')).status).toBe(418);
      expect((await second.call('POST /animals', { name: 'Rex', status: 'sold' }, key)).text).toBe(made.text);
      expect((await second.call('POST /animals', { name: 'New' })).json.id).toBe(made.json.id + 1);
      await second.call('POST /_standin/snapshots/before/restore');
      expect((await second.call('GET /animals')).text).toBe(list);
    });

    it('keeps every digit of an int64, over a restart too', async () => {
      const file = join(folder, 'digits.db');
      const first = await open(file);
      const ids: [string, number][] = [];
      for (const digits of ['9007199254740993', '9223372036854775807', '-9223372036854775808']) {
        const made = await first.call('POST /orders', `{"animalId":${digits}}`);
        expect(made.text).toContain(digits);
        ids.push([digits, made.json.id]);
      }
      await close(first);
      const second = await open(file);
      for (const [digits, id] of ids) {
        expect((await second.call(`GET /orders/${id}`)).text).toContain(digits);
        expect((await second.call('GET /orders?limit=1000')).text).toContain(digits);
      }
    });

    it('sells the last animal once, though two processes hold the file', async () => {
      const args = ['mock', 'shop.json', '--mocks', 'mocks.mjs', '--state', 'sqlite:./two.db', '--port', '0'];
      const urls: string[] = [];
      for (let i = 0; i < 2; i++) {
        const each = start(args, folder);
        running.push(each);
        urls.push(urlIn(await each.until(/http:\/\//)));
      }
      const post = async (url: string, path: string, body: object) =>
        fetch(url + path, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        });
      for (let round = 0; round < 5; round++) {
        const { id } = (await (
          await post(urls[0] ?? '', '/animals', { name: 'Last', status: 'available' })
        ).json()) as {
          id: number;
        };
        const orders = await Promise.all(urls.map((url) => post(url, '/orders', { animalId: id })));
        expect(orders.map(({ status }) => status).sort()).toEqual([201, 409]);
      }
    });

    it.skipIf(!canMount)(
      'answers 507 while its disk is full, loses nothing, and goes on when there is room',
      async () => {
        await onSmallDisk(2_048, async (disk) => {
          const ballast = join(disk, 'ballast');
          writeFileSync(ballast, Buffer.alloc(1_024 * 1_024));
          const server = await open(join(disk, 'state.db'));
          expect((await server.call('POST /_standin/snapshots/empty')).status).toBe(201);
          const name = 'x'.repeat(20_000);
          let made = 0;
          let answer = await server.call('POST /animals', { name });
          for (; answer.status === 201 && made < 200; made++) answer = await server.call('POST /animals', { name });
          expect(answer.status).toBe(507);
          expect(answer.text).toContain('disk is full');
          expect(answer.text).not.toContain(disk);
          const before = (await server.call('GET /animals?limit=1000')).json.length;
          expect(before).toBeGreaterThanOrEqual(made);
          expect((await server.call('POST /_standin/snapshots/full')).status).toBe(507);
          expect((await server.call('GET /_standin/snapshots/full')).status).toBe(404);
          rmSync(ballast);
          expect((await server.call('POST /animals', { name })).status).toBe(201);
          expect((await server.call('GET /animals?limit=1000')).json.length).toBe(before + 1);
          await close(server);
        });
      },
    );

    it.each<[string, (path: string) => void, RegExp]>([
      ['its folder is not there', () => undefined, /nowhere.*does not exist/],
      ['there is a folder in its place', (path) => mkdirSync(path, { recursive: true }), /is a folder/],
      [
        'it is no database',
        (path) => {
          mkdirSync(join(path, '..'), { recursive: true });
          writeFileSync(path, 'hello '.repeat(1_000));
        },
        /not a SQLite database/,
      ],
    ])('is refused with the path and exit status 2 where %s', async (_, prepare, words) => {
      const path = join(mkdtempSync(join(folder, 'refused-')), 'nowhere', 'state.db');
      prepare(path);
      const end = await finish(['mock', 'shop.json', '--state', `sqlite:${path}`, '--port', '0'], folder);
      expect(end.status).toBe(2);
      expect(end.err).toMatch(words);
      expect(end.err).toContain('nowhere');
      expect(end.err).not.toMatch(/^ +at /m);
    });

    it.skipIf(!canMount)('is refused where it may not be written', async () => {
      await onSmallDisk(512, async (disk) => {
        readOnly(disk);
        const end = await finish(['mock', 'shop.json', '--state', `sqlite:${disk}/state.db`, '--port', '0'], folder);
        expect(end.status).toBe(2);
        expect(end.err).toContain(disk);
        expect(end.err).not.toMatch(/^ +at /m);
      });
    });
  },
);

describe.skipIf(hasSqlite)('a mock on a file, on a Node without SQLite', () => {
  it('says in one sentence what to install', async () => {
    const end = await finish(['mock', 'shop.json', '--state', 'sqlite:./state.db', '--port', '0'], folder);
    expect(end.status).toBe(2);
    expect(end.err).toMatch(/Node 22\.13|better-sqlite3/);
    expect(existsSync(join(folder, 'state.db'))).toBe(false);
  });
});
