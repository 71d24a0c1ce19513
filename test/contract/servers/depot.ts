import type { FetchFunction } from '../../../src/contract/index.ts';

type Entry = Record<string, unknown>;
const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const of = (status: string, name: string) => ({ [status]: { description: name, ...json(ref(name)) } });
const listOf = (name: string) => ({ '200': { description: name, ...json({ type: 'array', items: ref(name) }) } });
const refusal = (description: string) => ({ description, ...json(ref('Refusal')) });
const bad = { '400': refusal('Unreadable.') };
const none = { '404': refusal('There is none.') };
const gone = { '204': { description: 'Gone.' } };
const body = (schema: object) => ({ requestBody: { required: true, ...json(schema) } });
const path = (name: string, schema: object) => ({ name, in: 'path', required: true, schema });
const code = { type: 'string', pattern: '^[A-Z]{3}[0-9]{2}$' };
const yard = path('code', code);
const slot = [
  yard,
  path('row', { type: 'string', enum: ['A', 'B', 'C'] }),
  path('place', { type: 'integer', minimum: 1, maximum: 9 }),
];

const crate = path('crateId', { type: 'integer', minimum: 1 });

/** Keys that the client chooses, items that two places of a path name, states, jobs, and many at once. */
export const DOCUMENT = {
  openapi: '3.1.0',
  info: { title: 'Depot', version: '1.0.0' },
  paths: {
    '/yards': {
      get: { operationId: 'listYards', responses: listOf('Yard') },
      post: {
        operationId: 'openYard',
        ...body(ref('Yard')),
        responses: { ...of('201', 'Yard'), ...bad, '409': refusal('The code is taken.') },
      },
    },
    '/yards/{code}': {
      parameters: [yard],
      get: { operationId: 'getYard', responses: { ...of('200', 'Yard'), ...none, ...bad } },
      put: { operationId: 'changeYard', ...body(ref('Yard')), responses: { ...of('200', 'Yard'), ...none, ...bad } },
      delete: { operationId: 'closeYard', responses: { ...gone, ...none, ...bad } },
    },
    '/yards/{code}/slots': {
      parameters: [yard],
      get: { operationId: 'listSlots', responses: { ...listOf('Slot'), ...none, ...bad } },
    },
    '/yards/{code}/slots/{row}/{place}': {
      parameters: slot,
      get: { operationId: 'getSlot', responses: { ...of('200', 'Slot'), ...none, ...bad } },
      put: {
        operationId: 'fillSlot',
        ...body(ref('Filling')),
        responses: { ...of('200', 'Slot'), ...of('201', 'Slot'), ...none, ...bad },
      },
      delete: { operationId: 'clearSlot', responses: { ...gone, ...none, ...bad } },
    },
    '/crates': {
      get: { operationId: 'listCrates', responses: listOf('Crate') },
      post: { operationId: 'makeCrate', ...body(ref('NewCrate')), responses: { ...of('201', 'Crate'), ...bad } },
    },
    '/crates/many': {
      post: {
        operationId: 'makeCrates',
        ...body({ type: 'array', minItems: 1, maxItems: 3, items: ref('NewCrate') }),
        responses: { ...listOf('Crate'), ...bad },
      },
    },
    '/counts': {
      post: {
        operationId: 'startCount',
        ...body({
          type: 'object',
          required: ['what'],
          properties: { what: { type: 'string', enum: ['crates', 'slots'] } },
        }),
        responses: {
          '202': {
            description: 'Started.',
            headers: { Location: { schema: { type: 'string' } } },
            ...json(ref('Count')),
          },
          ...bad,
        },
      },
    },
    '/counts/{countId}': {
      parameters: [path('countId', { type: 'integer', minimum: 1 })],
      get: { operationId: 'getCount', responses: { ...of('200', 'Count'), ...none, ...bad } },
    },
    '/counts/{countId}/sheet': {
      parameters: [path('countId', { type: 'integer', minimum: 1 })],
      get: { operationId: 'getSheet', responses: { ...of('200', 'Sheet'), ...none, ...bad } },
    },
    '/crates/{crateId}': {
      parameters: [crate],
      get: { operationId: 'getCrate', responses: { ...of('200', 'Crate'), ...none, ...bad } },
      patch: {
        operationId: 'changeCrate',
        ...body(ref('CrateChange')),
        responses: { ...of('200', 'Crate'), ...none, ...bad, '409': refusal('Only open crates can be changed.') },
      },
      delete: { operationId: 'removeCrate', responses: { ...gone, ...none, ...bad } },
    },
    '/crates/{crateId}/seal': {
      parameters: [crate],
      post: {
        operationId: 'sealCrate',
        responses: { ...of('200', 'Crate'), ...none, ...bad, '409': refusal('The crate is not open.') },
      },
    },
    '/crates/{crateId}/send': {
      parameters: [crate],
      post: {
        operationId: 'sendCrate',
        responses: { ...of('200', 'Crate'), ...none, ...bad, '409': refusal('It has been sent already, or is open.') },
      },
    },
    '/crates/{crateId}/labels': {
      parameters: [crate],
      post: {
        operationId: 'labelCrate',
        ...body({
          type: 'object',
          required: ['text'],
          properties: { text: { type: 'string', minLength: 1, maxLength: 9 } },
        }),
        responses: { ...gone, ...none, ...bad, '409': refusal('The crate has been sent already.') },
      },
    },
  },
  components: {
    schemas: {
      Count: {
        type: 'object',
        required: ['id', 'state'],
        properties: {
          id: { type: 'integer' },
          state: { type: 'string', enum: ['running', 'done'] },
          what: { type: 'string', enum: ['crates', 'slots'] },
          resultUrl: { type: 'string' },
        },
      },
      Sheet: { type: 'object', required: ['total'], properties: { total: { type: 'integer' } } },
      NewCrate: {
        type: 'object',
        required: ['content'],
        properties: {
          content: { type: 'string', minLength: 1, maxLength: 30 },
          due: { type: 'string', format: 'date-time' },
        },
      },
      CrateChange: {
        type: 'object',
        minProperties: 1,
        properties: { content: { type: 'string', minLength: 1, maxLength: 30 } },
      },
      Crate: {
        type: 'object',
        required: ['id', 'content', 'state'],
        properties: {
          id: { type: 'integer', readOnly: true },
          content: { type: 'string' },
          due: { type: 'string', format: 'date-time' },
          state: { type: 'string', enum: ['open', 'sealed', 'sent'] },
        },
      },
      Refusal: { type: 'object', required: ['reason'], properties: { reason: { type: 'string' } } },
      Yard: {
        type: 'object',
        required: ['code', 'country'],
        properties: {
          code,
          country: { type: 'string', enum: ['DE', 'JP', 'PE'] },
          note: { type: 'string', maxLength: 40 },
        },
      },
      Filling: {
        type: 'object',
        required: ['article', 'count'],
        properties: {
          article: { type: 'string', minLength: 3, maxLength: 12 },
          count: { type: 'integer', minimum: 0, maximum: 1000 },
        },
      },
      Slot: {
        type: 'object',
        required: ['row', 'place', 'article', 'count'],
        properties: {
          row: { type: 'string', enum: ['A', 'B', 'C'] },
          place: { type: 'integer' },
          article: { type: 'string' },
          count: { type: 'integer' },
        },
      },
    },
  },
};

