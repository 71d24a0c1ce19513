import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Case, Finding } from '../../../src/contract/index.ts';
import {
  type Act,
  type FlowRunner,
  inconclusive,
  neverConclusive,
  PASSED,
  single,
  type Turn,
} from '../../../src/contract/model/flow.ts';
import type { StepEnd } from '../../../src/contract/model/step-end.ts';
import { runBeside, runTogether } from '../../../src/contract/run/run-flow.ts';
import { createMock } from '../../../src/library/index.ts';
import { servers } from '../../targets/catalogue.ts';
import { readDocument } from '../../targets/document.ts';
import { collaboratorsOf, tell } from '../harness.ts';

const PLANNED: Case = {
  id: 'a case',
  phase: 'stateful',
  description: 'a case',
  request: { method: 'GET', path: '/', query: '' },
  expectation: { kind: 'any', text: '' },
};

const finding = (fingerprint: string): Finding => ({
  check: 'page.total-wrong',
  severity: 'error',
  about: 'service',
  tier: 2,
  count: 1,
  expected: '',
  actual: '',
  message: '',
  fingerprint,
});

interface Attempt {
  readonly finds?: readonly string[];
  readonly end?: StepEnd;
}

/** What comes of a flow whose attempts find and end as told, and how many there were. */
async function ends(...attempts: readonly Attempt[]) {
  return endsIn('reading', attempts);
}

async function endsIn(turn: Turn, attempts: readonly Attempt[]) {
  let made = 0;
  const runner: FlowRunner = {
    caseContextOf: (gathered, attempt) => {
      made += 1;
      gathered.requests += 1;
      gathered.findings.push(...(attempts[attempt]?.finds ?? []).map(finding));
      return { attempt } as unknown as ReturnType<FlowRunner['caseContextOf']>;
    },
    bounded: (act) => act,
    aborted: () => false,
    confirmed: new Set(),
    defect: String,
  };
  const act: Act = async ({ attempt }) => attempts[attempt]?.end ?? PASSED;
  const told = await runBeside(runner, single(PLANNED, 'things', act, turn));
  const [end] = typeof told === 'function' ? await told() : told;
  return {
    verdict: end?.result.verdict,
    flaky: end !== undefined && 'flaky' in end.result,
    made,
    requests: end?.requests,
  };
}

test('what passes in parallel is not run again', async () => {
  expect(await ends({})).toEqual({ verdict: 'passed', flaky: false, made: 1, requests: 1 });
});

test('what fails only in parallel is not a finding', async () => {
  expect(await ends({ finds: ['a'] }, {})).toEqual({ verdict: 'passed', flaky: false, made: 2, requests: 2 });
});

test('what could not be judged in parallel is run again', async () => {
  expect(await ends({ end: inconclusive('409') }, {})).toMatchObject({ verdict: 'passed', made: 2 });
});

test('… but not of a life, beside which there is nothing that has to do with it', async () => {
  const mute = { end: inconclusive('409') };
  expect(await endsIn('living', [mute, {}])).toMatchObject({ verdict: 'inconclusive', made: 1 });
  expect(await endsIn('living', [{ ...mute, finds: ['a'] }, {}])).toMatchObject({ verdict: 'passed', made: 2 });
});

test('… nor where the report would be the same', async () => {
  expect(await ends({ end: neverConclusive('no page leads on') }, {})).toMatchObject({
    verdict: 'inconclusive',
    made: 1,
  });
});

test('what fails in parallel and alone is a finding, without a third run', async () => {
  expect(await ends({ finds: ['a'] }, { finds: ['a'] })).toEqual({
    verdict: 'failed',
    flaky: false,
    made: 2,
    requests: 2,
  });
});

test('what fails alone and passed in parallel is tried a third time', async () => {
  const [first, second] = [{ finds: ['a'] }, { finds: ['b'] }];
  expect(await ends(first, second, second)).toEqual({ verdict: 'failed', flaky: false, made: 3, requests: 3 });
  expect(await ends(first, second, {})).toMatchObject({ flaky: true, made: 3 });
});

