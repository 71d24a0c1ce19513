import { describe, expect, test } from 'vitest';
import { saysExhausted } from '../../../src/contract/hints/conflicts.ts';
import type { Exchange } from '../../../src/contract/model/exchange.ts';
import { longestIn, promisesResult } from '../../../src/contract/responses/job-words.ts';
import { refusalOfUnknown } from '../../../src/resources/index.ts';
import { fromYaml, tell } from '../harness.ts';

/** What a service may do wrong, with the check that says so. */
const FAULTS = {
  'the oldest come first': 'sort.ignored',
  'the page before an item is the first page': 'page.overlap-or-gap',
  'bounds of time do not filter': 'filter.ignored',
  'a second account of a name is made': 'state.duplicate-accepted',
  'a form resets what it does not name': 'state.patch-drops-others',
  'the last link leads to the last full page': 'page.link-header',
  'a report that has ended has no address': 'job.result-missing',
} as const;
type Fault = keyof typeof FAULTS;

const COLLABORATORS = fromYaml(`openapi: 3.0.3
info: { title: Ledger, version: '1' }
paths:
  /accounts:
    get:
      operationId: listAccounts
      description: Accounts by the time of their creation, with the most recent accounts appearing first.
      parameters:
        - { name: limit, in: query, schema: { type: integer, minimum: 1, maximum: 50, default: 10 } }
        - { name: starting_after, in: query, schema: { type: string }, description: The ID of the account that defines the place in the list. }
        - { name: ending_before, in: query, schema: { type: string }, description: The ID of the account that defines the place in the list. The accounts before it are returned. }
        - { name: created, in: query, style: deepObject, explode: true, schema: { type: object, properties: { gte: { type: integer }, lt: { type: integer } } } }
      responses:
        '200': { description: ok, content: { application/json: { schema: { type: object, required: [data, has_more], properties: { data: { type: array, items: { $ref: '#/components/schemas/Account' } }, has_more: { type: boolean } } } } } }
        '400': { $ref: '#/components/responses/Wrong' }
    post:
      operationId: openAccount
      requestBody: { required: true, content: { application/json: { schema: { type: object, required: [name], properties: { name: { type: string, minLength: 3, maxLength: 40 }, note: { type: string, minLength: 1, maxLength: 40 } } } } } }
      responses:
        '201': { description: made, content: { application/json: { schema: { $ref: '#/components/schemas/Account' } } } }
        '400': { $ref: '#/components/responses/Wrong' }
        '422': { description: 'The name is wrong, or an account of this name exists already.', content: { application/json: { schema: { $ref: '#/components/schemas/Problem' } } } }
  /accounts/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    get:
      operationId: getAccount
      responses: { '200': { description: ok, content: { application/json: { schema: { $ref: '#/components/schemas/Account' } } } }, '404': { $ref: '#/components/responses/None' } }
    post:
      operationId: changeAccount
      summary: Update an account
      description: Changes the given properties. What is not given stays as it is.
      requestBody: { content: { application/x-www-form-urlencoded: { schema: { type: object, properties: { note: { type: string, minLength: 1, maxLength: 40 }, phone: { type: string, pattern: '^[0-9]{4,9}$' }, tags: { type: object, additionalProperties: { type: string } } } } } } }
      responses: { '200': { description: ok, content: { application/json: { schema: { $ref: '#/components/schemas/Account' } } } }, '400': { $ref: '#/components/responses/Wrong' }, '404': { $ref: '#/components/responses/None' } }
    delete:
      operationId: closeAccount
      responses: { '204': { description: gone }, '404': { $ref: '#/components/responses/None' } }
  /pages:
    get:
      operationId: listPages
      parameters:
        - { name: per_page, in: query, schema: { type: integer, minimum: 1, maximum: 50, default: 10 } }
        - { name: page, in: query, schema: { type: integer, minimum: 1, default: 1 } }
      responses: { '200': { description: ok, headers: { Link: { schema: { type: string } } }, content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Page' } } } } }, '400': { $ref: '#/components/responses/Wrong' } }
  /pages/{number}:
    parameters: [{ name: number, in: path, required: true, schema: { type: integer } }]
    get:
      operationId: getPage
      responses: { '200': { description: ok, content: { application/json: { schema: { $ref: '#/components/schemas/Page' } } } }, '404': { $ref: '#/components/responses/None' } }
  /reports:
    post:
      operationId: startReport
      description: Starts a report. Read it until its status is succeeded; \`result_url\` then has the result.
      requestBody: { required: true, content: { application/json: { schema: { type: object, required: [title], properties: { title: { type: string, minLength: 3, maxLength: 40 } } } } } }
      responses: { '202': { description: started, headers: { Location: { schema: { type: string } } }, content: { application/json: { schema: { $ref: '#/components/schemas/Report' } } } }, '400': { $ref: '#/components/responses/Wrong' } }
  /reports/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    get:
      operationId: getReport
      responses: { '200': { description: ok, content: { application/json: { schema: { $ref: '#/components/schemas/Report' } } } }, '404': { $ref: '#/components/responses/None' } }
components:
  responses:
    Wrong: { description: The request is wrong., content: { application/json: { schema: { $ref: '#/components/schemas/Problem' } } } }
    None: { description: There is none., content: { application/json: { schema: { $ref: '#/components/schemas/Problem' } } } }
  schemas:
    Problem: { type: object, required: [message], properties: { message: { type: string } } }
    Account: { type: object, required: [id, name, created], properties: { id: { type: string, readOnly: true }, name: { type: string }, note: { type: string, nullable: true }, phone: { type: string, nullable: true }, tags: { type: object, additionalProperties: { type: string } }, created: { type: integer, readOnly: true } } }
    Page: { type: object, required: [number], properties: { number: { type: integer }, text: { type: string } } }
    Report: { type: object, required: [id, title, status], properties: { id: { type: string, readOnly: true }, title: { type: string }, status: { type: string, enum: [pending, succeeded, failed] }, result_url: { type: string, nullable: true } } }
`);

