import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compareDocuments } from '../../src/library/index.ts';
import { writeComparison } from '../../src/report/index.ts';

const ok = { responses: { 200: { description: 'ok' } } };
const limit = (maximum: number): object => ({
  parameters: [{ name: 'limit', in: 'query', schema: { type: 'integer', minimum: 1, maximum } }],
  ...ok,
});
const note = (maxLength: number): object => ({
  requestBody: {
    required: true,
    content: {
      'application/json': { schema: { type: 'object', properties: { note: { type: 'string', maxLength } } } },
    },
  },
  ...ok,
});
const document = (most: number, version: string): object => ({
  openapi: '3.1.0',
  info: { title: 'Shop', version },
  paths: {
    '/strict': { get: limit(most) },
    '/lax': { get: limit(most) },
    '/closed': { get: limit(most) },
    '/cross': { get: limit(most) },
    '/gone': { get: limit(most) },
    '/orders': { post: note(most) },
    '/shown': {
      get: {
        responses: {
          200: {
            description: 'ok',
            content: { 'application/json': { schema: { type: 'integer', maximum: 200 - most } } },
          },
        },
      },
    },
  },
});
const [base, revision] = [document(100, '1.0.0'), document(50, '2.0.0')];

/** Checks what `/strict` and `/orders` get; refuses every request to `/cross`; asks for a key at `/closed`. */
function statusFor({ url = '', method, headers }: IncomingMessage, body: string): number {
  const { pathname, searchParams } = new URL(url, 'http://localhost');
  const most = Number(searchParams.get('limit') ?? 1);
  if (pathname === '/v1/strict') return most > 50 ? 422 : 200;
  if (pathname === '/v1/closed') return headers['x-key'] === 'k' ? 200 : 401;
  if (pathname === '/v1/cross') return 400;
  if (pathname === '/v1/orders') return method === 'POST' && body.length > 60 ? 400 : 201;
  return pathname === '/v1/lax' ? 200 : 404;
}

let server: Server;
let url = '';
const seen: string[] = [];

type Told = readonly (readonly (string | undefined)[])[];

async function told(more: object = {}): Promise<Told> {
  const { findings } = await compareDocuments({ base, revision, proveOn: url, ...more });
  return findings
    .filter(({ about }) => about === 'change')
    .map(({ operation, severity, service }) => [
      operation,
      severity,
      `${service?.verdict} ${service?.status ?? ''}`.trim(),
      ...(service?.reason === undefined ? [] : [service.reason]),
    ]);
}