test('what can be seen once only has been seen', async () => {
  expect(await ends({ finds: ['a'] }, { end: inconclusive('there is no item left') })).toMatchObject({
    verdict: 'failed',
    flaky: false,
    made: 2,
  });
});

test('what passed in parallel has passed, although it cannot be judged alone', async () => {
  const other = [PASSED, inconclusive('it is late')];
  let step = 0;
  const runner: FlowRunner = {
    caseContextOf: () => ({}) as ReturnType<FlowRunner['caseContextOf']>,
    bounded: (act) => act,
    aborted: () => false,
    confirmed: new Set(),
    defect: String,
  };
  const acts: readonly Act[] = [async () => other[step] ?? PASSED, async () => other[1 - step] ?? PASSED];
  const begin = (): readonly Act[] => acts;
  const told = await runBeside(runner, {
    ...single(PLANNED, 'things', async () => PASSED),
    cases: [PLANNED, PLANNED],
    begin,
  });
  step = 1;
  const both = typeof told === 'function' ? await told() : told;
  expect(both.map(({ result }) => result.verdict)).toEqual(['passed', 'passed']);
});

/** Books have authors; shelves have nothing to do with either. */
const PROPERTIES: Readonly<Record<string, object>> = {
  authors: { name: { type: 'string', minLength: 1 } },
  books: { name: { type: 'string', minLength: 1 }, authorId: { type: 'integer' } },
  shelves: { name: { type: 'string', minLength: 1 } },
};
const json = (schema: object): object => ({ content: { 'application/json': { schema } } });
const one = (name: string): object => json({ $ref: `#/components/schemas/${name}` });
const LIBRARY = {
  openapi: '3.1.0',
  info: { title: 'Library', version: '1' },
  paths: Object.fromEntries(
    Object.keys(PROPERTIES).flatMap((name) => {
      const requestBody = { required: true, ...one(name) };
      const absent = { '404': { description: 'There is none.' } };
      const list = json({ type: 'array', items: { $ref: `#/components/schemas/${name}` } });
      return [
        [
          `/${name}`,
          {
            get: { responses: { '200': { description: 'All.', ...list } } },
            post: { requestBody, responses: { '201': { description: 'Made.', ...one(name) } } },
          },
        ],
        [
          `/${name}/{id}`,
          {
            parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
            get: { responses: { '200': { description: 'One.', ...one(name) }, ...absent } },
            put: { requestBody, responses: { '200': { description: 'Changed.', ...one(name) }, ...absent } },
            delete: { responses: { '204': { description: 'Gone.' }, ...absent } },
          },
        ],
      ];
    }),
  ),
  components: {
    schemas: Object.fromEntries(
      Object.entries(PROPERTIES).map(([name, properties]) => [
        name,
        {
          type: 'object',
          required: ['id', ...Object.keys(properties)],
          properties: { id: { type: 'integer', readOnly: true }, ...properties },
        },
      ]),
    ),
  },
};

test('lives are led beside those of resources that have nothing to do with them, and of no others', async () => {
  const mock = await createMock({ document: LIBRARY });
  const underWay: string[] = [];
  const together = new Set<string>();
  const fetch = async (request: Request): Promise<Response> => {
    const [, name = ''] = new URL(request.url).pathname.split('/');
    // What is left in the end is removed several at a time, each after what hangs on it.
    if (request.method === 'DELETE') return mock.fetch(request);
    underWay.push(name);
    together.add([...new Set(underWay)].sort().join('+'));
    await sleep(2);
    const answer = await mock.fetch(request);
    underWay.splice(underWay.indexOf(name), 1);
    return answer;
  };
  const only = Object.keys(PROPERTIES).map((name) => `stateful/${name}/life/1-create`);
  const { summary } = await tell({ ...(await collaboratorsOf(LIBRARY)), target: fetch, phases: ['stateful'], only });
  expect(summary.counts.passed).toBeGreaterThan(20);
  expect(together).toContain('authors+shelves');
  expect([...together].filter((names) => names.includes('authors+books'))).toEqual([]);
});

