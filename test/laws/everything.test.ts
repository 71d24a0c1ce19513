import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { createMock, inspectDocument, type StandinMock } from '../../src/library/index.ts';
import { checked } from './self-checked.ts';

const fileOf = (name: string): string => fileURLToPath(new URL(`documents/${name}.yaml`, import.meta.url));

type Headers = Readonly<Record<string, string>>;
/** `METHOD /path`, the status that has to come, a part of the answer, and what is sent. */
type Row = readonly [
  line: string,
  status: number,
  shown: string,
  sent?: { headers?: Headers; body?: string | FormData },
];

const JSON_TYPE = { 'content-type': 'application/json' };
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const KEYS = { 'X-Key': 'k' };
const BEARER = { authorization: 'bearer any' };
const XML = '<p:pet xmlns:p="urn:p"><name>X</name><tags><tag>a</tag><tag>b</tag></tags></p:pet>';

function multipart(parts: Readonly<Record<string, string | Blob>>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(parts)) form.append(name, value);
  return form;
}

const json = (text: string): Blob => new Blob([text], { type: 'application/json' });

const ROWS: Readonly<Record<string, readonly Row[]>> = {
  'everything-32': [
    ['QUERY /pets?key=1', 200, '[', { headers: { ...KEYS, ...JSON_TYPE }, body: '{"name":"x"}' }],
    ['QUERY /pets?key=1', 422, '`name` is required', { headers: { ...KEYS, ...JSON_TYPE }, body: '{}' }],
    ['QUERY /pets', 401, 'X-Key', { headers: { ...KEYS, ...JSON_TYPE }, body: '{"name":"x"}' }],
    ['COPY /v2/pets?key=1', 204, '', { headers: KEYS }],
    ['LINK /pets', 405, 'QUERY, GET, POST, COPY'],
    ['GET /pets?tags=a%7Cb&ids=1%202&csv=1,2&filter[min]=3&filter[names]=a&where=%7B%22a%22:1%7D', 200, '['],
    ['GET /pets?ids=1%20q', 400, '`ids[1]` must be an integer'],
    ['GET /pets?csv=1,z', 400, '`csv[1]` must be an integer'],
    ['GET /pets?filter[min]=x', 400, '`filter.min` must be an integer'],
    ['GET /pets?where=%7B%22a%22:%22s%22%7D', 400, '`where.a` must be an integer'],
    ['GET /pets?where=%7Bbroken', 400, 'is not JSON'],
    ['GET /pets', 400, '`X-List[1]` must be an integer', { headers: { 'x-list': '1, y' } }],
    ['GET /pets', 400, '`sid` must have at least 2 characters', { headers: { cookie: 'sid=a' } }],
    ['GET /search?term=ab&n=1', 200, '{"n":1}'],
    ['GET /search?term=a&n=z', 422, '`term` must have at least 2 characters, but has 1; `n` must be an integer'],
    ['GET /colors/;matrix=1;matrix=2/.r=1/3,4', 204, ''],
    ['GET /colors/;matrix=x/.r=q/3,z', 422, '`matrix[0]` must be an integer'],
    ['GET /colors/1/.r=1/3', 400, 'does not start with'],
    ['GET /events', 200, 'event: tick\ndata: '],
    ['GET /lines', 200, '"name":'],
    [
      'POST /lines',
      204,
      '',
      { headers: { 'content-type': 'application/x-ndjson' }, body: '{"name":"a"}\n{"name":"b"}\n' },
    ],
    [
      'POST /lines',
      422,
      '/body/1/name',
      { headers: { 'content-type': 'application/x-ndjson' }, body: '{"name":"a"}\n{}\n' },
    ],
    ['POST /pets', 201, '"tags":["a","b"]', { headers: { ...BEARER, 'content-type': 'application/xml' }, body: XML }],
    [
      'POST /pets',
      201,
      '"tags":["a","b"],"kind":"cat"',
      { headers: { ...BEARER, ...FORM }, body: 'name=F&tags=a|b&kind=cat' },
    ],
    [
      'POST /pets',
      201,
      '<p:pet xmlns:p="urn:p" id="',
      { headers: { ...BEARER, ...JSON_TYPE, accept: 'application/xml' }, body: '{"name":"F"}' },
    ],
    ['POST /pets', 201, '"name":"M"', { headers: BEARER, body: multipart({ name: 'M', meta: json('{"a":1}') }) }],
    [
      'POST /pets',
      422,
      '`meta.a` must be an integer',
      { headers: BEARER, body: multipart({ name: 'M', meta: json('{"a":"x"}') }) },
    ],
    ['GET /pets/3', 200, '"id":3'],
    ['GET /admin', 200, 'fine'],
    ['GET /data', 200, '{"c":{"$ref":"#/nowhere"},"e":{"$ref":"x.yaml"}}'],
  ],
  'everything-20': [
    ['GET /v1/pets?csv=1,2&ssv=1%202&tsv=1%092&pipes=1%7C2&multi=1&multi=2', 200, '['],
    ['GET /pets?csv=1,x', 422, '`csv[1]` must be an integer'],
    ['GET /pets?ssv=1%20x', 422, '`ssv[1]` must be an integer'],
    ['GET /pets?tsv=1%09x', 422, '`tsv[1]` must be an integer'],
    ['GET /pets?pipes=1%7Cx', 422, '`pipes[1]` must be an integer'],
    ['GET /pets?multi=1&multi=2&multi=3', 422, '`multi`'],
    ['GET /pets', 422, '`X-Ids[1]` must be an integer', { headers: { 'x-ids': '1,x' } }],
    ['POST /pets?key=k', 201, '"ages":[1,2]', { headers: FORM, body: 'name=Bo&ages=1%7C2' }],
    ['POST /pets?key=k', 422, '`name` must have at least 2 characters', { headers: FORM, body: 'name=B' }],
    ['POST /pets?key=k', 201, '"name":"Bo"', { body: multipart({ name: 'Bo' }) }],
    ['POST /pets?key=k', 415, '', { headers: JSON_TYPE, body: '{"name":"Bo"}' }],
    ['POST /pets', 401, '', { headers: FORM, body: 'name=Bo' }],
    ['GET /pets/1', 200, '"id":1', { headers: { authorization: `Basic ${btoa('a:b')}` } }],
    ['GET /pets/1?key=k', 200, '<id>1</id>', { headers: { accept: 'application/xml' } }],
    ['PUT /pets/1?key=k', 200, '"note":null', { headers: JSON_TYPE, body: '{"name":"Al","kind":"Pet","note":null}' }],
    ['POST /pets/1/photo?key=k', 204, '', { body: multipart({ photo: new Blob(['x'], { type: 'image/png' }) }) }],
    ['POST /pets/1/photo?key=k', 422, '`photo` is required', { body: multipart({ other: 'x' }) }],
  ],
};

