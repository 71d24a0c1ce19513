import { expect, test } from 'vitest';
import { useOfBroken } from '../../src/contract/planner.ts';
import { servers } from '../targets/catalogue.ts';
import { readDocument } from '../targets/document.ts';
import { collaboratorsOf, fromYaml, tell } from './harness.ts';

const { operations } = fromYaml(`
openapi: 3.1.0
info: { title: Shelves, version: '1' }
paths:
  /shelves/{shelf}/books/{book-id}:
    parameters:
      - { name: shelf, in: path, required: true, schema: { type: integer } }
      - { name: book-id, in: path, required: true, schema: { type: integer } }
    get: { responses: { '200': { description: One. } } }
    put: { responses: { '200': { description: Changed. } } }
    delete: { responses: { '204': { description: Gone. } } }
`).api;

test('a DELETE that is to be refused gets an item of its own, unless its own id is what is broken', () => {
  const use = (method: string, pointer?: string): string | undefined => {
    const operation = operations.find((each) => each.method === method);
    return operation && useOfBroken(operation, pointer);
  };
  expect(use('DELETE')).toBe('fresh');
  expect(use('DELETE', '/path/shelf')).toBe('fresh');
  expect(use('DELETE', '/query/force')).toBe('fresh');
  expect(use('DELETE', '/path/book-id')).toBe('spoil');
  expect([use('PUT', '/path/book-id'), use('PUT', '/body/title')]).toEqual(['spoil', 'spoil']);
  expect(use('GET', '/path/book-id')).toBe('read');
});

test('a list that was read is judged as it is: no request is the same as the one before it', async () => {
  const server = servers.find(({ name }) => name === 'orders');
  if (server === undefined) throw new Error('there is no server of orders');
  const target = server.create();
  const asked: string[] = [];
  const { summary } = await tell({
    ...(await collaboratorsOf(readDocument('orders'))),
    ...(server.bearer === undefined ? {} : { credentials: { bearer: server.bearer } }),
    target: (request) => {
      asked.push(`${request.method} ${request.url}`);
      return target.fetch(request);
    },
    phases: ['stateful'],
    only: ['stateful/orders/life/1-create'],
    concurrency: 1,
  });
  expect(summary.counts.passed).toBeGreaterThan(5);
  const lists = asked.filter((each) => /^GET [^?]*\/orders(\?|$)/.test(each));
  expect(lists.length).toBeGreaterThan(1);
  expect(asked.filter((each, at) => each === asked[at - 1] && lists.includes(each))).toEqual([]);
});
