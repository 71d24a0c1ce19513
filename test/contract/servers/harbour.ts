import type { FetchFunction } from '../../../src/contract/index.ts';

type Entry = Record<string, unknown>;
const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const text = { type: 'string', minLength: 1, maxLength: 40 };
const body = (name: string) => ({ requestBody: { required: true, ...json(ref(name)) } });
const refusal = (description: string) => ({ description, ...json(ref('Refusal')) });
const tag = { ETag: { required: true, schema: { type: 'string' } } };
const place = { Location: { required: true, schema: { type: 'string' } } };
const bad = {
  '400': refusal('It cannot be read.'),
  '401': refusal('Who are you?'),
  '422': refusal('The body breaks a rule.'),
};
const own = {
  '401': refusal('Who are you?'),
  '404': refusal('Never registered.'),
  '410': refusal('It was struck off.'),
};
const missing = { '401': refusal('Who are you?'), '404': refusal('There is none.') };
const wrong = { '409': refusal('The call is in another state.') };
const both = [{ station: [], master: [] }];
const path = (name: string, schema: object) => ({ parameters: [{ name, in: 'path', required: true, schema }] });
const act = (summary: string) => ({
  summary,
  responses: { '200': { description: 'Done.', ...json(ref('Call')) }, ...missing, ...wrong },
});

/** Keys that clients choose, a cursor that is called `next`, HEAD of its own, 410, two credentials at once, 303, and states that only summaries name. */
export const DOCUMENT = {
  openapi: '3.1.0',
  info: { title: 'Harbour', version: '1.0.0' },
  security: [{ station: [] }],
  paths: {
    '/vessels': {
      get: {
        operationId: 'listVessels',
        parameters: [
          { name: 'limit', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 20, default: 10 } },
          { name: 'cursor', in: 'query', schema: { type: 'string' } },
        ],
        responses: { '200': { description: 'A page.', ...json(ref('Page')) }, ...bad },
      },
    },
    '/vessels/{imo}': {
      ...path('imo', { type: 'string', pattern: '^[0-9]{7}$' }),
      get: {
        operationId: 'getVessel',
        responses: { '200': { description: 'It.', headers: tag, ...json(ref('Vessel')) }, ...own },
      },
      head: { operationId: 'headVessel', responses: { '200': { description: 'There.', headers: tag }, ...own } },
      put: {
        operationId: 'putVessel',
        ...body('VesselInput'),
        responses: {
          '200': { description: 'Replaced.', ...json(ref('Vessel')) },
          '201': { description: 'Registered.', ...json(ref('Vessel')) },
          ...bad,
        },
      },
      patch: {
        operationId: 'patchVessel',
        parameters: [{ name: 'If-Match', in: 'header', required: true, schema: { type: 'string' } }],
        requestBody: { required: true, content: { 'application/merge-patch+json': { schema: ref('VesselPatch') } } },
        responses: {
          '204': { description: 'Changed.', headers: tag },
          '400': refusal('It cannot be read.'),
          ...own,
          '412': refusal('It is another version.'),
          '422': refusal('The body breaks a rule.'),
          '428': refusal('Say which version.'),
        },
      },
      delete: { operationId: 'strikeVessel', responses: { '204': { description: 'Struck off.' }, ...own } },
    },
    '/calls': {
      post: {
        operationId: 'announceCall',
        ...body('CallInput'),
        responses: { '201': { description: 'Announced.', headers: place, ...json(ref('Call')) }, ...bad },
      },
    },
    '/calls/{callId}': {
      ...path('callId', { type: 'integer', minimum: 1 }),
      get: { operationId: 'getCall', responses: { '200': { description: 'It.', ...json(ref('Call')) }, ...missing } },
      delete: { operationId: 'dropCall', security: both, responses: { '204': { description: 'Gone.' }, ...missing } },
    },
    '/calls/{callId}/confirm': {
      ...path('callId', { type: 'integer', minimum: 1 }),
      post: { operationId: 'confirmCall', ...act('An announced call becomes confirmed.') },
    },
    '/calls/{callId}/cancel': {
      ...path('callId', { type: 'integer', minimum: 1 }),
      post: { operationId: 'cancelCall', ...act('Cancel an announced or confirmed call.') },
    },
    '/tug-requests': {
      post: {
        operationId: 'requestTug',
        ...body('TugInput'),
        responses: { '303': { description: 'See there.', headers: place }, ...bad },
      },
    },
    '/tug-requests/{requestId}': {
      ...path('requestId', { type: 'integer', minimum: 1 }),
      get: {
        operationId: 'getTugRequest',
        responses: { '200': { description: 'It.', ...json(ref('TugRequest')) }, ...missing },
      },
      delete: { operationId: 'dropTugRequest', responses: { '204': { description: 'Gone.' }, ...missing } },
    },
  },
  components: {
    securitySchemes: {
      station: { type: 'apiKey', in: 'header', name: 'X-Station' },
      master: { type: 'http', scheme: 'bearer' },
    },
    schemas: {
      Page: {
        type: 'object',
        required: ['data', 'meta'],
        properties: {
          data: { type: 'array', items: ref('Vessel') },
          meta: { type: 'object', required: ['next'], properties: { next: { type: ['string', 'null'] } } },
        },
      },
      Vessel: {
        type: 'object',
        required: ['imo', 'name'],
        properties: { imo: { type: 'string' }, name: text, flag: text },
      },
      VesselInput: {
        type: 'object',
        required: ['name'],
        additionalProperties: false,
        properties: { name: text, flag: text },
      },
      VesselPatch: {
        type: 'object',
        minProperties: 1,
        additionalProperties: false,
        properties: { name: text, flag: { type: ['string', 'null'], minLength: 1, maxLength: 40 } },
      },
      Call: {
        type: 'object',
        required: ['id', 'berth', 'status'],
        properties: {
          id: { type: 'integer' },
          berth: text,
          status: { type: 'string', enum: ['announced', 'confirmed', 'cancelled'] },
        },
      },
      CallInput: { type: 'object', required: ['berth'], additionalProperties: false, properties: { berth: text } },
      TugInput: { type: 'object', required: ['quay'], additionalProperties: false, properties: { quay: text } },
      TugRequest: { type: 'object', required: ['id', 'quay'], properties: { id: { type: 'integer' }, quay: text } },
      Refusal: { type: 'object', required: ['why'], properties: { why: { type: 'string' } } },
    },
  },
};