/** Shows a list without its last item to whoever is not the only one who asks. */
function crowded(fetch: (request: Request) => Response | Promise<Response>) {
  let underWay = 0;
  let times = 0;
  return {
    times: () => times,
    async fetch(request: Request): Promise<Response> {
      underWay += 1;
      await sleep(1);
      const among = underWay > 1;
      const answer = await fetch(request);
      underWay -= 1;
      if (!among || request.method !== 'GET' || answer.status !== 200) return answer;
      const body: unknown = await answer.clone().json();
      const [name, list] = Array.isArray(body)
        ? ['', body]
        : (Object.entries(Object(body)).find(([, each]) => Array.isArray(each)) ?? ['', []]);
      if (!Array.isArray(list) || list.length === 0) return answer;
      times += 1;
      const short = list.slice(0, -1);
      const { status, headers } = answer;
      return Response.json(name === '' ? short : { ...Object(body), [name]: short }, {
        status,
        headers: [...headers].filter(([field]) => field !== 'content-length'),
      });
    },
  };
}

test.each(['orders', 'books'])('what others do to a list while it is read is not held against it: %s', async (name) => {
  const server = servers.find((each) => each.name === name);
  if (server === undefined) throw new Error(`there is no server ${name}`);
  const target = server.create();
  const { fetch, times } = crowded((request) => target.fetch(request));
  const { summary } = await tell({
    ...(await collaboratorsOf(readDocument(name))),
    ...(server.bearer === undefined ? {} : { credentials: { bearer: server.bearer } }),
    target: fetch,
    phases: ['stateful'],
    strict: true,
  });
  expect(times()).toBeGreaterThan(10);
  expect(summary.findings.filter(({ about, severity }) => about === 'service' && severity !== 'info')).toEqual([]);
  expect(summary).toMatchObject({ exitStatus: 0, counts: { failed: 0, flaky: 0, errored: 0 } });
});

/** What comes of a flow that runs with others, whose attempts get no answer in time or find as told. */
async function together(...attempts: readonly (Attempt | 'late')[]) {
  let made = 0;
  const alone: number[] = [];
  let isAlone = false;
  const runner: FlowRunner = {
    caseContextOf: (gathered, attempt) => {
      made += 1;
      if (isAlone) alone.push(attempt);
      const told = attempts[attempt];
      gathered.timedOut = told === 'late';
      gathered.late = told === 'late' ? { ...finding('slow'), check: 'time.timeout' } : undefined;
      if (told !== 'late') gathered.findings.push(...(told?.finds ?? []).map(finding));
      return { attempt } as unknown as ReturnType<FlowRunner['caseContextOf']>;
    },
    bounded: (act) => act,
    aborted: () => false,
    confirmed: new Set(),
    defect: String,
  };
  const act: Act = async ({ attempt }) => {
    const told = attempts[attempt];
    return told === 'late' ? inconclusive('timeout') : (told?.end ?? PASSED);
  };
  const flow = single(PLANNED, 'things', act);
  const ends = async () => {
    const told = await runTogether(runner, flow);
    isAlone = typeof told === 'function';
    const [end] = typeof told === 'function' ? await told() : told;
    return { verdict: end?.result.verdict, flaky: end !== undefined && 'flaky' in end.result };
  };
  return { ...(await ends()), made, alone, ends };
}

test('what gets no answer in time with others is tried alone, and that result counts', async () => {
  expect(await together('late', {})).toMatchObject({ verdict: 'passed', flaky: true, made: 2, alone: [1] });
  const failed = { finds: ['a'] };
  expect(await together('late', failed, failed)).toMatchObject({ verdict: 'failed', flaky: false, alone: [1, 2] });
  expect(await together('late', failed, {})).toMatchObject({ verdict: 'failed', flaky: true });
});

test('what gets no answer in time alone either is a finding, and need not be shown again', async () => {
  const slow = await together('late', 'late');
  expect(slow).toMatchObject({ verdict: 'failed', flaky: false, made: 2, alone: [1] });
  expect(await slow.ends()).toMatchObject({ verdict: 'failed', flaky: false });
});
