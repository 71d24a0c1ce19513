const json = (body) => ({ body: JSON.stringify(body), headers: { 'content-type': 'application/json' } });
const patch = (body) => ({ body, headers: { 'content-type': 'application/merge-patch+json' } });
const as = (fields, init = {}) => ({ ...init, headers: { ...init.headers, ...fields } });
const NOVEL = { title: 'Emma', genre: 'novel' };

/**
 * Requests, one after the other on one mock: all methods, bodies, refusals, HEAD, 204, 304, conditions, negotiation, preferences, streams, binary
 * content, worlds, faults, and requests that their sender gives up.
 */
export const EXCHANGES = [
  ['GET', '/books'],
  ['GET', '/books?limit=2'],
  ['GET', '/books?genre=novel'],
  ['GET', '/books?limit=0'],
  ['GET', '/books?limit=x'],
  ['GET', '/books?genre=drama'],
  ['GET', '/books?limit=51'],
  ['HEAD', '/books'],
  ['OPTIONS', '/books'],
  ['GET', '/books/1'],
  ['HEAD', '/books/1'],
  ['GET', '/books/9999'],
  ['GET', '/books/x'],
  ['GET', '/books/1/'],
  ['GET', '/nothing'],
  ['PROPFIND', '/books'],
  ['POST', '/books', json(NOVEL)],
  ['POST', '/books', json({ title: 'Ö ü 漢字', genre: 'poetry' })],
  ['POST', '/books', json({ title: '', genre: 'novel' })],
  ['POST', '/books', json({ title: 'x' })],
  ['POST', '/books', json([])],
  ['POST', '/books', json(null)],
  ['POST', '/books', json({ ...NOVEL, id: 7 })],
  ['POST', '/books', json({ ...NOVEL, pages: 3 })],
  ['POST', '/books', { body: '{"title":', headers: { 'content-type': 'application/json' } }],
  ['POST', '/books', { body: 'title=x', headers: { 'content-type': 'application/x-www-form-urlencoded' } }],
  ['POST', '/books'],
  ['POST', '/books', json({ title: 'x'.repeat(50_000), genre: 'novel' })],
  ['GET', '/books?limit=50'],
  ['PUT', '/books/1', json({ title: 'Put', genre: 'poetry' })],
  ['PUT', '/books/9999', json({ title: 'Put', genre: 'poetry' })],
  ['PATCH', '/books/1', patch('{"title":"New"}')],
  ['GET', '/books/1'],
  ['GET', '/books/1', as({ 'if-none-match': '{etag}' })],
  ['GET', '/books/1', as({ 'if-none-match': '"other"' })],
  ['PATCH', '/books/1', patch('{"title":""}')],
  ['PATCH', '/books/9999', patch('{"title":"x"}')],
  ['DELETE', '/books/2'],
  ['GET', '/books/2'],
  ['DELETE', '/books/2'],
  ['GET', '/books', as({ accept: 'application/xml', prefer: 'handling=strict' })],
  ['GET', '/books', as({ accept: '*/*' })],
  ['GET', '/books/1', as({ prefer: 'code=404' })],
  ['GET', '/books/1', as({ prefer: 'status=503' })],
  ['POST', '/books', as({ prefer: 'code=429' }, json(NOVEL))],
  ['GET', '/books', as({ prefer: 'seed=7' })],
  ['GET', '/books', as({ prefer: 'delay=20' })],
  ['GET', '/news'],
  ['GET', '/log'],
  ['GET', '/cover'],
  ['POST', '/notes', { body: 'hello', headers: { 'content-type': 'text/plain' } }],
  ['POST', '/notes', { body: 'x'.repeat(21), headers: { 'content-type': 'text/plain' } }],
  ['POST', '/forms', { body: 'name=Ann&age=7', headers: { 'content-type': 'application/x-www-form-urlencoded' } }],
  ['POST', '/forms', { body: 'age=x', headers: { 'content-type': 'application/x-www-form-urlencoded' } }],
  [
    'POST',
    '/forms',
    {
      body: '--b\r\ncontent-disposition: form-data; name="name"\r\n\r\nAnn\r\n--b--\r\n',
      headers: { 'content-type': 'multipart/form-data; boundary=b' },
    },
  ],
  ['GET', '/books', as({ 'standin-world': 'other' }), 'worlds'],
  ['DELETE', '/books/1', as({ 'standin-world': 'other' }), 'worlds'],
  ['GET', '/books/1', as({ 'standin-world': 'other' }), 'worlds'],
  ['GET', '/books/1'],
  ['GET', '/books', as({ prefer: 'world=third' }), 'worlds'],
  ['GET', '/books', as({ authorization: 'Bearer x' })],
  ['GET', '/books/%31'],
  ['GET', '/books?limit=2&limit=3'],
  ['GET', '/books?unknown=1'],
  ['GET', '/books/1', as({ 'x-odd': 'a, b' })],
  ['GET', '/books', as({ prefer: 'fault=reset' })],
  ['GET', '/books', as({ prefer: 'fault=empty' })],
  ['GET', '/books', as({ prefer: 'fault=garbage' })],
  ['GET', '/books', as({ prefer: 'fault=hang' }), 'given up'],
  ['GET', '/books', as({ prefer: 'delay=30000' }), 'given up'],
  ['GET', '/books?limit=3'],
  ['DELETE', '/books/1'],
  ['GET', '/books/1'],
];

/** Header fields that say something of the answer, and not of the connection. */
const REPORTED = ['content-type', 'location', 'allow', 'link', 'retry-after', 'etag', 'standin-origin'];

/** What matters of the answers, with the address of the host taken out. Runs in a page too: it needs nothing but `fetch`. */
export async function answersOf(base, { ask = fetch, exchanges, reported }) {
  const answers = [];
  let etag = '"none"';
  for (const [method, path, init = {}, kind] of exchanges) {
    const headers = Object.fromEntries(
      Object.entries(init.headers ?? {}).map(([name, value]) => [name, value.replace('{etag}', etag)]),
    );
    const controller = new AbortController();
    const timer = kind === 'given up' ? setTimeout(() => controller.abort(), 200) : undefined;
    try {
      // A response of the browser's cache is none of the host's.
      const response = await ask(`${base}${path}`, {
        method,
        ...init,
        headers,
        signal: controller.signal,
        cache: 'no-store',
      });
      etag = response.headers.get('etag') ?? etag;
      const text = (await response.text()).replaceAll(base, '').replaceAll(new URL(base).host, 'host');
      const fields = reported.flatMap((name) => {
        const value = response.headers.get(name);
        return value === null ? [] : [`${name}: ${value.replaceAll(base, '')}`];
      });
      answers.push([`${method} ${path}`, response.status, fields.join('\n'), text]);
    } catch (error) {
      answers.push([
        `${method} ${path}`,
        kind === 'given up' && error.name === 'AbortError' ? 'given up' : 'network error',
      ]);
    }
    clearTimeout(timer);
  }
  return answers;
}

export const answersThrough = (base, ask) => answersOf(base, { ask, exchanges: EXCHANGES, reported: REPORTED });

/** Where a test has its own world, no request says which one is meant. */
export const inOneWorld = EXCHANGES.filter(([, , , kind]) => kind !== 'worlds');
export { REPORTED };