export const CREDENTIALS = { bearer: 'master-of-the-harbour', apiKeys: { station: 'station-seven' } };

const answer = (status: number, value?: unknown, headers: Record<string, string> = {}): Response =>
  new Response(value === undefined ? null : JSON.stringify(value), {
    status,
    headers: value === undefined ? headers : { 'content-type': 'application/json', ...headers },
  });
const refuse = (status: number, why: string, headers?: Record<string, string>): Response =>
  answer(status, { why }, headers);
const isText = (value: unknown): boolean =>
  typeof value === 'string' && [...value].length > 0 && [...value].length <= 40;

/** The texts that are in the body as its schema has them. */
async function read(request: Request, required: string, optional?: string): Promise<Entry | Response> {
  const isPatch = request.method === 'PATCH';
  const type = isPatch ? 'application/merge-patch+json' : 'application/json';
  if (request.headers.get('content-type')?.toLowerCase().split(';')[0] !== type) return refuse(415, `not ${type}`);
  let value: unknown;
  try {
    value = JSON.parse(await request.text());
  } catch {
    return refuse(400, 'not JSON');
  }
  const entry = typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Entry) : undefined;
  const names = optional === undefined ? [required] : [required, optional];
  const fits =
    entry !== undefined &&
    (isPatch ? Object.keys(entry).length > 0 : entry[required] !== undefined) &&
    Object.entries(entry).every(
      ([name, each]) => names.includes(name) && (isText(each) || (isPatch && name === optional && each === null)),
    );
  return fits ? entry : refuse(422, 'it breaks a rule');
}

