import { expect, test } from 'vitest';
import { PLAIN, type Purpose } from '../../../src/contract/model/purpose.ts';
import { createOutageDetector, type ObservedAnswer } from '../../../src/contract/outage/outage-detector.ts';
import { parseApi } from '../../../src/spec/index.ts';

const api = parseApi({
  name: 'api.yaml',
  text: `
openapi: 3.1.0
info: { title: T, version: '1' }
components: { securitySchemes: { key: { type: http, scheme: bearer } } }
paths:
  /open: { get: { operationId: open, responses: { '200': { description: x } } } }
  /own:
    get: { operationId: read, security: [{ key: [] }], responses: { '200': { description: x } } }
    post: { operationId: write, security: [{ key: [] }], responses: { '200': { description: x } } }
`,
});

interface Answer {
  readonly of?: string;
  readonly status?: number;
  readonly hasWorked?: boolean;
  readonly purpose?: Purpose;
}

function heard({ of = 'read', status = 503, hasWorked = true, purpose = PLAIN }: Answer): ObservedAnswer {
  const operation = api.operation(of);
  if (operation === undefined) throw new Error(of);
  const { method, path } = operation;
  return {
    case: 'case',
    operation,
    request: { method, path, query: '', headers: [], body: { kind: 'none' } },
    purpose,
    hasWorked,
    outcome: {
      kind: 'answered',
      status,
      reason: '',
      headers: [],
      bytes: new Uint8Array(),
      cut: false,
      notes: [],
      timing: { startedAt: 0, duration: 1 },
    },
  };
}

/** After how many of these answers, given again and again, the canaries are asked. */
function answersUntilDue(...answers: readonly Answer[]): number {
  const detector = createOutageDetector(() => true);
  for (let count = 1; count <= 100; count += 1)
    if (detector.isDue(heard(answers[(count - 1) % answers.length] ?? {}))) return count;
  return Number.POSITIVE_INFINITY;
}

const NEVER = Number.POSITIVE_INFINITY;

test('five answers in a row that do not let us in or that fail are enough, where they had been others before', () => {
  for (const status of [401, 403, 423, 429, 500, 502, 503]) expect(answersUntilDue({ status })).toBe(5);
});

test('twenty are enough where nothing had worked', () => {
  expect(answersUntilDue({ hasWorked: false })).toBe(20);
});

test('refusals of what is broken, missing or not allowed are not an outage', () => {
  for (const status of [400, 404, 405, 409, 415, 422]) expect(answersUntilDue({ status })).toBe(NEVER);
});

test('what is sent to be refused says nothing: without our credential, and broken where the service fails', () => {
  const story = { kind: 'credential', given: 'invalid' } as const;
  expect(answersUntilDue({ status: 401, purpose: { ...PLAIN, story } })).toBe(NEVER);
  const broken = { kind: 'broken', fault: 'null', pointer: '/body', keyword: 'type' } as const;
  expect(answersUntilDue({ status: 500, purpose: { ...PLAIN, expect: 'refused', story: broken } })).toBe(NEVER);
});

test('a success in between begins a new row', () => {
  expect(answersUntilDue({}, {}, {}, { status: 200 })).toBe(NEVER);
});

test('reads that work prove nothing about writes, and operations without credentials nothing about the login', () => {
  expect(answersUntilDue({ of: 'write' }, { of: 'read', status: 200 })).toBeLessThan(20);
  expect(answersUntilDue({ of: 'read', status: 401 }, { of: 'open', status: 200 })).toBeLessThan(20);
});

test('the cases of the row are doubtful until it is cleared', () => {
  const detector = createOutageDetector(() => true);
  detector.isDue(heard({}));
  expect(detector.isDoubtful(['case'])).toBe(true);
  expect(detector.clear()).toEqual(['case']);
  expect(detector.isDoubtful(['case'])).toBe(false);
});
