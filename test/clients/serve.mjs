import { existsSync } from 'node:fs';
import { createMock } from 'standin';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { ownDocument, unpack } from './documents.mjs';

/**
 * Serves a document of `documents/` on a free port for all tests of a file. Every test starts from the same seeded records.
 * The clock of the mock is the real one, because clients compare times with it.
 */
export function serve(name, choices = {}) {
  const service = { url: '', mock: undefined };
  let remove = () => {};
  beforeAll(async () => {
    const own = ownDocument(name);
    const unpacked = existsSync(own) ? { path: own, remove } : unpack(name);
    remove = unpacked.remove;
    service.mock = await createMock({ document: unpacked.path, seed: 1, ...choices });
    service.url = (await service.mock.listen({ port: 0 })).url;
  }, 120_000);
  beforeEach(() => service.mock.reset());
  afterAll(async () => {
    await service.mock?.close();
    remove();
  });
  return service;
}
