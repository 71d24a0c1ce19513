import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createMock, type StandinMock } from '../../../src/library/index.ts';

const json = (schema: object): object => ({ content: { 'application/json': { schema } } });
const answer = (schema: object): object => ({ description: '', ...json(schema) });
const bytes = { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } };
const id = { name: 'scanId', in: 'path', required: true, schema: { type: 'integer' } };
const form = {
  type: 'object',
  required: ['page'],
  properties: { page: { type: 'string', format: 'binary' }, note: { type: 'string' } },
};
const Scan = {
  type: 'object',
  properties: {
    id: { type: 'integer', readOnly: true },
    note: { type: 'string' },
    fileName: { type: 'string' },
    byteSize: { type: 'integer', readOnly: true },
    sizeOriginal: { type: 'integer', readOnly: true },
    content_type: { type: 'string' },
    md5: { type: 'string' },
  },
};
const Stamped = {
  type: 'object',
  properties: {
    message: { type: 'string', example: 'Thank you' },
    size: { type: 'integer' },
    uploadedAt: { type: 'string', format: 'date-time', example: '2001-01-01T00:00:00Z' },
    expires: { type: 'string', format: 'date-time' },
  },
};

const document = {
  openapi: '3.1.0',
  info: { title: 'scans', version: '1' },
  paths: {
    '/scans': {
      get: { responses: { 200: answer({ type: 'array', items: Scan }) } },
      post: {
        requestBody: { content: { 'multipart/form-data': { schema: form } } },
        responses: { 201: answer(Scan) },
      },
    },
    '/scans/{scanId}': { parameters: [id], get: { responses: { 200: answer(Scan), 404: { description: '' } } } },
    '/scans/{scanId}/original': {
      parameters: [id],
      get: { responses: { 200: { description: '', content: bytes }, 404: { description: '' } } },
    },
    '/scans/{scanId}/download': { parameters: [id], get: { responses: { 200: { description: 'File' } } } },
    '/scans/{scanId}/stamp': {
      parameters: [id],
      post: { requestBody: { content: bytes }, responses: { 200: answer(Stamped) } },
    },
  },
};

const NOW = Date.parse('2030-05-01T12:00:00Z');
let mock: StandinMock;
beforeAll(async () => {
  mock = await createMock({ document, now: () => NOW });
});
afterAll(() => mock.close());

async function upload(content: Uint8Array<ArrayBuffer>): Promise<Record<string, unknown>> {
  const body = new FormData();
  body.set('note', 'first');
  body.set('page', new File([content], 'page one.tif', { type: 'image/tiff' }));
  const made = await mock.fetch(new Request('http://mock/scans', { method: 'POST', body }));
  expect(made.status).toBe(201);
  return (await made.json()) as Record<string, unknown>;
}

describe('a file that is uploaded', () => {
  test('gives its name, its size, its type and its digest to the record', async () => {
    expect(await upload(new Uint8Array([0, 255, 10, 13, 0]))).toMatchObject({
      note: 'first',
      fileName: 'page one.tif',
      byteSize: 5,
      sizeOriginal: 5,
      content_type: 'image/tiff',
      md5: '7b69c43e8fdd577d6874802f0b0d9439',
    });
  });

  test('is given back with the same bytes', async () => {
    const content = new Uint8Array([0, 255, 10, 13, 200]);
    const made = await upload(content);
    const read = await mock.fetch(new Request(`http://mock/scans/${made['id']}/original`));
    expect(read.headers.get('content-type')).toBe('application/octet-stream');
    expect(new Uint8Array(await read.arrayBuffer())).toEqual(content);
  });

  test('is given back with its type where the document does not say what a download is', async () => {
    const made = await upload(new Uint8Array([7, 8]));
    const read = await mock.fetch(new Request(`http://mock/scans/${made['id']}/download`));
    expect(read.headers.get('content-type')).toBe('image/tiff');
    expect(new Uint8Array(await read.arrayBuffer())).toEqual(new Uint8Array([7, 8]));
  });

  test('is not there for a record that is not there', async () => {
    expect((await mock.fetch(new Request('http://mock/scans/999999/original'))).status).toBe(404);
  });

  test('says its size and the moment in an answer of its own', async () => {
    const { id: made } = await upload(new Uint8Array([1]));
    const sent = { method: 'POST', headers: { 'content-type': 'application/octet-stream' }, body: 'seven b' };
    const stamped = await mock.fetch(new Request(`http://mock/scans/${made}/stamp`, sent));
    expect(await stamped.json()).toEqual({
      message: 'Thank you',
      size: 7,
      uploadedAt: '2030-05-01T12:00:00.000Z',
      expires: '2030-05-31T12:00:00.000Z',
    });
  });
});