interface Account {
  readonly id: string;
  readonly name: string;
  note: string | null;
  phone: string | null;
  readonly created: number;
}

const problem = (status: number, message: string, headers: Record<string, string> = {}): Response =>
  Response.json({ message }, { status, headers });
const isText = (value: unknown, least: number): value is string =>
  typeof value === 'string' && [...value].length >= least && [...value].length <= 40;
const isCount = (text: string | null, most: number): boolean =>
  text === null || (/^[0-9]+$/.test(text) && Number(text) >= 1 && Number(text) <= most);

/** A ledger that is right, but for one fault. */
function ledger(fault?: Fault): (request: Request) => Promise<Response> {
  const has = (name: Fault): boolean => name === fault;
  let accounts: readonly Account[] = [];
  let made = 0;
  const reports = new Map<string, { readonly title: string; reads: number }>();

  const list = (url: URL): Response => {
    const asked = (name: string): string | null => url.searchParams.get(name);
    if (!isCount(asked('limit'), 50)) return problem(400, 'limit is wrong');
    for (const bound of ['gte', 'lt'])
      if (!/^-?[0-9]+$/.test(asked(`created[${bound}]`) ?? '0')) return problem(400, 'created is wrong');
    const limit = Number(asked('limit') ?? 10);
    const [from, to] = [asked('created[gte]'), asked('created[lt]')].map((each) =>
      each === null ? undefined : Number(each),
    );
    const fitting = accounts.filter(
      ({ created }) =>
        has('bounds of time do not filter') ||
        ((from === undefined || created >= from) && (to === undefined || created < to)),
    );
    const ordered = has('the oldest come first') ? fitting : fitting.toReversed();
    const [after, before] = ['starting_after', 'ending_before'].map(asked);
    const at = ordered.findIndex(({ id }) => id === (after ?? before));
    if (at < 0 && (after ?? before) !== null) return problem(400, 'there is no such account');
    const rest = after === null ? (before === null ? ordered : ordered.slice(0, at)) : ordered.slice(at + 1);
    const isBack = before !== null && after === null && !has('the page before an item is the first page');
    const data = isBack ? rest.slice(-limit) : rest.slice(0, limit);
    return Response.json({ data, has_more: rest.length > data.length });
  };

  const open = (body: { name?: unknown; note?: unknown }): Response => {
    const { name, note = null } = body;
    if (!isText(name, 3) || (note !== null && !isText(note, 1)) || (Object.hasOwn(body, 'note') && note === null))
      return problem(400, 'the body is wrong');
    if (accounts.some((each) => each.name === name) && !has('a second account of a name is made'))
      return problem(422, 'the name is taken');
    made += 1;
    const account: Account = { id: `a${made}`, name, note, phone: null, created: 1_800_000_000 + made };
    accounts = [...accounts, account];
    return Response.json(account, { status: 201 });
  };

  const change = (account: Account, form: URLSearchParams): Response => {
    if (form.has('tags')) return problem(400, 'tags is not an object');
    const [note, phone] = [form.get('note'), form.get('phone')];
    if ((note !== null && !isText(note, 1)) || (phone !== null && !/^[0-9]{4,9}$/.test(phone)))
      return problem(400, 'the form is wrong');
    if (has('a form resets what it does not name')) Object.assign(account, { note: null, phone: null });
    if (note !== null) account.note = note;
    if (phone !== null) account.phone = phone;
    return Response.json(account);
  };

  const pages = (url: URL): Response => {
    const [page, size] = [url.searchParams.get('page'), url.searchParams.get('per_page')];
    if (!isCount(page, 1e9) || !isCount(size, 50)) return problem(400, 'the page is wrong');
    const [at, each] = [Number(page ?? 1), Number(size ?? 10)];
    const all = Array.from({ length: 8 }, (_, index) => ({ number: index + 1, text: `page ${index + 1}` }));
    const count = Math.ceil(all.length / each);
    const last = has('the last link leads to the last full page') ? Math.max(1, Math.floor(all.length / each)) : count;
    const to = (number: number, rel: string): string =>
      `<${url.origin}/pages?per_page=${each}&page=${number}>; rel="${rel}"`;
    const links = at < count ? { Link: `${to(at + 1, 'next')}, ${to(last, 'last')}` } : undefined;
    return Response.json(all.slice((at - 1) * each, at * each), links === undefined ? {} : { headers: links });
  };

  const start = (body: { title?: unknown }, origin: string): Response => {
    if (!isText(body.title, 3)) return problem(400, 'title is wrong');
    const id = `r${reports.size + 1}`;
    reports.set(id, { title: body.title, reads: 0 });
    const report = { id, title: body.title, status: 'pending', result_url: null };
    return Response.json(report, { status: 202, headers: { Location: `${origin}/reports/${id}` } });
  };

  const report = (id: string, origin: string): Response => {
    const found = reports.get(id);
    if (found === undefined) return problem(404, 'there is no such report');
    found.reads += 1;
    const isDone = found.reads > 2;
    const address = isDone && !has('a report that has ended has no address') ? `${origin}/pages/1` : null;
    return Response.json({ id, title: found.title, status: isDone ? 'succeeded' : 'pending', result_url: address });
  };

  return async (request) => {
    const url = new URL(request.url);
    const [, area = '', id, more] = url.pathname.split('/');
    const method = request.method === 'HEAD' ? 'GET' : request.method;
    const account = accounts.find((each) => each.id === id);
    const text = await request.text();
    const form = /form-urlencoded/.test(request.headers.get('content-type') ?? '');
    const methods: Record<string, readonly string[]> = {
      accounts: id === undefined ? ['GET', 'POST'] : ['GET', 'POST', 'DELETE'],
      pages: ['GET'],
      reports: id === undefined ? ['POST'] : ['GET'],
    };
    const allowed = more === undefined ? methods[area] : undefined;
    if (allowed === undefined) return problem(404, 'there is nothing here');
    if (!allowed.includes(method)) return problem(405, 'not here', { Allow: allowed.join(', ') });
    const isForm = area === 'accounts' && id !== undefined;
    if (method === 'POST' && text !== '' && form !== isForm) return problem(415, 'not in this form');
    if (area === 'pages' && id === undefined) return pages(url);
    if (area === 'pages')
      return /^[1-8]$/.test(id ?? '')
        ? Response.json({ number: Number(id), text: `page ${id}` })
        : problem(404, 'none');
    if (area === 'reports' && id !== undefined) return report(id, url.origin);
    if (area === 'accounts' && id !== undefined) {
      if (account === undefined) return problem(404, 'there is no such account');
      if (method === 'POST') return change(account, new URLSearchParams(text));
      if (method === 'DELETE') accounts = accounts.filter((each) => each !== account);
      return method === 'DELETE' ? new Response(null, { status: 204 }) : Response.json(account);
    }
    if (method === 'GET') return list(url);
    let body: unknown;
    try {
      body = JSON.parse(text);
    } catch {
      return problem(400, 'this is no JSON');
    }
    if (typeof body !== 'object' || body === null || Array.isArray(body)) return problem(400, 'this is no object');
    return area === 'reports' ? start(body, url.origin) : open(body);
  };
}

