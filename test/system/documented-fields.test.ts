import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openText, type Server, TRANSPORTS } from './harness.ts';

const DOCUMENT = `
openapi: 3.1.0
info: {title: Limits, version: '1'}
paths:
  /report:
    get:
      operationId: getReport
      responses:
        '200':
          description: ok
          headers:
            X-RateLimit-Remaining: {schema: {type: integer, minimum: 5, maximum: 50}}
            X-Request-Id: {schema: {type: string, format: uuid}}
            X-Total-Count: {schema: {type: integer}}
            X-Frame-Options: {schema: {type: string}}
            Cache-Control: {schema: {type: string}}
            Sunset: {schema: {type: string}}
          content: {application/json: {schema: {type: object, properties: {a: {type: integer}}}}}
        '429':
          description: slow down
          headers:
            Retry-After: {schema: {type: integer}}
        '503':
          description: later
          headers:
            Retry-After: {schema: {type: integer, minimum: 30}}
`;

describe.each(TRANSPORTS)('optional header fields of a document, %s', (_, open) => {
  let server: Server;
  beforeAll(async () => {
    server = await openText(open, DOCUMENT);
  });
  afterAll(() => server.close());

  it("are shown where they are the API's own, the same each time", async () => {
    const [first, second] = [await server.call('GET /report'), await server.call('GET /report')];
    const shown = ['x-ratelimit-remaining', 'x-request-id'].map((name) => first.headers.get(name));
    expect(Number(shown[0])).toBeGreaterThanOrEqual(5);
    expect(shown[1]).toMatch(/^[\da-f-]{36}$/);
    expect(['x-ratelimit-remaining', 'x-request-id'].map((name) => second.headers.get(name))).toEqual(shown);
  });

  it('are not invented where they would say something of the message, of a page or of dates', async () => {
    const { headers } = await server.call('GET /report');
    const invented = ['x-total-count', 'x-frame-options', 'cache-control', 'sunset'].filter((name) =>
      headers.has(name),
    );
    expect(invented).toEqual([]);
  });

  it('say the shortest wait that the document allows to be said', async () => {
    const waitOf = async (code: number): Promise<number> =>
      Number((await server.call('GET /report', undefined, { Prefer: `code=${code}` })).headers.get('retry-after'));
    expect(await waitOf(429)).toBe(1);
    expect(await waitOf(503)).toBeGreaterThanOrEqual(30);
  });
});
