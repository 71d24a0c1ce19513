import { describe, expect, test } from 'vitest';
import { createGenerator, requiredOrder } from '../../src/generation/index.ts';
import { orderedPairs } from '../../src/generation/plan/ordered-pairs.ts';
import { wordsOf } from '../../src/spec/index.ts';
import { fromYaml } from '../contract/harness.ts';

test.each([
  [['startsAt', 'endsAt'], [['startsAt', 'endsAt']]],
  [['price_max', 'price_min'], [['price_min', 'price_max']]],
  [['valid_from', 'valid_to', 'name'], [['valid_from', 'valid_to']]],
  [
    ['createdAt', 'updatedAt', 'expiresAt'],
    [
      ['createdAt', 'updatedAt'],
      ['createdAt', 'expiresAt'],
    ],
  ],
  [['shippedOn', 'createdOn', 'startedOn', 'sent', 'createdBy', 'printedBy'], [['createdOn', 'shippedOn']]],
  [['maxBattery', 'currentBattery'], [['currentBattery', 'maxBattery']]],
  [['start_time', 'end_date'], []],
  [['updateAt', 'createAt', 'updateBy'], [['createAt', 'updateAt']]],
  [['date_added', 'date_updated'], [['date_added', 'date_updated']]],
  [['first_name', 'last_name'], []],
  [['to', 'from'], [['from', 'to']]],
  [['character_limit', 'character_count'], [['character_count', 'character_limit']]],
])('of %j the pairs are %j', (names, pairs) => {
  expect(orderedPairs(names, wordsOf)).toEqual(pairs);
});

test.each([
  [{ departure: '', arrival: '' }, ['departure', 'arrival']],
  [{ departure: '', arrival: '', roomId: '' }, ['arrival', 'departure']],
  [{ departure: 'Later than the arrival.', arrival: '' }, ['arrival', 'departure']],
  [{ departure: 'Not before the arrival.', arrival: '' }, ['arrival', 'departure']],
  [{ departure: '', arrival: 'Must be earlier than the departure.' }, ['arrival', 'departure']],
  [{ departure: '', arrival: 'Must be after the departure.', rooms: '' }, ['departure', 'arrival']],
])('a departure and an arrival stand as %j says', (descriptions: Record<string, string>, pair) => {
  const names = Object.keys(descriptions);
  expect(orderedPairs(names, wordsOf, (name) => descriptions[name] ?? '')).toEqual([pair]);
});

test.each([
  [{ installTime: '', retireTime: 'Later than `installTime`.' }, [['installTime', 'retireTime']]],
  [{ cap: '', used: 'How much is used; must not be greater than cap.' }, [['used', 'cap']]],
  [{ opened: 'Is before the closed time, of course.', closed: '' }, [['opened', 'closed']]],
  [{ installTime: '', delay: 'Seconds after installTime.' }, []],
  [{ a: 'Later than that.', b: '' }, []],
  [{ startsAt: '', endsAt: 'Later than `startsAt`.' }, [['startsAt', 'endsAt']]],
])('pairs stand as %j says', (descriptions: Record<string, string>, pairs) => {
  expect(orderedPairs(Object.keys(descriptions), wordsOf, (name) => descriptions[name] ?? '')).toEqual(pairs);
});

test('a request is drawn, and its order required, as the description of a departure says', () => {
  const { api } = fromYaml(`openapi: 3.1.0
info: { title: a, version: '1' }
paths:
  /bookings:
    post:
      operationId: book
      requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Booking' } } } }
      responses: { '201': { description: Booked } }
components:
  schemas:
    Booking: { type: object, required: [arrival, departure], properties: { arrival: { type: string, format: date }, departure: { type: string, format: date, description: Later than the arrival. } } }
`);
  const [operation] = api.operations;
  if (operation === undefined) throw new Error('no operation');
  expect(requiredOrder(api, operation)).toMatchObject({
    low: 'arrival',
    high: 'departure',
    sentence: { text: 'Later than the arrival.' },
  });
  const generator = createGenerator({ api });
  for (let seed = 0; seed < 100; seed++) {
    const made = generator.value({ $ref: '#/components/schemas/Booking' }, { seed, at: 'a' });
    if (!made.ok) throw new Error(made.reason);
    const { arrival, departure } = made.value as Record<string, string>;
    expect(String(arrival) <= String(departure)).toBe(true);
  }
});

describe('drawn values', () => {
  const { api } = fromYaml(`openapi: 3.1.0
info: { title: a, version: '1' }
paths: {}
components:
  schemas:
    Silence: { type: object, required: [startsAt, endsAt], properties: { startsAt: { type: string, format: date-time }, endsAt: { type: string, format: date-time } } }
    Range: { type: object, required: [min, max], properties: { min: { type: integer }, max: { type: integer } } }
    Fixed: { type: object, required: [min, max], properties: { min: { type: integer, minimum: 50 }, max: { type: integer, maximum: 10 } } }
    Impossible: { type: object, required: [startTime, endTime], properties: { startTime: { type: string, pattern: '^202[0-9]-99-99T00:00:00Z$' }, endTime: { type: string, pattern: '^202[0-9]-99-99T00:00:00Z$' } } }
    Mail: { type: object, required: [from, to], properties: { from: { type: string }, to: { type: string } } }
`);
  const generator = createGenerator({ api });
  const draw = (name: string, seed: number, known = {}) => {
    const made = generator.value({ $ref: `#/components/schemas/${name}` }, { seed, at: 'a' }, { known });
    if (!made.ok) throw new Error(made.reason);
    return made.value as Record<string, never>;
  };
  const seeds = Array.from({ length: 500 }, (_, seed) => seed);

  test('stand in the order that their names say', () => {
    for (const seed of seeds) {
      const silence = draw('Silence', seed);
      expect(Date.parse(silence['startsAt'] ?? '')).toBeLessThanOrEqual(Date.parse(silence['endsAt'] ?? ''));
      const range = draw('Range', seed);
      expect(range['min']).toBeLessThanOrEqual(range['max'] ?? 0);
    }
  });

  test('stay as they are where a pattern asks for a day that the calendar has not', () => {
    for (const seed of seeds) expect(draw('Impossible', seed)['startTime']).toMatch(/^202\d-99-99T00:00:00Z$/);
  });

  test('stay where they would not fit the other place, and where one is given', () => {
    expect(draw('Fixed', 1)['min']).toBeGreaterThanOrEqual(50);
    expect(draw('Range', 1, { min: 1_000_000 })['min']).toBe(1_000_000);
    expect(typeof draw('Mail', 1)['from']).toBe('string');
  });
});
