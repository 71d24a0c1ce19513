import { describe, expect, it } from 'vitest';
import { many, object, ref, see, small, text } from '../documents.ts';

/** A volume has names of the envelope around it. */
const VOLUME = object({ name: text, status: text, type: text, code: { type: 'integer' }, size: { type: 'integer' } });
const SCHEMAS = { Volume: VOLUME, NewVolume: object({ name: text, size: { type: 'integer' } }) };
const envelope = (metadata: object) => object({ status: text, type: text, code: { type: 'integer' }, metadata });

describe('A path that is documented again with a query', () => {
  it('shows the items of the path, whose own list has only their addresses', async () => {
    const { short, role } = see(
      await small(
        {
          'GET /volumes?detail=1': { answer: envelope(many(ref('Volume'))) },
          'GET /volumes': { answer: envelope(many(text)) },
          'POST /volumes': { body: ref('NewVolume'), answer: envelope(object({})) },
          'GET /volumes/{name}': { answer: envelope(ref('Volume')) },
          'GET /volumes/{name}?detail=1': { answer: envelope(ref('Volume')) },
          'DELETE /volumes/{name}': { status: '204' },
        },
        SCHEMAS,
      ),
    );
    expect(short('GET /volumes?detail=1')).toBe('list volumes');
    expect(short('GET /volumes')).toBe('none');
    expect(short('POST /volumes')).toBe('create volumes');
    expect(short('GET /volumes/{name}')).toBe('read volumes');
    expect(short('GET /volumes/{name}?detail=1')).toBe('read volumes');
    expect(role('GET /volumes?detail=1').resource).toMatchObject({
      collectionPath: '/volumes',
      itemPath: '/volumes/{name}',
      id: { property: 'name' },
    });
  });

  it('is about the same collection for each way to choose items', async () => {
    const { short } = see(
      await small(
        {
          'GET /alerts?city={city}': { answer: many(ref('Volume')) },
          'GET /alerts?country={country}': { answer: many(ref('Volume')) },
        },
        SCHEMAS,
      ),
    );
    expect(short('GET /alerts?city={city}')).toBe('list alerts');
    expect(short('GET /alerts?country={country}')).toBe('list alerts');
  });

  it('is a path of its own where the query names a procedure', async () => {
    const { short } = see(
      await small(
        {
          'GET /rest?method=volumes.getList': { answer: object({ volume: many(ref('Volume')) }) },
          'GET /rest?method=volumes.search': { answer: object({ volume: many(ref('Volume')) }) },
        },
        SCHEMAS,
      ),
    );
    expect(short('GET /rest?method=volumes.getList')).toBe('list rest?method=volumes.getList');
    expect(short('GET /rest?method=volumes.search')).toBe('list rest?method=volumes.search');
  });
});

describe('An envelope with names of the entity', () => {
  it('is not the entity if the list shows what it wraps', async () => {
    const { role } = see(
      await small(
        {
          'GET /volumes': { answer: envelope(many(ref('Volume'))) },
          'GET /volumes/{name}': { answer: envelope(ref('Volume')) },
        },
        SCHEMAS,
      ),
    );
    expect(role('GET /volumes/{name}')).toMatchObject({
      responseEntity: '/metadata',
      resource: { id: { property: 'name' } },
    });
  });
});
