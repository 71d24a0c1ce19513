import { describe, expect, it } from 'vitest';
import { compareDocuments } from '../../../src/library/index.ts';
import { documentWith } from '../labels/message-pairs.ts';
import { randomPair, randomSchema } from './random-schema.ts';

const SEEDS = Array.from({ length: 60 }, (_, seed) => seed);

async function verdicts(base: object, revision: object): Promise<ReadonlyMap<string, string>> {
  const { findings } = await compareDocuments({ base, revision, now: '2026-12-01' });
  const about = findings.filter((finding) => finding.about === 'change');
  return new Map(
    about.map(({ check, severity, message }) => [`${check} ${message.replace(/^(`.*?` of )?.*?: /, '$1')}`, severity]),
  );
}

const isBroken = async (base: object, revision: object): Promise<boolean> =>
  [...(await verdicts(base, revision)).values()].includes('error');

/** Names that a document of the middle leaves out may come back with another meaning. */
const withoutNames = (schema: unknown): boolean => !JSON.stringify(schema).includes('"properties":{"');

describe('a comparison of random documents', () => {
  it('calls a request broken where the answer of the swapped documents is broken, for the same keyword', async () => {
    for (const seed of SEEDS) {
      const [one, other] = randomPair(seed);
      const sent = [documentWith({ body: one }), documentWith({ body: other })] as const;
      const received = [documentWith({ response: one }), documentWith({ response: other })] as const;
      const forth = (await compareDocuments({ base: sent[0], revision: sent[1], now: '2026-12-01' })).breaking;
      const back = (await compareDocuments({ base: received[1], revision: received[0], now: '2026-12-01' })).breaking;
      // Values that neither direction leaves out: the random schemas have no marks.
      const keywords = (all: typeof forth): readonly string[] =>
        [...new Set(all.filter(({ proof }) => proof === 'witness').map(({ keyword }) => keyword ?? ''))].sort();
      expect([seed, keywords(back)]).toEqual([seed, keywords(forth)]);
    }
  });

  it('breaks from the first to the third only where a step between breaks', async () => {
    let steps = 0;
    for (const seed of SEEDS) {
      const [first, second] = randomPair(seed);
      const third = randomPair(seed + 1_000)[1];
      if (![first, second, third].every(withoutNames)) continue;
      const [a, b, c] = [first, second, third].map((body) => documentWith({ body })) as [object, object, object];
      if (!(await isBroken(a, c))) continue;
      steps++;
      expect([seed, (await isBroken(a, b)) || (await isBroken(b, c))]).toEqual([seed, true]);
    }
    expect(steps).toBeGreaterThan(5);
  });

  it('gives the same bytes again', async () => {
    for (const seed of SEEDS.slice(0, 20)) {
      const [base, revision] = randomPair(seed).map((body) => documentWith({ body })) as [object, object];
      const [one, again] = [
        await compareDocuments({ base, revision, now: '2026-12-01' }),
        await compareDocuments({ base, revision, now: '2026-12-01' }),
      ];
      expect(JSON.stringify(again.summary)).toBe(JSON.stringify(one.summary));
    }
  });
});

/** One keyword, broken alone inside a random schema. */
const BREAKS: readonly (readonly [keyword: string, before: object, after: object])[] = [
  ['max-length', { type: 'string' }, { type: 'string', maxLength: 2 }],
  ['min-length', { type: 'string' }, { type: 'string', minLength: 4 }],
  ['pattern', { type: 'string' }, { type: 'string', pattern: '^[0-9]+$' }],
  ['range', { type: 'integer' }, { type: 'integer', minimum: 3 }],
  ['multiple-of', { type: 'integer' }, { type: 'integer', multipleOf: 7 }],
  ['enum', { type: 'string' }, { type: 'string', enum: ['one', 'two'] }],
  ['type', { type: 'string' }, { type: 'boolean' }],
  ['nullability', { type: ['string', 'null'] }, { type: 'string' }],
  ['array-size', { type: 'array', items: {} }, { type: 'array', items: {}, maxItems: 1 }],
  ['unique-items', { type: 'array', items: {} }, { type: 'array', items: {}, uniqueItems: true }],
  ['format', { type: 'string' }, { type: 'string', format: 'date-time' }],
  [
    'object-size',
    { type: 'object', additionalProperties: true },
    { type: 'object', additionalProperties: true, maxProperties: 1 },
  ],
];

describe('one keyword that is broken in a random document', () => {
  it.each(BREAKS)('is found, and nothing else is: %s', async (keyword, before, after) => {
    for (const seed of [1, 2, 3, 4, 5]) {
      const around = (place: object): object => ({
        type: 'object',
        required: ['place'],
        properties: { place, other: randomSchema(seed) },
      });
      const { findings } = await compareDocuments({
        base: documentWith({ body: around(before) }),
        revision: documentWith({ body: around(after) }),
        now: '2026-12-01',
      });
      const loud = findings.filter(({ about, severity }) => about !== 'release' && severity !== 'info');
      expect([seed, loud.map((finding) => [finding.keyword, finding.severity])]).toEqual([seed, [[keyword, 'error']]]);
      expect(loud[0]?.place.pointer).toContain('/properties/place');
    }
  });
});
