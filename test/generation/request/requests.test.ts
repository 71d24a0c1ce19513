import { describe, expect, test } from 'vitest';
import type { HttpRequest, Violation } from '../../../src/core/index.ts';
import { createFuzzer, createGenerator } from '../../../src/generation/index.ts';
import { decodeParameters, loadApi, type Operation } from '../../../src/spec/index.ts';
import { createValidator } from '../../../src/validation/index.ts';
import { apiWithEverything } from '../api-with-everything.ts';

const api = apiWithEverything();
const validator = createValidator({ api });
const generator = createGenerator({
  api,
  accepts: (schema, value, direction) => validator.value(schema, value, direction).length === 0,
});

/** What the receiver would say. */
function judge(request: HttpRequest): readonly Violation[] {
  const match = api.match(request);
  if (match.kind !== 'found') return expect.fail(`${request.path} is ${match.kind}`);
  return validator.request(match.operation, request, decodeParameters(match.operation, request, match.pathParams, api));
}

const operation = (id: string): Operation => api.operation(id) ?? expect.fail(id);
const ids = api.operations.map(({ id }) => id);

describe.each(ids)('%s', (id) => {
  test.each(['all', 'required'] as const)('a valid request with %s that may be sent breaks nothing', (optional) => {
    for (let seed = 1; seed <= 10; seed++) {
      const made = generator.request(operation(id), { kind: 'valid', optional }, { seed, at: id });
      expect(made).toMatchObject({ ok: true });
      if (made.ok) expect(judge(made.value), JSON.stringify(made.value)).toEqual([]);
    }
  });

  test('each rule that can be broken is broken alone', () => {
    for (const { pointer, keyword } of generator.breakable(operation(id))) {
      const made = generator.request(
        operation(id),
        { kind: 'breaks', pointer, keyword },
        { seed: 1, at: `${id}${pointer}${keyword}` },
      );
      expect(made, `${pointer} ${keyword}`).toMatchObject({ ok: true });
      if (!made.ok) continue;
      const found = judge(made.value);
      expect(found.length, `${pointer} ${keyword} ${JSON.stringify(made.value)}`).toBeGreaterThan(0);
      for (const violation of found)
        expect(
          pointer.startsWith(violation.pointer) || violation.pointer.startsWith(pointer),
          `${pointer}: ${violation.pointer}`,
        ).toBe(true);
    }
  });

  test('each boundary is valid', () => {
    for (const { pointer, keyword, request } of generator.boundaries(operation(id), { seed: 1, at: id }))
      expect(judge(request), `${pointer} ${keyword}`).toEqual([]);
  });

  test('the same place gives the same bytes', () => {
    const again = createGenerator({ api });
    const [first, second] = [again, createGenerator({ api })].map((made) =>
      made.request(operation(id), { kind: 'valid' }, { seed: 4, at: 'same' }),
    );
    expect(second).toEqual(first);
  });
});

test('a boundary is named by the keyword that draws it, exclusive or not', () => {
  const named = api.operations
    .flatMap((each) => generator.boundaries(each, { seed: 1, at: 'named' }))
    .map(({ pointer, keyword }) => `${pointer} ${keyword}`);
  for (const each of ['/body/price minimum', '/body/price exclusiveMaximum']) expect(named).toContain(each);
});

describe('what can be broken', () => {
  const placesOf = (id: string): readonly string[] =>
    generator.breakable(operation(id)).map(({ pointer, keyword }) => `${pointer} ${keyword}`);

  test('parameters: missing, of the wrong type, beyond a bound, in each style', () => {
    expect(placesOf('listThings')).toEqual(
      expect.arrayContaining([
        '/query/kind required',
        '/query/kind/0 enum',
        '/query/limit type',
        '/query/limit minimum',
        '/query/limit maximum',
        '/query/ids minItems',
        '/query/ids/0 type',
        '/query/filter/min type',
        '/query/flag type',
        '/query/json/a type',
        '/header/x-trace required',
        '/header/x-trace format',
        '/cookie/session minLength',
      ]),
    );
  });

  test('text is never of the wrong type in a query', () => {
    expect(placesOf('listThings')).not.toContain('/query/filter/text type');
    expect(placesOf('listThings')).not.toContain('/header/x-trace type');
  });

  test('bodies: every keyword, null, an undocumented name, and no body at all', () => {
    expect(placesOf('createThing')).toEqual(
      expect.arrayContaining([
        '/body required',
        '/body/name required',
        '/body/kind required',
        '/body/undocumented additionalProperties',
        '/body/name minLength',
        '/body/name maxLength',
        '/body/kind enum',
        '/body/price minimum',
        '/body/price exclusiveMaximum',
        '/body/price multipleOf',
        '/body/count format',
        '/body/code pattern',
        '/body/email format',
        '/body/tags minItems',
        '/body/tags maxItems',
        '/body/tags uniqueItems',
        '/body/tags/0 minLength',
        '/body/name null',
        '/body/nested/deep type',
        '/body/nested/deep required',
      ]),
    );
    expect(placesOf('createThing')).not.toContain('/body/note null');
    expect(placesOf('createThing').filter((place) => place.startsWith('/body/id'))).toEqual([]);
  });

  test('a place that does not exist is refused with a reason', () => {
    const made = generator.request(
      operation('createThing'),
      { kind: 'breaks', pointer: '/body/nowhere', keyword: 'type' },
      { seed: 1, at: 'x' },
    );
    expect(made).toMatchObject({ ok: false, reason: expect.stringContaining('/body/nowhere') });
  });

  test('a malformed body cannot be parsed', () => {
    const made = generator.request(
      operation('createThing'),
      { kind: 'breaks', pointer: '/body', keyword: 'malformed' },
      { seed: 1, at: 'x' },
    );
    expect(made).toMatchObject({ ok: true, value: { body: { kind: 'unreadable', mediaType: 'application/json' } } });
  });
});

