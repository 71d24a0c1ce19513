import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CORPUS, inMemory, type Server } from './harness.ts';

const NOW = '2026-12-01T00:00:00Z';

/** Documents of other people, served from inference alone. */
describe.skipIf(!existsSync(CORPUS))(
  'a document that was not written for standin (skipped where ../shared/corpus is absent)',
  () => {
    let server: Server;
    const call: Server['call'] = async (...args) => {
      const answer = await server.call(...args);
      expect(answer.headers.get('standin-violations') ?? (answer.status < 400 ? '0' : '')).toMatch(
        answer.status < 400 ? /^0$/ : /^\d*$/,
      );
      return answer;
    };

    describe('petstore3', () => {
      beforeAll(async () => {
        server = await inMemory({ document: join(CORPUS, 'petstore3.yaml'), now: NOW, auth: 'document' });
      });
      afterAll(() => server.close());
      const auth = { authorization: 'Bearer any', api_key: 'any' };

      it('keeps a pet whose id the client chose, below the base path and without it', async () => {
        expect(
          (
            await call(
              'POST /api/v3/pet',
              { id: 77, name: 'Rex', photoUrls: ['http://a/b'], status: 'available' },
              auth,
            )
          ).json,
        ).toMatchObject({ id: 77, name: 'Rex' });
        expect((await call('GET /api/v3/pet/77', undefined, auth)).json).toMatchObject({ id: 77, name: 'Rex' });
        expect((await call('GET /pet/77', undefined, auth)).json.name).toBe('Rex');
      });

      it('replaces it by the id in the body, finds it by status, and forgets it', async () => {
        expect(
          (await call('PUT /api/v3/pet', { id: 77, name: 'Max', photoUrls: [], status: 'sold' }, auth)).json,
        ).toMatchObject({ id: 77, name: 'Max' });
        const sold = (await call('GET /api/v3/pet/findByStatus?status=sold', undefined, auth)).json as {
          id: number;
          status: string;
        }[];
        expect(sold.map((pet) => pet.id)).toContain(77);
        expect(sold.every((pet) => pet.status === 'sold')).toBe(true);
        expect((await call('DELETE /api/v3/pet/77', undefined, auth)).status).toBe(200);
        expect((await call('GET /api/v3/pet/77', undefined, auth)).status).toBe(404);
      });

      it('speaks XML both ways', async () => {
        const created = await call(
          'POST /api/v3/pet',
          '<pet><id>78</id><name>Xaver</name><photoUrls><photoUrl>http://a/b</photoUrl></photoUrls></pet>',
          { ...auth, 'content-type': 'application/xml', accept: 'application/xml' },
        );
        expect([created.status, created.headers.get('content-type')]).toEqual([200, 'application/xml']);
        expect(created.text).toContain('<name>Xaver</name>');
        expect(
          (await call('GET /api/v3/pet/78', undefined, { ...auth, accept: 'application/json' })).json,
        ).toMatchObject({ id: 78, name: 'Xaver', photoUrls: ['http://a/b'] });
      });

      it('keeps users by their names', async () => {
        expect((await call('POST /api/v3/user', { username: 'ada', email: 'ada@example.org' })).status).toBe(200);
        expect((await call('GET /api/v3/user/ada')).json).toMatchObject({ username: 'ada', email: 'ada@example.org' });
        expect((await call('GET /api/v3/user/nobody')).status).toBe(404);
      });

      it('demands credentials, and says that any will do', async () => {
        const answer = await server.call('GET /api/v3/pet/1');
        expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([
          401,
          expect.stringContaining('Bearer'),
        ]);
        expect(answer.json.detail).toContain('Any non-empty one is accepted');
      });
    });

    describe('museum', () => {
      beforeAll(async () => {
        server = await inMemory({ document: join(CORPUS, 'museum.yaml'), now: NOW, auth: 'document' });
      });
      afterAll(() => server.close());
      const auth = { authorization: `Basic ${btoa('a:b')}` };

      it('takes a special event through its life', async () => {
        const created = await call(
          'POST /special-events',
          { name: 'Night', location: 'Hall', eventDescription: 'Dark.', dates: ['2026-12-24'], price: 12.5 },
          auth,
        );
        expect(created.status).toBe(201);
        const { eventId } = created.json;
        expect(created.headers.get('location')).toBe(`/special-events/${eventId}`);
        expect((await call(`GET /special-events/${eventId}`, undefined, auth)).json).toEqual(created.json);
        expect((await call(`PATCH /special-events/${eventId}`, { price: 0 }, auth)).json).toEqual({
          ...created.json,
          price: 0,
        });
        expect(
          (await call('GET /special-events?limit=30', undefined, auth)).json.map(
            (each: { eventId: string }) => each.eventId,
          ),
        ).toContain(eventId);
        expect((await call(`DELETE /special-events/${eventId}`, undefined, auth)).status).toBe(204);
        expect((await call(`GET /special-events/${eventId}`, undefined, auth)).status).toBe(404);
      });

      it('begins with the events that its examples tell of', async () => {
        expect((await call('GET /special-events', undefined, auth)).json[0].name).toBe('Sasquatch Ballet');
      });
    });

    describe('galaxy', () => {
      beforeAll(async () => {
        server = await inMemory({ document: join(CORPUS, 'scalar-galaxy-31.yaml'), now: NOW, auth: 'document' });
      });
      afterAll(() => server.close());
      const auth = { authorization: 'Bearer any' };

      it('lists planets in its envelope, pages through them, and adds one', async () => {
        const list = (await call('GET /planets?limit=3&offset=3')).json;
        expect(list.data.map((planet: { id: number }) => planet.id)).toEqual([4, 5, 6]);
        expect(list.meta).toMatchObject({ limit: 3, offset: 3, total: 7 });
        const created = await call('POST /planets', { name: 'Tatooine' }, auth);
        expect([created.status, created.json]).toEqual([201, expect.objectContaining({ id: 8, name: 'Tatooine' })]);
        expect((await call('GET /planets/8')).json.name).toBe('Tatooine');
        expect((await call('DELETE /planets/8', undefined, auth)).status).toBe(204);
        const gone = await call('GET /planets/8');
        expect([gone.status, gone.json.title, gone.json.status]).toEqual([404, 'Not Found', 404]);
      });
    });
  },
);