async function errorsOf(fault?: Fault): Promise<readonly string[]> {
  const { summary } = await tell({ ...COLLABORATORS, target: ledger(fault) });
  return summary.findings
    .filter(({ severity, about }) => severity === 'error' && about === 'service')
    .map(({ check, message }) => (fault === undefined ? `${check}: ${message}` : check));
}

test('a ledger that is right gets no error', async () => {
  expect(await errorsOf()).toEqual([]);
}, 60_000);

test.each(Object.entries(FAULTS))(
  '%s: %s',
  async (fault, check) => {
    expect(await errorsOf(fault as Fault)).toContain(check);
  },
  60_000,
);

describe('Words of documents', () => {
  test('a few of a unit are at most ten', () => {
    expect(longestIn('It takes a few seconds.')).toBe(10_000);
    expect(longestIn('It takes two seconds.')).toBe(2_000);
  });

  test('a result is promised where it is there as soon as the job has ended', () => {
    expect(promisesResult('Poll until it has succeeded; `url` then has the result.', 'url')).toBe(true);
    expect(promisesResult('Where the file is, once the export is complete.')).toBe(true);
    expect(promisesResult('May be there once the export is complete.')).toBe(false);
    expect(promisesResult('Where the file is.')).toBe(false);
  });

  test('a number that is more than a record has left is refused because of the record', () => {
    const says = (message: string, description = 'Refused.'): boolean => {
      const body = { kind: 'parsed', mediaType: 'application/json', value: { message }, text: '' };
      const operation = { responses: [{ status: '400', description }] };
      const model = { resources: [{ singular: 'booking' }] };
      return saysExhausted({ response: { status: 400, body }, operation, model } as unknown as Exchange);
    };
    expect(says('amount is larger than what is left')).toBe(true);
    expect(says('The amount exceeds the available balance.')).toBe(true);
    expect(says('amount is larger than 100')).toBe(false);
    const refused = 'amount must be at most 300';
    expect(says(refused, 'The amount is more than the `balanceDue` of the booking.')).toBe(true);
    expect(says(refused, 'The amount is more than 10000, or the booking is closed.')).toBe(false);
    expect(says(refused, 'The booking is malformed.')).toBe(false);
  });

  test('a refusal of what is not a branch of the repository is about a record', () => {
    const refused = (description: string): string | undefined => {
      const { api } = fromYaml(
        `{ openapi: 3.1.0, info: { title: A, version: '1' }, paths: { /pulls: { post: { responses: { '201': { description: ok }, '422': { description: ${description} } } } } } }`,
      );
      const [operation] = api.operations;
      return operation === undefined ? undefined : refusalOfUnknown(operation, api);
    };
    expect(refused('The head is not a branch of the repository.')).toBe('422');
    expect(refused('The head is not a part of the schema.')).toBeUndefined();
  });
});
