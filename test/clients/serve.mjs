import { existsSync } from 'node:fs';
import { createMock } from 'standin';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { ownDocument, unpack } from './documents.mjs';

/**
 * Serves a document of `documents/`, or a parsed one, on a free port for all tests of a file. Every test starts from the same seeded records.
 * The clock of the mock is the real one, because clients compare times with it. Credentials are needed where the document says so, as of the service.
 */
export function serve(wanted, choices = {}) {
  const service = { url: '', mock: undefined };
  let remove = () => {};
  beforeAll(async () => {
    const { document, remove: clean } = typeof wanted === 'string' ? opened(wanted) : { document: wanted, remove };
    remove = clean;
    service.mock = await createMock({ document, seed: 1, auth: 'document', ...choices });
    service.url = (await service.mock.listen({ port: 0 })).url;
  }, 120_000);
  beforeEach(() => service.mock.reset());
  afterAll(async () => {
    await service.mock?.close();
    remove();
  });
  return service;
}

/** The path of a document, and what takes it away again where it had to be unpacked. */
function opened(name) {
  const own = ownDocument(name);
  if (existsSync(own)) return { document: own, remove: () => {} };
  const { path, remove } = unpack(name);
  return { document: path, remove };
}
