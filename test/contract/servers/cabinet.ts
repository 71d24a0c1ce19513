import type { FetchFunction } from '../../../src/contract/index.ts';

type Entry = Record<string, unknown>;
const text = { type: 'string' };
const bytes = { type: 'string', format: 'byte' };
const count = { type: 'string', format: 'int64' };
const object = (properties: object, required: readonly string[] = []) => ({ type: 'object', properties, required });
const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const header = object({ revision: count });

const call = (summary: string, sent: object, shown: object) => ({
  post: {
    operationId: summary.split(' ')[0],
    summary,
    requestBody: { required: true, ...json(sent) },
    responses: {
      '200': { description: 'Done.', ...json(object({ header, ...shown })) },
      default: { description: 'Refused.', ...json(object({ code: { type: 'integer' }, message: text })) },
    },
  },
});
const version = { ...count, description: 'Increases with each change of the value.' };
const entry = object({ key: bytes, value: bytes, version });

/** A store whose operations are all POSTs that name their record in the body, as gateways to procedures have them. */
export const DOCUMENT = {
  openapi: '3.1.0',
  info: { title: 'Cabinet', version: '1.0.0' },
  paths: {
    '/v1/entries/range': call(
      'Range gets the entries of a range of keys.',
      object(
        { key: bytes, range_end: { ...bytes, description: 'range_end is the end of [key, range_end).' }, limit: count },
        ['key'],
      ),
      { entries: { type: 'array', items: entry }, more: { type: 'boolean' }, count },
    ),
    '/v1/entries/put': call('Put puts an entry.', object({ key: bytes, value: bytes }, ['key', 'value']), {}),
    '/v1/entries/deleterange': call(
      'DeleteRange deletes the entries of a range.',
      object({ key: bytes, range_end: bytes }, ['key']),
      { deleted: count },
    ),
    '/v1/tag/add': call('TagAdd adds a tag.', object({ name: { ...text, minLength: 1 } }, ['name']), {}),
    '/v1/tag/get': call('TagGet gets a tag.', object({ tag: text }, ['tag']), {
      colours: { type: 'array', items: text },
    }),
    '/v1/tag/list': call('TagList lists all tags.', object({}), { tags: { type: 'array', items: text } }),
    '/v1/tag/delete': call('TagDelete deletes a tag.', object({ tag: text }, ['tag']), {}),
    '/v1/permit/grant': call(
      'PermitGrant creates a permit.',
      object({ ID: count, days: { type: 'integer', minimum: 1, maximum: 99 } }, ['days']),
      { ID: count, days: { type: 'integer' } },
    ),
    '/v1/permit/look': call('PermitLook retrieves a permit.', object({ ID: count }, ['ID']), {
      ID: count,
      days: { type: 'integer' },
    }),
    '/v1/permit/permits': call('Permits lists all permits.', object({}), {
      permits: { type: 'array', items: object({ ID: count }) },
    }),
    '/v1/permit/revoke': call('PermitRevoke revokes a permit.', object({ ID: count }, ['ID']), {}),
  },
};

class Refusal extends Error {}
const refuse = (message: string): never => {
  throw new Refusal(message);
};
const isBase64 = (value: string): boolean => Buffer.from(value, 'base64').toString('base64') === value;

function readText(sent: Entry, name: string, isRequired: boolean): string | undefined {
  const value = sent[name];
  if (value === undefined && !isRequired) return undefined;
  return typeof value === 'string' ? value : refuse(`${name} must be a string`);
}

function readBytes(sent: Entry, name: string, isRequired = false): string | undefined {
  const value = readText(sent, name, isRequired);
  return value === undefined || isBase64(value) ? value : refuse(`${name} must be base64`);
}

function readCount(sent: Entry, name: string, isRequired = false): bigint | undefined {
  const value = readText(sent, name, isRequired);
  if (value === undefined) return undefined;
  const number = /^-?\d{1,19}$/.test(value) ? BigInt(value) : refuse(`${name} must be a number`);
  return number === BigInt.asIntN(64, number) ? number : refuse(`${name} must be a number`);
}