describe('what is sent', () => {
  const request = (id: string, known = {}, optional: 'all' | 'required' = 'all'): HttpRequest => {
    const made = generator.request(operation(id), { kind: 'valid', optional }, { seed: 1, at: 'x' }, known);
    return made.ok ? made.value : expect.fail(made.reason);
  };

  test('known values stand where they belong', () => {
    expect(request('readThing', { 'path.thingId': 9007199254740993n }).path).toBe('/things/9007199254740993');
    expect(request('listThings', { 'query.limit': 7 }).query).toMatch(/(^|&)limit=7(&|$)/);
  });

  test('readOnly and deprecated properties and deprecated parameters stay out', () => {
    expect(request('createThing').body).not.toHaveProperty('value.id');
    expect(request('createThing').body).not.toHaveProperty('value.old');
    expect(request('listThings').query).not.toMatch(/legacy/);
  });

  test('documented examples are sent as they are', () => {
    expect(request('patchThing').body).toMatchObject({ value: { name: 'Documented', kind: 'small' } });
  });

  test('bodies are written in their media type', () => {
    expect(request('replaceThing').body).toMatchObject({
      mediaType: 'application/x-www-form-urlencoded',
      text: expect.stringMatching(/^name=[^&]+&kind=/),
    });
    expect(request('sendXml').body).toMatchObject({ text: expect.stringMatching(/<order>.*<count>\d<\/count>/s) });
    expect(request('upload').body).toMatchObject({
      mediaType: expect.stringMatching(/^multipart\/form-data; ?boundary=/),
      text: expect.stringContaining('name="size"'),
    });
    expect(request('sendImage').headers).toContainEqual(['content-type', 'image/png']);
  });
});

describe('fuzzing', () => {
  test('a failing request shrinks to a single change on a plain request', async () => {
    const fuzzer = createFuzzer({ api });
    const outcome = await fuzzer.search(operation('createThing'), {
      seed: 3,
      runs: 60,
      fails: async ({ expected }) => expected === 'invalid',
    });
    expect(outcome).toMatchObject({ kind: 'found', smallest: { expected: 'invalid', changes: [expect.anything()] } });
    if (outcome.kind === 'found' && outcome.smallest.request.body.kind === 'parsed')
      expect(judge(outcome.smallest.request)).not.toEqual([]);
  });

  test('what is said to be valid is valid, what is said to be invalid is not', async () => {
    const fuzzer = createFuzzer({ api });
    const outcome = await fuzzer.search(operation('listThings'), {
      seed: 1,
      runs: 40,
      fails: async ({ request, expected }) => (judge(request).length === 0) !== (expected === 'valid'),
    });
    expect(outcome).toMatchObject({ kind: 'clean', runs: 40 });
  });
});

test('what a client says of its connection and its bytes is not drawn', async () => {
  const parameters = [
    'Content-Length',
    'Connection',
    'Transfer-Encoding',
    'Content-Encoding',
    'Digest',
    'X-Length',
  ].map((name) => ({
    name,
    in: 'header',
    schema: { type: 'string', enum: ['7'] },
  }));
  const schema = { type: 'string', enum: ['äöü'] };
  const content = { 'application/json': { schema } };
  const small = await loadApi({
    openapi: '3.1.0',
    info: { title: 'T', version: '1' },
    paths: { '/notes': { post: { operationId: 'note', parameters, requestBody: { content }, responses: {} } } },
  });
  const made = createGenerator({ api: small, accepts: () => true }).request(
    small.operation('note') ?? expect.fail('note'),
    { kind: 'valid', optional: 'all' },
    { seed: 1, at: 'note' },
  );
  if (!made.ok) return expect.fail(made.reason);
  expect(Object.fromEntries(made.value.headers)).toEqual({
    'X-Length': '7',
    'content-type': 'application/json',
  });
});
