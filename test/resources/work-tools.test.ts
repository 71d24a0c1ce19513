import { describe, expect, it } from 'vitest';
import { many, object, ref, see, small, text, whole } from './documents.ts';

const item = object({ id: text, type: { ...text, examples: ['file'] } });
const Comment = object({ id: text, message: text, item }, ['id']);

describe('What a thing is about, by the kind that stands beside its id', () => {
  it('names the item above', async () => {
    const { role } = see(
      await small(
        {
          'GET /comments/{comment_id}': { answer: ref('Comment') },
          'POST /comments': { body: object({ message: text, item }), answer: ref('Comment'), status: '201' },
          'GET /files/{file_id}': { answer: object({ id: text, name: text }) },
          'GET /files/{file_id}/comments': { answer: object({ entries: many(ref('Comment')) }) },
          'GET /tasks/{task_id}/comments': { answer: object({ entries: many(ref('Comment')) }) },
        },
        { Comment },
      ),
    );
    expect(role('GET /files/{file_id}/comments').scope).toEqual([{ parameter: 'file_id', property: '/item/id' }]);
    expect(role('GET /tasks/{task_id}/comments').scope).toEqual([{ parameter: 'task_id' }]);
  });
});

describe('An item in an answer with other things', () => {
  const Configuration = object({ FunctionName: text, Handler: text, MemorySize: whole });
  const shown = object({ Configuration: ref('Configuration'), Code: object({ Url: text }), Tags: object({ a: text }) });
  const operations = {
    'GET /functions': { answer: object({ Functions: many(ref('Configuration')) }) },
    'GET /functions/{FunctionName}': { answer: shown },
    'PUT /functions/{FunctionName}/configuration': { body: object({ Handler: text }), answer: ref('Configuration') },
    'GET /functions/{FunctionName}/configuration': { answer: ref('Configuration') },
    'GET /functions/{FunctionName}/successor': { answer: ref('Configuration') },
    'PUT /functions/{FunctionName}/successor': { body: object({ Handler: text }), answer: ref('Configuration') },
  };

  it('is the one with the schema of the items of the list, and a path may be called as it', async () => {
    const { role, short } = see(await small(operations, { Configuration }));
    expect(role('GET /functions/{FunctionName}')).toMatchObject({ kind: 'read', responseEntity: '/Configuration' });
    expect(short('GET /functions/{FunctionName}/configuration')).toBe('read functions');
    expect(short('PUT /functions/{FunctionName}/configuration')).toBe('patch functions');
    expect(short('GET /functions/{FunctionName}/successor')).not.toBe('read functions');
  });
});

describe('A search at a path of its own', () => {
  const Filter = object({ id: text, name: text, jql: text, owner: text, favourite: { type: 'boolean' } }, ['id']);
  const Details = object({ id: text, name: text, jql: text, owner: text, subscriptions: many(text) });

  it('shows the same records with other details', async () => {
    const { short } = see(
      await small(
        {
          'POST /filter': { body: ref('Filter'), answer: ref('Filter') },
          'GET /filter/{id}': { answer: ref('Filter') },
          'GET /filter/search': { answer: object({ values: many(ref('Details')) }) },
          'GET /filter/pending': { answer: object({ values: many(ref('Details')) }) },
        },
        { Filter, Details },
      ),
    );
    expect(short('GET /filter/search')).toBe('list filter');
    expect(short('GET /filter/pending')).not.toBe('list filter');
  });
});

describe('Several records at once', () => {
  const Issue = object({ id: text, key: text, self: text, fields: object({}), names: object({}), changelog: text });
  const Made = object({ id: text, key: text, self: text });
  const Update = object({ fields: object({}), update: object({}), properties: many(text) });

  it('may be a list of bodies of the create of one', async () => {
    const { role } = see(
      await small(
        {
          'POST /issue': { body: ref('Update'), answer: ref('Made'), status: '201' },
          'GET /issue/{id}': { answer: ref('Issue') },
          'POST /issue/bulk': {
            body: object({ issueUpdates: many(ref('Update')) }),
            answer: object({ issues: many(ref('Made')), errors: many(text) }),
            status: '201',
          },
          'POST /issue/import': { body: object({ rows: many(object({ a: text, b: text })) }), status: '201' },
        },
        { Issue, Made, Update },
      ),
    );
    expect(role('POST /issue/bulk').creates).toEqual({ each: '/issueUpdates', shown: '/issues' });
    expect(role('POST /issue/import').creates).toBeUndefined();
  });
});

describe('A list that is documented as a single item', () => {
  const Link = object({ id: whole, object: object({ url: text }), relationship: text });

  it('may have a DELETE that says which item goes', async () => {
    const { short, role } = see(
      await small(
        {
          'GET /issues/{key}/links': { answer: ref('Link') },
          'POST /issues/{key}/links': { body: object({ object: object({ url: text }) }), answer: ref('Link') },
          'DELETE /issues/{key}/links': {
            extensions: { parameters: [{ name: 'globalId', in: 'query', required: true, schema: text }] },
          },
          'GET /issues/{key}/links/{linkId}': { answer: ref('Link') },
        },
        { Link },
      ),
    );
    expect(role('POST /issues/{key}/links').resource?.singleton).toBe(false);
    expect(short('GET /issues/{key}/links/{linkId}')).toBe('read links');
  });
});

describe('The own id of a record', () => {
  it('does not refer to another one, whatever its description says', async () => {
    const Type = object({ id: { ...text, description: 'The ID of the issue link type.' }, name: text }, ['id']);
    const { model } = see(
      await small(
        {
          'GET /issue': { answer: many(object({ id: text, title: text })) },
          'GET /issue/{id}': { answer: object({ id: text, title: text }) },
          'GET /linkType': { answer: many(ref('Type')) },
          'GET /linkType/{linkTypeId}': { answer: ref('Type') },
        },
        { Type },
      ),
    );
    expect(model.resource('linkType')?.relations).toEqual([]);
  });
});

describe('A POST below a collection', () => {
  const Event = object({ id: text, summary: text, status: text, location: text }, ['id']);

  it('makes an item that its description speaks of, if the answer is one', async () => {
    const quick = (description: string) => ({ answer: ref('Event'), extensions: { description } });
    const { short } = see(
      await small(
        {
          'GET /events': { answer: object({ items: many(ref('Event')) }) },
          'GET /events/{id}': { answer: ref('Event') },
          'POST /events/quickAdd': quick('Creates an event based on a text. The text says when.'),
          'POST /events/next': quick('Shows the next event.'),
        },
        { Event },
      ),
    );
    expect(short('POST /events/quickAdd')).toBe('create events');
    expect(short('POST /events/next')).toBe('action');
  });
});

describe('A copy', () => {
  const own = { id: text, name: text, owner: text, size: whole };

  it('is a record, also where the schema says how much of it is shown', async () => {
    const { role } = see(
      await small(
        {
          'POST /folders': { body: object({ name: text }), answer: ref('Folder--Full'), status: '201' },
          'GET /folders/{id}': { answer: ref('Folder--Full') },
          'POST /folders/{id}/copy': { body: object({ name: text }), answer: ref('Folder--Full'), status: '201' },
        },
        { 'Folder--Full': object(own, ['id', 'name']) },
      ),
    );
    expect(role('POST /folders/{id}/copy').makes?.resource.name).toBe('folders');
  });
});
