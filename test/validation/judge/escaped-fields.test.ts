import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createMock } from '../../../src/library/index.ts';
import { encodeForm } from '../../../src/wire/index.ts';

const FORM = 'application/x-www-form-urlencoded';
const schema = { type: 'object', properties: { address: { type: 'string' }, remark: { type: 'string' } } };
const taking = (encoding: object): object => ({
  post: { requestBody: { content: { [FORM]: { schema, encoding } } }, responses: { 204: { description: '' } } },
});
const document = {
  openapi: '3.1.0',
  info: { title: 'parcels', version: '1' },
  paths: {
    '/strict': taking({ address: { allowReserved: false } }),
    '/free': taking({ address: { allowReserved: true } }),
    '/silent': taking({ address: { contentType: 'text/plain' } }),
  },
};

test('a field whose reserved characters must be encoded is refused with one of them, and valid as forms are written (law)', async () => {
  const mock = await createMock({ document });
  const sent = async (path: string, body: string): Promise<number> => {
    const headers = { 'content-type': FORM };
    return (await mock.fetch(new Request(`http://mock${path}`, { method: 'POST', headers, body }))).status;
  };
  const text = fc.string({ unit: fc.constantFrom('a', ' ', '%', '&', '+', ...":/?#[]@!$'()*,;=") });
  await fc.assert(
    fc.asyncProperty(text, text, async (address, remark) => {
      expect(await sent('/strict', encodeForm({ address, remark }))).toBe(204);
      expect(await sent('/strict', new URLSearchParams({ address, remark }).toString())).toBe(204);
    }),
    { numRuns: 50 },
  );
  for (const character of ':/?#[]@$;=') {
    const body = `address=a${character}b`;
    expect([character, await sent('/strict', body)]).toEqual([character, 422]);
    expect(await sent('/free', body)).toBe(204);
    expect(await sent('/silent', body)).toBe(204);
    expect(await sent('/strict', `remark=a${character}b`)).toBe(204);
  }
  await mock.close();
});
