import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createJournal } from '../../src/journal/index.ts';
import { stringifyJson } from '../../src/wire/index.ts';
import { apiWith, exchange, json } from './exchanges.ts';

const CANARY = 'canary-7f3a';
const shown = (journal: ReturnType<typeof createJournal>): string => stringifyJson(journal.entries());

describe('a journal hides secrets', () => {
  it.each([
    ['Authorization', true],
    ['proxy-authorization', true],
    ['Cookie', true],
    ['Set-Cookie', true],
    ['X-API-Key', true],
    ['apikey', true],
    ['dbPassword', true],
    ['DBPassword', true],
    ['X-JWTToken', true],
    ['access_token', true],
    ['client_secret', true],
    ['x-tenant-code', false],
    ['name', false],
    ['author', false],
    ['tokenise', false],
  ])('under %s: %s', (name, hidden) => {
    const journal = createJournal();
    journal.record(
      exchange({
        headers: [[name, CANARY]],
        query: `${encodeURIComponent(name)}=${CANARY}&page=2`,
        body: json({ deep: [{ [name]: CANARY }] }),
      }),
    );
    expect(shown(journal).includes(CANARY)).toBe(!hidden);
    expect(shown(journal)).toContain('page=2');
  });

  it("under the names of the document's apiKey schemes, and under names that the user adds", () => {
    const api = apiWith(
      {},
      { mine: { kind: 'apiKey', in: 'query', name: 'k' }, bearer: { kind: 'http', scheme: 'bearer' } },
    );
    const journal = createJournal({ api, redact: ['ssn'] });
    journal.record(exchange({ query: `k=${CANARY}`, body: json({ SSN: CANARY }) }));
    expect(shown(journal)).not.toContain(CANARY);
  });

  it('in the words of a near miss', () => {
    const journal = createJournal();
    journal.record(
      exchange({
        query: `token=${CANARY}`,
        headers: [['authorization', CANARY]],
        body: json({ password: CANARY, user: { password: CANARY } }),
      }),
    );
    const miss = journal.verify({
      query: { token: 'other-secret' },
      headers: { Authorization: 'other-secret' },
      body: { password: 'other-secret', user: 'other' },
    });
    expect(miss.nearMisses[0]?.differs.length).toBe(4);
    expect(JSON.stringify(miss)).not.toContain(CANARY);
    expect(JSON.stringify(miss)).not.toContain('other-secret');
  });

  it('and cuts what is long', () => {
    const journal = createJournal();
    journal.record(exchange({ body: json({ note: 'n'.repeat(1_000) }) }));
    const [differs = ''] = journal.verify({ body: { note: 'other' } }).nearMisses[0]?.differs ?? [];
    expect(differs).toContain('nnn');
    expect(differs.length).toBeLessThan(200);
  });

  it('when it shows them, not when it keeps them: what was recorded is untouched', () => {
    const journal = createJournal();
    const body = json({ password: CANARY });
    journal.record(exchange({ body }));
    journal.entries();
    expect(body).toEqual(json({ password: CANARY }));
    expect(journal.verify({ body: { password: CANARY } }).count).toBe(1);
  });

  it('in whatever JSON they are wrapped', () => {
    const wrapped = fc.letrec((tie) => ({
      value: fc.oneof(
        { depthSize: 'small' },
        fc.constant({ password: CANARY }),
        fc.array(tie('value'), { maxLength: 3 }),
        fc.dictionary(fc.constantFrom('a', '__proto__', 'b c'), tie('value'), { maxKeys: 2 }),
      ),
    })).value;
    fc.assert(
      fc.property(wrapped, (value) => {
        const journal = createJournal();
        journal.record(exchange({ body: json(value as never) }));
        expect(shown(journal)).not.toContain(CANARY);
      }),
      { numRuns: 100, seed: 7 },
    );
  });
});
