import { expect, it } from 'vitest';
import { createSessions } from '../../src/hosts/session/test-session.ts';

const DOCUMENT = `${import.meta.dirname}/../../examples/openapi.yaml`;

it('an answer that a test arranges may break the document; a request may not', async () => {
  const sessions = createSessions();
  const busy = await sessions.begin('busy', { document: DOCUMENT });
  await busy.api.override({ operation: 'listBooks', status: 429 });
  expect((await busy.api.fetch('/books')).status).toBe(429);
  await expect(busy.end()).resolves.toBeUndefined();

  const wrong = await sessions.begin('wrong', { document: DOCUMENT });
  expect((await wrong.api.fetch('/books?genre=comic')).status).toBe(422);
  await expect(wrong.end()).rejects.toThrow('/query/genre');
  await sessions.close();
});
