import { describe, expect, test } from 'vitest';
import { type Ask, asking } from '../ask.ts';
import { answer, api, array, object, ref, sending, text } from '../little.ts';

const flag = { type: 'boolean' };
const asked = (name: string, schema: object = text): object => ({ name, in: 'query', schema });
const document = api(
  {
    '/jobs': {
      get: {
        parameters: [
          asked('labelSelector'),
          asked('fieldSelector'),
          asked('showDone', flag),
          asked('include_hidden', flag),
        ],
        ...answer(array(ref('Job'))),
      },
      post: { ...sending(ref('Job')), ...answer(ref('Job'), '201') },
    },
    '/jobs/{name}': {
      parameters: [{ name: 'name', in: 'path', required: true, schema: text }],
      get: answer(ref('Job')),
    },
  },
  {
    Job: object(
      {
        name: text,
        metadata: object({ labels: { type: 'object', additionalProperties: text }, zone: text }),
        status: { type: 'string', enum: ['open', 'done'] },
        hidden: flag,
      },
      ['name'],
    ),
  },
);

const JOBS = [
  { name: 'a', metadata: { labels: { app: 'shop', tier: 'front' }, zone: 'x' }, status: 'open', hidden: false },
  { name: 'b', metadata: { labels: { app: 'bank' }, zone: 'y' }, status: 'done', hidden: false },
  { name: 'c', metadata: { labels: {}, zone: 'y' }, status: 'open', hidden: true },
];

async function jobs(): Promise<(search: string) => Promise<readonly string[]>> {
  const ask: Ask = await asking(document);
  for (const job of JOBS) expect((await ask('POST', '/jobs', job)).status).toBe(201);
  const names = JOBS.map(({ name }) => name);
  return async (search) => {
    const { body } = await ask('GET', `/jobs?${search}`);
    return body.map(({ name }: { name: string }) => name).filter((name: string) => names.includes(name));
  };
}

describe('Selectors of a list', () => {
  test.each([
    ['labelSelector=app%3Dshop', ['a']],
    ['labelSelector=app%3D%3Dbank', ['b']],
    ['labelSelector=app!%3Dshop', ['b', 'c']],
    ['labelSelector=tier', ['a']],
    ['labelSelector=!app', ['c']],
    ['labelSelector=app+in+(shop,bank)', ['a', 'b']],
    ['labelSelector=app+notin+(shop,bank)', ['c']],
    ['labelSelector=app%3Dshop,tier%3Dback', []],
    ['fieldSelector=metadata.zone%3Dy', ['b', 'c']],
    ['fieldSelector=metadata.zone%3Dy&labelSelector=app', ['b']],
    ['labelSelector=', ['a', 'b', 'c']],
  ])('%s lets through %j', async (search, expected) => {
    // Hidden jobs are asked for as well, since lists leave them out otherwise.
    expect(await (await jobs())(`${search}&include_hidden=true`)).toEqual(expected);
  });

  test('what is not to be shown is left out, by its state or by its flag', async () => {
    const of = await jobs();
    expect(await of('showDone=false&include_hidden=true')).toEqual(['a', 'c']);
    expect(await of('include_hidden=false')).toEqual(['a', 'b']);
    expect(await of('showDone=true&include_hidden=true')).toEqual(['a', 'b', 'c']);
    expect(await of('')).toEqual(['a', 'b']);
  });
});
