import { afterAll, describe, expect, test } from 'vitest';
import { CORPUS, CORPUS_IS_THERE, DOCUMENTS } from './corpus.ts';
import { type Tried, triedAll, walked } from './corpus-walk.ts';

/** What is not answered with success, by document and operation, and why it cannot be. */
const EXCEPTIONS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'readme-discriminators.json': {
    'POST /potentially-undefined-formData': 'no request fits: the schema of its body is unsatisfiable',
  },
  'ory-kratos.json': {
    patchIdentity: 'the steps of a JSON Patch that are drawn replace what is not there (RFC 6902, section 4.3)',
  },
};

const OPERATIONS = 2249;

/**
 * A valid request about things that exist is answered with a documented success that keeps the document, for every operation of every document.
 */
describe.skipIf(!CORPUS_IS_THERE)('every operation of the corpus (skipped where ../shared/corpus is absent)', () => {
  const table: { document: string; operations: number; succeeded: number; exceptions: string }[] = [];

  test.each(DOCUMENTS)('%s', { timeout: 240_000 }, async (name) => {
    const walk = await walked(`${CORPUS}/${name}`);
    const results = triedAll(walk);
    const wrong = results.filter(({ verdict }) => verdict !== 'ok');
    const allowed = EXCEPTIONS[name] ?? {};
    table.push({
      document: name,
      operations: results.length,
      succeeded: results.length - wrong.length,
      exceptions: wrong.map(({ operation }) => `${operation.id}: ${allowed[operation.id] ?? 'NOT ALLOWED'}`).join(', '),
    });
    expect(wrong.filter(({ operation }) => !Object.hasOwn(allowed, operation.id)).map(told)).toEqual([]);
    expect(Object.keys(allowed).filter((id) => !wrong.some(({ operation }) => operation.id === id))).toEqual([]);
    expect(walk.defects).toEqual([]);
  });

  afterAll(() => {
    console.table(table);
    if (table.length === DOCUMENTS.length)
      expect(table.reduce((sum, { operations }) => sum + operations, 0)).toBe(OPERATIONS);
  });
});

function told({ operation, request, verdict }: Tried): string {
  return `${operation.id}: ${request?.method} ${request?.path}?${request?.query}: ${verdict}`;
}