describe('the requests that show changes, sent to a running service', () => {
  beforeAll(async () => {
    server = createServer((request, response) => {
      seen.push(`${request.method} ${request.url}`);
      let body = '';
      request.on('data', (chunk) => (body += chunk));
      request.on('end', () => {
        response.statusCode = statusFor(request, body);
        response.end('{}');
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  });
  afterAll(() => new Promise<void>((resolve) => void server.close(() => resolve())));

  it('make a change risky that the service has made already, and say of the others what is known', async () => {
    seen.length = 0;
    const found = new Map((await told()).map(([operation, ...rest]) => [operation, rest]));
    expect(found.get('GET /strict')).toEqual(['warning', 'refuses 422']);
    expect(found.get('GET /lax')).toEqual(['error', 'takes 200']);
    expect(found.get('GET /closed')).toEqual(['error', 'unknown 401', 'it asks for credentials']);
    expect(found.get('GET /cross')).toEqual([
      'error',
      'unknown 400',
      'a request that both documents accept is answered with 400 as well',
    ]);
    expect(found.get('GET /gone')).toEqual(['error', 'unknown 404', 'the record or the path is not there']);
    expect(found.get('GET /shown')).toEqual(['error', 'not-sent', 'no request shows the change']);
    expect(found.get('POST /orders')).toEqual(['error', 'not-sent', 'POST may write (--allow-writes sends it)']);
    expect(seen.every((line) => line.startsWith('GET '))).toBe(true);
  });

  it('are writes only where these are allowed', async () => {
    expect((await told({ allowWrites: true })).find(([operation]) => operation === 'POST /orders')).toEqual([
      'POST /orders',
      'warning',
      'refuses 400',
    ]);
  });

  it('carry the header fields of the caller', async () => {
    const found = await told({ proveHeaders: [['X-Key', 'k']] });
    expect(found.find(([operation]) => operation === 'GET /closed')).toEqual(['GET /closed', 'error', 'takes 200']);
  });

  it('change what is counted and advised', async () => {
    const options = { base, revision: document(50, '1.1.0'), operations: ['GET /strict'] };
    const before = (await compareDocuments(options)).summary;
    const { summary } = await compareDocuments({ ...options, proveOn: new URL(url) });
    expect([before.exitStatus, before.release.advice]).toEqual([1, 'major']);
    expect(before.findings.map(({ check }) => check)).toContain('release.version-too-low');
    expect([summary.exitStatus, summary.release.advice]).toEqual([0, 'minor']);
    expect(summary.findings.map(({ check }) => check)).toEqual(['request.range']);
    expect(summary.notes).toEqual([
      'The service was sent the requests of 1 of 1 changes: 1 refused already, 0 still taken, 0 unclear.',
    ]);
  });

  it('do not lower a change that breaks a call of a known client', async () => {
    const recorded = {
      consumer: { name: 'web' },
      provider: { name: 'shop' },
      interactions: [
        {
          description: 'many',
          request: { method: 'GET', path: '/strict', query: 'limit=80' },
          response: { status: 200 },
        },
      ],
      metadata: { pactSpecification: { version: '2.0.0' } },
    };
    const { folder } = await import('../system/folder.ts');
    const cwd = await folder({ 'web.json': JSON.stringify(recorded) });
    const found = await told({ usage: ['pact=web.json'], cwd, operations: ['GET /strict'] });
    expect(found).toEqual([['GET /strict', 'error', 'refuses 422']]);
  });

  it('go to a function in this process as well', async () => {
    const paths: string[] = [];
    const proveOn = (request: Request): Response => {
      paths.push(new URL(request.url).pathname);
      return new Response('{}', { status: 202 });
    };
    expect(await told({ proveOn, operations: ['GET /lax'] })).toEqual([['GET /lax', 'error', 'takes 202']]);
    expect(paths).toEqual(['/lax']);
  });

  it('are refused where no service answers, and where none is named', async () => {
    const { createServer: plain } = await import('node:net');
    const closed = plain();
    await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve));
    const { port } = closed.address() as AddressInfo;
    await new Promise<void>((resolve) => void closed.close(() => resolve()));
    await expect(compareDocuments({ base, revision, proveOn: `http://127.0.0.1:${port}` })).rejects.toMatchObject({
      code: 'service.unreachable',
    });
    await expect(compareDocuments({ base, revision, allowWrites: true })).rejects.toMatchObject({ code: 'usage' });
  });

  it('are in every report', async () => {
    const { summary } = await compareDocuments({
      base,
      revision,
      proveOn: url,
      operations: ['GET /strict', 'GET /lax'],
    });
    const text = (kind: 'terminal' | 'json' | 'sarif' | 'github' | 'markdown' | 'html' | 'junit'): string =>
      writeComparison(kind, summary, { version: '1.0.0', colors: false });
    expect(text('terminal')).toContain(
      'service        still takes it (200): the document is stricter than the service',
    );
    expect(text('terminal')).toContain('service        refuses it already (422): the document catches up');
    expect(text('json')).toContain('"service":{"verdict":"refuses","status":422}');
    for (const kind of ['sarif', 'github', 'markdown', 'html'] as const)
      expect(text(kind).replaceAll('\\', '')).toContain('refuses it already');
    expect(text('junit')).toContain('still takes it');
  });
});
