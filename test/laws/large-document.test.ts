import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { assemble } from '../../src/library/assemble.ts';
import { CORPUS } from '../system/harness.ts';

const GITHUB = join(CORPUS, 'github.min.json');

test.skipIf(!existsSync(GITHUB))(
  'a first answer of a large document looks at the resources of its own paths, never at all of them',
  { timeout: 60_000 },
  async () => {
    const defects: unknown[] = [];
    const { api, mock, model } = await assemble({ document: GITHUB }, (error) => defects.push(error));
    const read = new Set<string>();
    for (const operation of api.operations) {
      const { get } = Object.getOwnPropertyDescriptor(operation, 'parameters') ?? {};
      Object.defineProperty(operation, 'parameters', {
        get() {
          read.add(operation.id);
          return get?.call(operation) as unknown;
        },
      });
    }
    Object.defineProperty(model, 'resources', {
      get() {
        throw new Error('the whole document was looked through');
      },
    });
    const ask = async (method: string, path: string, body?: string): Promise<number> => {
      const bytes = body === undefined ? undefined : new TextEncoder().encode(body);
      const reply = await mock.respond({
        method,
        path,
        query: '',
        headers: bytes === undefined ? [] : [['content-type', 'application/json']],
        body: bytes === undefined ? { kind: 'none' } : { kind: 'bytes', mediaType: 'application/json', bytes },
      });
      return reply.kind === 'answer' ? reply.response.status : 0;
    };
    expect(await ask('GET', '/repos/octocat/hello/issues')).toBeLessThan(500);
    expect(await ask('GET', '/gists/none/comments')).toBe(404);
    expect(await ask('GET', '/gists/public')).toBe(200);
    expect(await ask('POST', '/repos/octocat/hello/issues', '{"title":"Broken"}')).toBeLessThan(500);
    expect(defects).toEqual([]);
    expect(read.size).toBeGreaterThan(0);
    expect(read.size).toBeLessThan((api.operations.length * 2) / 3);
    await mock.store.close();
  },
);