/** What a request says: its path by segments, and its body. */
interface Asked {
  readonly method: string;
  readonly parts: readonly string[];
  readonly sent: unknown;
}

class Refused extends Error {
  readonly status: number;
  constructor(status: number, reason: string) {
    super(reason);
    this.status = status;
  }
}

/** The depot in memory; `fault` is what it is wrong in. */
export function depot(fault?: string): FetchFunction {
  const is = (name: string): boolean => name === fault;
  const yards = new Map<string, Entry>();
  const slots = new Map<string, Entry>();
  for (const each of ['BER01', 'TYO01', 'LIM01']) yards.set(each, { code: each, country: 'DE' });
  for (const place of [1, 2, 3])
    slots.set(`BER01/A/${place}`, { row: 'A', place, article: `article-${place}`, count: place });

  const crates = new Map<number, Entry>();
  for (const [index, content] of ['nails', 'rope'].entries())
    crates.set(index + 1, { id: index + 1, content, state: 'open' });
  let last = crates.size;

  const found = <T>(value: T | undefined): T => {
    if (value === undefined) throw new Refused(404, 'none');
    return value;
  };
  const insist = (fits: boolean): void => {
    if (!fits) throw new Refused(400, 'wrong');
  };
  const object = (sent: unknown): Entry => {
    insist(typeof sent === 'object' && sent !== null && !Array.isArray(sent));
    return sent as Entry;
  };
  const text = (value: unknown, least: number, most: number): boolean =>
    typeof value === 'string' && [...value].length >= least && [...value].length <= most;

  function yardFrom(sent: unknown): Entry {
    const { code: own, country, note } = object(sent);
    insist(/^[A-Z]{3}[0-9]{2}$/.test(String(own)) && typeof own === 'string');
    insist(['DE', 'JP', 'PE'].includes(country as string) && (note === undefined || text(note, 0, 40)));
    return { code: own, country, ...(note === undefined ? {} : { note }) };
  }

  function onYards({ method, sent }: Asked): Response {
    if (method === 'GET') return answer(200, [...yards.values()]);
    const made = yardFrom(sent);
    if (yards.has(String(made['code'])) && !is('code twice')) throw new Refused(409, 'taken');
    yards.set(String(made['code']), made);
    return answer(201, made, { Location: `/yards/${made['code']}` });
  }

  function onYard({ method, parts: [, own = ''], sent }: Asked): Response {
    insist(/^[A-Z]{3}[0-9]{2}$/.test(own));
    const yardThere = found(yards.get(own));
    if (method === 'GET') return answer(200, yardThere);
    if (method === 'PUT') {
      const changed = yardFrom(sent);
      insist(changed['code'] === own || is('another code'));
      yards.set(own, changed);
      return answer(200, changed);
    }
    yards.delete(own);
    for (const key of [...slots.keys()]) if (key.startsWith(`${own}/`)) slots.delete(key);
    return answer(204);
  }

  function onSlots({ parts: [, own = ''] }: Asked): Response {
    found(yards.get(own));
    const here = [...slots].filter(([key]) => is('all slots') || key.startsWith(`${own}/`) || is('one for all'));
    return answer(
      200,
      here.map(([, each]) => each),
    );
  }

  function onSlot({ method, parts: [, own = '', , row = '', place = ''], sent }: Asked): Response {
    insist((['A', 'B', 'C'].includes(row) || is('any row')) && /^\d+$/.test(place));
    insist(Number(place) > 0 && Number(place) < (is('ten places') ? 11 : 10));
    found(yards.get(own));
    const key = is('one for all') ? `${row}/${place}` : `${own}/${row}/${place}`;
    const there = slots.get(key);
    if (method === 'PUT') {
      const { article, count } = object(sent);
      insist(text(article, 3, 12) && Number.isInteger(count) && (count as number) >= 0 && (count as number) <= 1000);
      const filled = { row, place: Number(place) + (is('next place') ? 1 : 0), article, count };
      slots.set(key, filled);
      const status = is('never new') ? 200 : is('always new') || there === undefined ? 201 : 200;
      return answer(status, filled);
    }
    if (method === 'DELETE' && there === undefined && is('nothing to clear')) return answer(204);
    const kept = found(there);
    if (method === 'GET') return answer(200, kept);
    slots.delete(key);
    return answer(204);
  }

  function crateFrom(sent: unknown): Entry {
    const { content, due } = object(sent);
    insist(text(content, 1, 30));
    insist(
      due === undefined || (/^\d{4}-\d\d-\d\dT.*(Z|[+-]\d\d:\d\d)$/i.test(String(due)) && typeof due === 'string'),
    );
    last += 1;
    const kept = is('zones are lost') ? String(due).replace(/[+-]\d\d:\d\d$/, 'Z') : due;
    return { id: last, content, state: 'open', ...(due === undefined ? {} : { due: kept }) };
  }

  function onCrates({ method, sent }: Asked): Response {
    if (method === 'GET') return answer(200, [...crates.values()]);
    const made = crateFrom(sent);
    crates.set(last, made);
    return answer(201, made, { Location: `/crates/${last}` });
  }

  function onManyCrates({ sent }: Asked): Response {
    insist(Array.isArray(sent) && sent.length > 0 && sent.length < 4);
    const made = (sent as unknown[]).map((each) => crateFrom(each));
    if (!is('forgets many')) for (const each of made) crates.set(Number(each['id']), each);
    return answer(200, made);
  }

  const counts = new Map<number, Entry>();
  const running = new Set<number>();

  function onCounts({ sent }: Asked): Response {
    const { what } = object(sent);
    insist(what === 'crates' || what === 'slots');
    const id = counts.size + 1;
    counts.set(id, { id, state: 'done', ...(is('forgets what') ? {} : { what }), resultUrl: `/counts/${id}/sheet` });
    running.add(id);
    const Location = `/counts/${is('another count') ? id + 90 : id}`;
    return answer(202, { id, state: 'running', what }, is('no Location') ? {} : { Location });
  }

  function onCount({ parts: [, id = '', part] }: Asked): Response {
    insist(/^[1-9]\d*$/.test(id));
    const count = found(counts.get(Number(id)));
    if (part === 'sheet') return is('no sheet') ? answer(404, { reason: 'none' }) : answer(200, { total: crates.size });
    // Each is looked at twice until it is done.
    const early = { ...count, state: 'running', resultUrl: undefined };
    return running.delete(Number(id)) || is('counts for ever') ? answer(200, early) : answer(200, count);
  }

  const crateOf = (id: string): Entry => {
    insist(/^[1-9]\d*$/.test(id));
    return found(crates.get(Number(id)));
  };
  const conflict = (refused: boolean): void => {
    if (refused) throw new Refused(409, 'state');
  };

  function onCrate({ method, parts: [, id = ''], sent }: Asked): Response {
    const kept = crateOf(id);
    if (method === 'GET') return answer(200, kept);
    if (method === 'DELETE') crates.delete(Number(id));
    if (method === 'DELETE') return answer(204);
    const fields = object(sent);
    insist(Object.keys(fields).length > 0 && (fields['content'] === undefined || text(fields['content'], 1, 30)));
    if (kept['state'] === 'sent' && is('sent crates crash')) throw new Refused(500, 'crash');
    conflict(kept['state'] !== 'open' && !is('sealed crates change'));
    if (fields['content'] !== undefined) kept['content'] = fields['content'];
    return answer(200, kept);
  }

  function onSeal({ parts: [, id = ''] }: Asked): Response {
    const kept = crateOf(id);
    conflict(kept['state'] !== 'open' && !is('seals again'));
    const before = { ...kept };
    if (!is('seals nothing')) kept['state'] = 'sealed';
    return answer(200, is('shows the open crate') ? before : kept);
  }

  function onSend({ parts: [, id = ''] }: Asked): Response {
    const kept = crateOf(id);
    conflict(kept['state'] !== 'sealed' && !(kept['state'] === 'sent' && is('sends twice')));
    kept['state'] = 'sent';
    return answer(200, kept);
  }

  function onLabels({ parts: [, id = ''], sent }: Asked): Response {
    const kept = crateOf(id);
    insist(text(object(sent)['text'], 1, 9));
    conflict(kept['state'] === 'sent' && !is('labels what is sent'));
    return answer(204);
  }

  const routes: readonly (readonly [shape: RegExp, methods: readonly string[], act: (asked: Asked) => Response])[] = [
    [/^yards$/, ['GET', 'POST'], onYards],
    [/^yards\/[^/]+$/, ['GET', 'PUT', 'DELETE'], onYard],
    [/^yards\/[^/]+\/slots$/, ['GET'], onSlots],
    [/^yards\/[^/]+\/slots\/[^/]+\/[^/]+$/, ['GET', 'PUT', 'DELETE'], onSlot],
    [/^crates$/, ['GET', 'POST'], onCrates],
    [/^crates\/many$/, ['POST'], onManyCrates],
    [/^counts$/, ['POST'], onCounts],
    [/^counts\/[^/]+$/, ['GET'], onCount],
    [/^counts\/[^/]+\/sheet$/, ['GET'], onCount],
    [/^crates\/[^/]+$/, ['GET', 'PATCH', 'DELETE'], onCrate],
    [/^crates\/[^/]+\/seal$/, ['POST'], onSeal],
    [/^crates\/[^/]+\/send$/, ['POST'], onSend],
    [/^crates\/[^/]+\/labels$/, ['POST'], onLabels],
  ];

  async function respond(request: Request): Promise<Response> {
    const own = new URL(request.url).pathname.slice(1);
    const route = routes.find(([shape]) => shape.test(own));
    if (route === undefined) return answer(404, { reason: 'no such path' });
    const method = request.method === 'HEAD' ? 'GET' : request.method;
    const [, methods, act] = route;
    if (!methods.includes(method)) return answer(405, { reason: 'method' }, { Allow: ['HEAD', ...methods].join(', ') });
    try {
      return act({ method, parts: own.split('/').map(decoded), sent: await read(request) });
    } catch (cause) {
      if (cause instanceof Refused) return answer(cause.status, { reason: cause.message });
      throw cause;
    }
  }

  return async (request) => {
    const response = await respond(request);
    return request.method === 'HEAD' ? new Response(null, response) : response;
  };
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw new Refused(400, 'wrong');
  }
}

async function read(request: Request): Promise<unknown> {
  if (request.method === 'GET' || request.method === 'HEAD' || request.method === 'DELETE') return undefined;
  const content = await request.text();
  if (content !== '' && request.headers.get('content-type')?.toLowerCase().split(';')[0] !== 'application/json')
    throw new Refused(400, 'not JSON');
  try {
    return content === '' ? undefined : (JSON.parse(content) as unknown);
  } catch {
    throw new Refused(400, 'unreadable');
  }
}

function answer(status: number, value?: unknown, headers: Record<string, string> = {}): Response {
  if (value === undefined) return new Response(null, { status, headers });
  return new Response(JSON.stringify(value), { status, headers: { 'Content-Type': 'application/json', ...headers } });
}