const METHODS: readonly (readonly [RegExp, readonly string[]])[] = [
  [/^\/vessels$/, ['GET', 'HEAD']],
  [/^\/vessels\/[^/]+$/, ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE']],
  [/^\/(calls|tug-requests)$/, ['POST']],
  [/^\/(calls|tug-requests)\/[^/]+$/, ['GET', 'HEAD', 'DELETE']],
  [/^\/calls\/[^/]+\/(confirm|cancel)$/, ['POST']],
];

/** The server of that document, with one fault at most. */
export function harbour(fault?: string): FetchFunction {
  const vessels = new Map<string, { version: number; gone: boolean; data: Entry }>();
  const calls = new Map<number, Entry & { status: string }>();
  const tugs = new Map<number, Entry>();
  let count = 0;
  for (let at = 0; at < 9; at++) {
    const imo = String(9100000 + at * 7);
    vessels.set(imo, { version: at, gone: false, data: { imo, name: `Vessel ${at}` } });
  }

  function page(query: URLSearchParams): Response {
    const limit = Number(query.get('limit') ?? 10);
    const cursor = query.get('cursor');
    if (!Number.isInteger(limit) || limit < 1 || limit > 20) return refuse(422, 'limit');
    if (cursor !== null && !/^after-\d{7}$/.test(cursor)) return refuse(422, 'cursor');
    const all = [...vessels.values()].filter(({ gone }) => !gone).map(({ data }) => data);
    all.sort((a, b) => (String(a['imo']) < String(b['imo']) ? -1 : 1));
    const rest = all.filter(({ imo }) => cursor === null || String(imo) > cursor.slice(6));
    const shown = rest.slice(0, limit);
    const last = { loops: all[limit - 1], skips: rest[Math.min(limit, rest.length - 1)] }[fault ?? ''] ?? shown.at(-1);
    const next = rest.length > limit ? `after-${String(last?.['imo'])}` : null;
    return answer(200, { data: shown, meta: { next } });
  }

  async function vessel(request: Request, imo: string): Promise<Response> {
    const { method } = request;
    const known = vessels.get(imo);
    if (method === 'PUT') {
      if (!/^[0-9]{7}$/.test(imo)) return refuse(422, 'seven digits');
      const sent = await read(request, 'name', 'flag');
      if (sent instanceof Response) return sent;
      vessels.set(imo, { version: ++count + 100, gone: false, data: { imo, ...sent } });
      return answer(known === undefined || known.gone ? 201 : 200, { imo, ...sent });
    }
    if (known === undefined || (known.gone && fault === 'gone is missing')) return refuse(404, 'never registered');
    if (known.gone) return refuse(410, 'struck off');
    if (method === 'PATCH') {
      const version = request.headers.get('if-match');
      if (version === null) return refuse(428, 'say which version');
      const sent = await read(request, 'name', 'flag');
      if (sent instanceof Response) return sent;
      if (version !== '*' && version !== `"v${known.version}"`) return refuse(412, 'another version');
      const data = Object.entries({ ...known.data, ...sent }).filter(([, value]) => value !== null);
      vessels.set(imo, { version: ++count + 100, gone: false, data: Object.fromEntries(data) });
      return answer(204, undefined, { etag: `"v${count + 100}"` });
    }
    if (method === 'HEAD' && fault === 'no head') return refuse(404, 'never registered');
    const own = method === 'HEAD' && fault === 'other tag' ? 'h' : 'v';
    if (method !== 'DELETE') return answer(200, known.data, { etag: `"${own}${known.version}"` });
    known.gone = true;
    return answer(204);
  }

  function call(method: string, id: number, action: string | undefined): Response {
    const known = calls.get(id);
    if (known === undefined) return refuse(404, 'no such call');
    if (action === undefined && method === 'DELETE') calls.delete(id);
    if (action === undefined) return method === 'DELETE' ? answer(204) : answer(200, known);
    const from = action === 'confirm' ? ['announced'] : ['announced', 'confirmed'];
    if (fault === 'confirms cancelled calls' && action === 'confirm') from.push('cancelled');
    if (fault === 'cancels twice' && action === 'cancel') from.push('cancelled');
    if (!from.includes(known.status)) return refuse(409, `it is ${known.status}`);
    known.status = action === 'confirm' ? 'confirmed' : 'cancelled';
    return answer(200, known);
  }

  async function made(request: Request, kind: string): Promise<Response> {
    const sent = await read(request, kind === 'calls' ? 'berth' : 'quay');
    if (sent instanceof Response) return sent;
    const id = ++count;
    if (kind === 'calls') {
      calls.set(id, { id, ...sent, status: 'announced' });
      return answer(201, calls.get(id), { location: `/calls/${id}` });
    }
    tugs.set(id, { id, ...sent, ...(fault === 'other quay' ? { quay: 'north' } : {}) });
    return answer(303, undefined, { location: fault === 'nowhere' ? `/tugs/${id}` : `/tug-requests/${id}` });
  }

  function tug(method: string, id: number): Response {
    const known = tugs.get(id);
    if (known === undefined) return refuse(404, 'no such request');
    if (method === 'DELETE') tugs.delete(id);
    return method === 'DELETE' ? answer(204) : answer(200, known);
  }

  return async (request) => {
    const { pathname, searchParams } = new URL(request.url);
    const allowed = METHODS.find(([shape]) => shape.test(pathname))?.[1];
    const [, kind = '', id, action] = pathname.split('/');
    const { method, headers } = request;
    const challenge = { 'www-authenticate': 'Bearer' };
    // Who is nobody is not even told what there is.
    if (headers.get('x-station') !== CREDENTIALS.apiKeys.station) return refuse(401, 'who are you?', challenge);
    if (allowed === undefined) return refuse(404, 'nothing here');
    if (!allowed.includes(method)) return refuse(405, 'not here', { allow: allowed.join(', ') });
    const master = kind === 'calls' && id !== undefined && method === 'DELETE' && fault !== 'no master';
    const isMaster = headers.get('authorization') === `Bearer ${CREDENTIALS.bearer}`;
    if (master && !isMaster) return refuse(401, 'who are you?', challenge);
    if (kind === 'vessels') return id === undefined ? page(searchParams) : vessel(request, id);
    if (id === undefined) return made(request, kind);
    return kind === 'calls' ? call(method, Number(id), action) : tug(method, Number(id));
  };
}
