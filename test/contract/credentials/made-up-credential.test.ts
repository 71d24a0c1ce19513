import fc from 'fast-check';
import { expect, it } from 'vitest';
import { madeUpCredential } from '../../../src/contract/credentials/made-up-credential.ts';
import { parseApi } from '../../../src/spec/index.ts';
import { collaborators, tell } from '../harness.ts';

const BEARER = { kind: 'http', scheme: 'bearer' } as const;
const BASIC = { kind: 'http', scheme: 'basic' } as const;
const REAL = 'sk_live_51HxYzABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** Sequences of four characters. */
const sequences = (text: string): ReadonlySet<string> =>
  new Set(Array.from({ length: Math.max(0, text.length - 3) }, (_, at) => text.slice(at, at + 4)));
const shared = (one: string, other: string): readonly string[] =>
  [...sequences(one)].filter((each) => sequences(other).has(each));

it('has the form of the real one', () => {
  const made = madeUpCredential(REAL, BEARER, 1);
  expect(made).toMatch(/^[a-z]{2}_[a-z]{4}_\d{2}[A-Z][a-z][A-Z][a-z][A-Z]{26}$/);
  expect(madeUpCredential('3f2504e0-4f89-41d3', BEARER, 1)).toMatch(/^\d[a-f]\d{4}[a-f]\d-\d[a-f]\d{2}-\d{2}[a-f]\d$/);
});

it('of a user and a password is a user and a password', () => {
  const made = madeUpCredential(Buffer.from('admin:Passw0rd').toString('base64'), BASIC, 1);
  expect(Buffer.from(made, 'base64').toString()).toMatch(/^[a-z]{5}:[A-Z][a-z]{4}\d[a-z]{2}$/);
});

it('shares no four characters in a row with the real one, whatever that is', () => {
  const letters = fc.string({ unit: fc.constantFrom(...'abcXYZ0189-_.~+/='), minLength: 1, maxLength: 120 });
  fc.assert(
    fc.property(letters, fc.integer(), fc.boolean(), (real, seed, isBasic) => {
      const given = isBasic ? Buffer.from(`${real}:${real}`).toString('base64') : real;
      const made = madeUpCredential(given, isBasic ? BASIC : BEARER, seed);
      expect(made).not.toBe(given);
      expect(shared(made, given)).toEqual([]);
    }),
    { seed: 4, numRuns: 500 },
  );
});

it('comes from the seed', () => {
  expect(madeUpCredential(REAL, BEARER, 1)).toBe(madeUpCredential(REAL, BEARER, 1));
  expect(madeUpCredential(REAL, BEARER, 1)).not.toBe(madeUpCredential(REAL, BEARER, 2));
});

it('is what a run sends and prints, and nothing of the real one', async () => {
  const api = parseApi({
    name: 'api.yaml',
    text: `
openapi: 3.1.0
info: { title: Doors, version: 1.0.0 }
security: [{ login: [] }]
paths:
  /doors: { get: { operationId: listDoors, responses: { "200": { description: All. }, "401": { description: Who? } } } }
components: { securitySchemes: { login: { type: http, scheme: bearer } } }
`,
  });
  const sent: string[] = [];
  const { events, summary } = await tell({
    ...collaborators(api),
    phases: ['examples', 'protocol'],
    credentials: { bearer: REAL },
    target: (request) => {
      sent.push(request.headers.get('authorization') ?? '');
      return new Response(null, { status: 200 });
    },
  });
  const finding = summary.findings.find(({ check }) => check === 'auth.invalid-accepted');
  const invalid = sent.filter((each) => each !== '' && each !== `Bearer ${REAL}`);
  expect(new Set(invalid).size).toBe(1);
  expect(finding?.curl).toContain(invalid[0]);
  // The coverage has a figure of this name, which is part of the credential by chance.
  expect(shared(JSON.stringify(events).replaceAll('"lives"', '""'), REAL)).toEqual([]);
});