/** The store. `touched` has the names of records that were there before and that a request has changed or removed. */
export function cabinet(fault?: string): {
  readonly fetch: FetchFunction;
  readonly touched: () => readonly string[];
  readonly granted: () => number;
} {
  const is = (name: string): boolean => fault === name;
  const key = (name: string): string => Buffer.from(name).toString('base64');
  const entries = new Map<string, { value: string; version: number }>();
  const tags = new Set(['seeded']);
  const permits = new Map<string, number>([['17', 3]]);
  for (const name of ['alpha', 'beta']) entries.set(key(name), { value: key('seeded'), version: 1 });
  const compare = (a: string, b: string): number => Buffer.compare(Buffer.from(a, 'base64'), Buffer.from(b, 'base64'));
  let revision = 1;
  let given = 1000n;
  const inRange = (from: string, end: string | undefined): readonly string[] =>
    end === undefined || end === ''
      ? [...entries.keys()].filter((each) => each === from)
      : [...entries.keys()].filter((each) => compare(each, from) >= 0 && compare(each, end) < 0).toSorted(compare);
  const shown = (name: string): Entry => {
    const { value = '', version = 0 } = entries.get(name) ?? {};
    return { key: name, value, version: is('counts as numbers') ? version : String(version) };
  };
  const acts: Record<string, (sent: Entry) => Entry> = {
    '/v1/entries/range'(sent) {
      const from = readBytes(sent, 'key', true) ?? '';
      const limit = Number(readCount(sent, 'limit') ?? 0n);
      const all = inRange(from, readBytes(sent, 'range_end'));
      const some = limit > 0 && !is('limit has no effect') ? all.slice(0, limit) : all;
      const isMore = is('never more') ? false : some.length < all.length;
      return {
        ...(some.length === 0 ? {} : { entries: some.map(shown) }),
        ...(isMore ? { more: true } : {}),
        count: String(all.length),
      };
    },
    '/v1/entries/put'(sent) {
      const name = readBytes(sent, 'key', true) ?? '';
      const value = readBytes(sent, 'value', true) ?? '';
      const before = entries.get(name);
      if (!is('put keeps nothing') && !(is('second put keeps nothing') && before !== undefined))
        entries.set(name, { value, version: is('version stands') ? 1 : (before?.version ?? 0) + 1 });
      return {};
    },
    '/v1/entries/deleterange'(sent) {
      const found = inRange(readBytes(sent, 'key', true) ?? '', readBytes(sent, 'range_end'));
      if (!is('delete keeps all')) for (const each of found) entries.delete(each);
      return { deleted: String(found.length) };
    },
    '/v1/tag/add'(sent) {
      const name = readText(sent, 'name', true) ?? '';
      if (name === '' || tags.has(name)) refuse('the tag exists');
      tags.add(name);
      return {};
    },
    '/v1/tag/get': (sent) =>
      tags.has(readText(sent, 'tag', true) ?? '') ? { colours: ['red'] } : refuse('no such tag'),
    '/v1/tag/list': () => ({ tags: is('lists only old tags') ? ['seeded'] : [...tags] }),
    '/v1/tag/delete'(sent) {
      const name = readText(sent, 'tag', true) ?? '';
      if (!tags.has(name)) refuse('no such tag');
      if (!is('tags stay')) tags.delete(name);
      return {};
    },
    '/v1/permit/grant'(sent) {
      const id = readCount(sent, 'ID') ?? 0n;
      const days = sent['days'];
      if (typeof days !== 'number' || !Number.isInteger(days) || days < 1 || days > 99)
        return refuse('days must be from 1 to 99');
      if (permits.has(String(id))) refuse('the permit exists');
      given += 1n;
      const own = id === 0n ? given : id;
      permits.set(String(own), is('another number of days') ? 7 : days);
      return { ID: String(own), days };
    },
    '/v1/permit/look'(sent) {
      const id = String(readCount(sent, 'ID', true));
      return { ID: id, ...(permits.has(id) ? { days: permits.get(id) } : {}) };
    },
    '/v1/permit/permits': () => ({ permits: [...permits.keys()].map((ID) => ({ ID })) }),
    '/v1/permit/revoke'(sent) {
      const id = String(readCount(sent, 'ID', true));
      if (!permits.has(id)) refuse('no such permit');
      if (!is('permits stay')) permits.delete(id);
      return {};
    },
  };
  const fetch = async (request: Request): Promise<Response> => {
    const act = acts[new URL(request.url).pathname];
    if (act === undefined) return Response.json({ code: 5, message: 'unknown' }, { status: 404 });
    if (request.method !== 'POST')
      return Response.json({ code: 12, message: 'POST only' }, { status: 405, headers: { Allow: 'POST' } });
    if (!/^application\/json\b/i.test(request.headers.get('content-type') ?? ''))
      return Response.json({ code: 3, message: 'JSON only' }, { status: 415 });
    try {
      const sent: unknown = JSON.parse(await request.text());
      if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) return refuse('an object is needed');
      const answer = act(sent as Entry);
      revision += 1;
      return Response.json({ header: { revision: String(revision) }, ...answer });
    } catch (cause) {
      if (!(cause instanceof Refusal || cause instanceof SyntaxError)) throw cause;
      return Response.json({ code: 3, message: cause.message }, { status: 400 });
    }
  };
  const touched = (): readonly string[] => [
    ...['alpha', 'beta'].filter((name) => entries.get(key(name))?.value !== key('seeded')),
    ...(tags.has('seeded') ? [] : ['seeded']),
    ...(permits.get('17') === 3 ? [] : ['17']),
  ];
  /** Permits that are there beside the seeded one. */
  const granted = (): number => [...permits.keys()].filter((id) => id !== '17').length;
  return { fetch, touched, granted };
}
