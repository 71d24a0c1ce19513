import { expect, it } from 'vitest';
import { describedReferences } from '../../../src/contract/requests/described-references.ts';
import { inferResources } from '../../../src/resources/index.ts';
import { many, object, ref, small, text } from '../../resources/documents.ts';

const identifier = (type: object) => object({ type, id: text }, ['type', 'id']);
const only = (name: string) => ({ type: 'string', enum: [name] });

const placesOf = async (line: string, body: object) => {
  const api = await small(
    {
      'GET /readers': { answer: object({ data: many(ref('Reader')) }) },
      'GET /readers/{id}': { answer: object({ data: ref('Reader') }) },
      'GET /loans': { answer: object({ data: many(ref('Loan')) }) },
      'GET /loans/{id}': { answer: object({ data: ref('Loan') }) },
      [line]: { body, answer: object({ data: ref('Loan') }) },
    },
    {
      Reader: object({ type: only('readers'), id: text, attributes: object({ name: text }) }),
      Loan: object({ type: only('loans'), id: text, attributes: object({ note: text }) }),
    },
  );
  const operation = api.operations.find(({ method, path }) => `${method} ${path}` === line);
  if (operation === undefined) throw new Error(`no operation ${line}`);
  return describedReferences(api, inferResources(api), operation).map(({ pointer, resource }) => [
    pointer,
    resource.name,
  ]);
};

it('An id beside the only type of its object names a record of that type', async () => {
  const line = 'PATCH /loans/{id}/relationships/borrower';
  expect(await placesOf(line, object({ data: identifier(only('readers')) }))).toEqual([['/data/id', 'readers']]);
  expect(await placesOf(line, object({ data: many(identifier(only('readers'))) }))).toEqual([
    ['/data/*/id', 'readers'],
  ]);
});

it('An id beside a type of several values, and the id of the item that is changed, name no other record', async () => {
  const several = { type: 'string', enum: ['readers', 'loans'] };
  const line = 'PATCH /loans/{id}/relationships/borrower';
  expect(await placesOf(line, object({ data: identifier(several) }))).toEqual([]);
  const change = object({ data: object({ type: only('loans'), id: text, attributes: object({ note: text }) }) });
  expect(await placesOf('PATCH /loans/{id}', change)).toEqual([]);
});