const open: StandinMock[] = [];
afterAll(() => Promise.all(open.map((mock) => mock.close())));

describe.each(Object.keys(ROWS))('A document with everything (%s)', (name) => {
  const rows = (ROWS[name] ?? []).map(([line, status, shown, sent]) => ({ line, status, shown, sent }));
  test.each(rows)('$line is answered $status $shown', async ({ line, status, shown, sent = {} }) => {
    const mock =
      open.find((each) => each.api.title === TITLES[name]) ??
      (await createMock({ document: fileOf(name), auth: 'document' }));
    if (!open.includes(mock)) open.push(mock);
    const [method = '', path = ''] = line.split(' ');
    const response = await mock.fetch(new Request(`http://mock${path}`, { method, ...sent }));
    const text = await response.text();
    expect([response.status, text.includes(shown) ? shown : text]).toEqual([status, shown]);
    expect(status < 300 ? response.headers.get('standin-violations') : null).toBe(null);
  });

  test('is kept by its own mock', async () => {
    const { errors, passed } = await checked(fileOf(name), ['key', 'hq']);
    expect(errors).toEqual([]);
    expect(passed).toBeGreaterThan(100);
  });
});

const TITLES: Readonly<Record<string, string>> = { 'everything-32': 'All', 'everything-20': 'Everything of 2.0' };

test('What cannot be enforced of it is named with its line', async () => {
  const { diagnostics } = await inspectDocument({ document: fileOf('everything-32') });
  expect(diagnostics.map(({ code, position }) => [code, typeof position?.line])).toEqual([
    ['unenforceable-security', 'number'],
  ]);
  expect((await inspectDocument({ document: fileOf('everything-20') })).diagnostics).toEqual([]);
});
