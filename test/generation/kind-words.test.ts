import { describe, expect, test } from 'vitest';
import { asking } from '../mock/ask.ts';
import { answer, api, array, object, ref, text } from '../mock/little.ts';

const byId = [{ name: 'id', in: 'path', required: true, schema: text }];
const kind = { ...text, readOnly: true, examples: ['job'] };

describe('The kind of an object', () => {
  test('is a list beside the data, else the word of its schema', async () => {
    const file = object({ id: text, object: text, parts: array(ref('FilePart')) }, ['id', 'object', 'parts']);
    const files = object({ object: text, data: array(ref('UploadedFile')) }, ['object', 'data']);
    const ask = await asking(
      api(
        {
          '/files': { get: answer(files) },
          '/files/{id}': { get: { parameters: byId, ...answer(ref('UploadedFile')) } },
        },
        { UploadedFile: file, FilePart: object({ object: text }, ['object']) },
      ),
    );
    const { body } = await ask('GET', '/files');
    expect(body.object).toBe('list');
    expect(body.data[0].object).toBe('file');
    expect(body.data[0].parts[0].object).toBe('file_part');
    expect((await ask('GET', `/files/${body.data[0].id}`)).body.object).toBe('file');
  });

  test('has the words of its schema if they begin with another thing of the paths', async () => {
    const events = object({ data: array(ref('FineTuneEvent')) }, ['data']);
    const ask = await asking(
      api(
        {
          '/fine-tunes': { get: answer(object({ data: array(object({ id: text })) }, ['data'])) },
          '/fine-tunes/{id}/events': { get: { parameters: byId, ...answer(events) } },
        },
        { FineTuneEvent: object({ object: text, message: text }, ['object', 'message']) },
      ),
    );
    const [job] = (await ask('GET', '/fine-tunes')).body.data;
    const { data } = (await ask('GET', `/fine-tunes/${job.id}/events`)).body;
    expect(new Set(data.map((each: { readonly object: string }) => each.object))).toEqual(new Set(['fine-tune-event']));
  });

  test('is not the example of a base that several schemas share', async () => {
    const base = { ...object({ id: text, resource_type: kind }, ['id', 'resource_type']) };
    const derived = (properties: object): object => ({ allOf: [ref('Thing'), object(properties)] });
    const ask = await asking(
      api(
        { '/teams': { get: answer(object({ data: array(ref('TeamResponse')) }, ['data'])) } },
        {
          Thing: base,
          JobCompact: derived({ name: text }),
          UserCompact: derived({ name: text }),
          TeamResponse: derived({
            name: text,
            owner: ref('UserCompact'),
            last_job: ref('JobCompact'),
            pinned: ref('Thing'),
          }),
        },
      ),
    );
    const [team] = (await ask('GET', '/teams')).body.data;
    expect(team.resource_type).toBe('team');
    expect(team.owner.resource_type).toBe('user');
    expect(team.last_job.resource_type).toBe('job');
    expect(team.pinned.resource_type).toBe('job');
  });

  test('is what the document says, where it says it', async () => {
    const said = { ...text, description: 'Always "upload".' };
    const shown = { ...text, examples: ['blob'] };
    const ask = await asking(
      api({
        '/files': {
          get: answer(object({ object: said, data: array(object({ id: text, object: shown }, ['object'])) })),
        },
      }),
    );
    const { body } = await ask('GET', '/files');
    expect(body.object).toBe('upload');
    expect(body.data[0].object).toBe('blob');
  });
});
