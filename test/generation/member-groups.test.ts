import { describe, expect, test } from 'vitest';
import { createGenerator } from '../../src/generation/index.ts';
import { REAL_PLACES } from '../../src/generation/text/real-places.ts';
import type { Schema } from '../../src/spec/index.ts';
import { tinyApi } from './tiny-api.ts';

const text: Schema = { type: 'string' };

function records(
  properties: Readonly<Record<string, Schema>>,
  known = {},
  direction: 'request' | 'response' = 'response',
): readonly Record<string, unknown>[] {
  const generator = createGenerator({ api: tinyApi() });
  return Array.from({ length: 20 }, (_, index) => {
    const options = { direction, examples: false, known } as const;
    const made = generator.value({ type: 'object', properties }, { seed: 1, at: `x/${index}` }, options);
    if (!made.ok) throw new Error(made.reason);
    return made.value as Record<string, unknown>;
  });
}

describe('members that belong together agree', () => {
  test('the names of a person and the local part of the e-mail', () => {
    const people = records({
      name: text,
      first_name: text,
      last_name: text,
      email: { type: 'string', format: 'email' },
    });
    for (const { name, first_name, last_name, email } of people) {
      expect(name).toBe(`${first_name} ${last_name}`);
      expect(String(email).split('@')[0]).toMatch(
        new RegExp(
          `^${String(first_name)
            .toLowerCase()
            .replaceAll(/[^a-z]/g, '')}\\.`,
        ),
      );
    }
  });

  test('the name that is shown is the full name, and a prefix is that of a person', () => {
    for (const { name, printableName, prefix } of records({
      firstName: text,
      lastName: text,
      name: text,
      printableName: text,
      prefix: text,
    })) {
      expect(printableName).toBe(name);
      expect(prefix).toMatch(/^(Mr|Ms|Dr)\.$/);
    }
    for (const { prefix } of records({ name: text, prefix: text })) expect(prefix).toMatch(/^[A-Z]{3}$/);
  });

  test('a name that is known gives its parts', () => {
    for (const person of records({ fullName: text, firstName: text, lastName: text }, { fullName: 'Ada King Noel' }))
      expect(person).toEqual({ fullName: 'Ada King Noel', firstName: 'Ada', lastName: 'King Noel' });
  });

  test('a city, its postcode and its country', () => {
    for (const { city, zip, country } of records({ city: text, zip: text, country: text }))
      expect(REAL_PLACES.some((each) => each.city === city && each.postcode === zip && each.country === country)).toBe(
        true,
      );
  });

  test('a place stays as it was sent', () => {
    for (const { city } of records({ city: text, country: text }, { city: 'Ulm' })) expect(city).toBe('Ulm');
  });

  test('a total of a unit is the sum of the two numbers of that unit beside it', () => {
    const whole: Schema = { type: 'integer', minimum: 1, maximum: 900 };
    for (const { prompt_tokens, completion_tokens, total_tokens } of records({
      prompt_tokens: whole,
      completion_tokens: whole,
      total_tokens: { type: 'integer' },
    }))
      expect(total_tokens).toBe(Number(prompt_tokens) + Number(completion_tokens));
  });

  test('a count and its list, a total and its lines', () => {
    const line: Schema = {
      type: 'object',
      required: ['price', 'quantity'],
      properties: { price: { type: 'number' }, quantity: { type: 'integer', minimum: 1 } },
    };
    const orders = records({
      lines: { type: 'array', items: line, minItems: 1 },
      lineCount: { type: 'integer' },
      total: { type: 'number' },
    });
    for (const { lines, lineCount, total } of orders) {
      const all = lines as readonly { readonly price: number; readonly quantity: number }[];
      expect(lineCount).toBe(all.length);
      expect(total).toBeCloseTo(
        all.reduce((sum, { price, quantity }) => sum + price * quantity, 0),
        2,
      );
    }
  });
});

test('the parts of a record name it by its id', () => {
  const item: Schema = { type: 'object', required: ['crate_id'], properties: { crate_id: { type: 'integer' } } };
  const schema: Schema = {
    type: 'object',
    properties: { id: { type: 'integer' }, items: { type: 'array', items: item, minItems: 1 } },
  };
  const generator = createGenerator({ api: tinyApi() });
  const made = generator.value(
    schema,
    { seed: 1, at: 'x' },
    { direction: 'response', about: 'crate', known: { id: 4711 } },
  );
  const { items } = (made.ok ? made.value : {}) as { readonly items: readonly unknown[] };
  for (const each of items) expect(each).toEqual({ crate_id: 4711 });
});

describe('what was done agrees with the state', () => {
  const moment: Schema = { type: ['string', 'null'], format: 'date-time' };
  const status: Schema = { type: 'string', enum: ['draft', 'Cancelled', 'published', 'archived'] };

  test('what a client writes has not been deleted, and is archived only if it says so', () => {
    const sent = records({ deleted: { type: 'boolean' }, isArchived: { type: 'boolean' } }, {}, 'request');
    expect(sent.map(({ deleted }) => deleted)).toEqual(sent.map(() => false));
    expect(new Set(sent.map(({ isArchived }) => isArchived))).toEqual(new Set([true, false]));
    const [known] = records({ deleted: { type: 'boolean' } }, { deleted: true }, 'request');
    expect(known).toEqual({ deleted: true });
  });

  test('nothing was done to what is new, and a final deed to nothing but what is in that state', () => {
    const all = records({ status, cancelled_at: moment, publishedAt: moment, archived: { type: 'boolean' } });
    expect(new Set(all.map((each) => each['status'])).size).toBeGreaterThan(2);
    for (const { status: said, cancelled_at, publishedAt, archived } of all) {
      if (cancelled_at !== undefined) expect(cancelled_at === null).toBe(said !== 'Cancelled');
      if (said === 'draft' && publishedAt !== undefined) expect(publishedAt).toBeNull();
      if (archived !== undefined && said !== 'published') expect(archived).toBe(said === 'archived');
    }
  });

  test('a flag that is called like a state is true in that state alone, and other flags are free', () => {
    const flag: Schema = { type: 'boolean' };
    const state: Schema = { type: 'string', enum: ['created', 'Running', 'paused'] };
    const all = records({ state, running: flag, isPaused: flag, wide: flag });
    expect(new Set(all.map((each) => each['state'])).size).toBe(3);
    for (const { state: said, running, isPaused } of all) {
      if (running !== undefined) expect(running).toBe(said === 'Running');
      if (isPaused !== undefined) expect(isPaused).toBe(said === 'paused');
    }
    expect(new Set(all.map(({ state: said, wide }) => `${String(said)} ${String(wide)}`)).size).toBeGreaterThan(4);
  });

  test('an error stands only beside a failure, and an end beside what does not go on', () => {
    const job: Schema = { type: 'string', enum: ['running', 'success', 'error'] };
    const error: Schema = { type: ['object', 'null'], properties: { code: text, message: text } };
    const all = records({ status: job, error, finished: moment, last_error_message: { type: ['string', 'null'] } });
    expect(all.some((each) => each['status'] === 'error' && each['error'] !== null)).toBe(true);
    for (const { status: said, error: shown, finished, last_error_message } of all) {
      if (said !== 'error') expect([shown ?? null, last_error_message ?? null]).toEqual([null, null]);
      if (said === 'running') expect(finished ?? null).toBeNull();
    }
  });

  test('a flag decides for its moment', () => {
    for (const { locked, lockedAt } of records({ locked: { type: 'boolean' }, lockedAt: moment }))
      expect(lockedAt === null || lockedAt === undefined).toBe(locked === false || lockedAt === undefined);
  });

  test('a moment that may not be null is left out', () => {
    const deleted = records({ id: text, deletedAt: { type: 'string', format: 'date-time' } });
    expect(deleted.map((each) => each['deletedAt'])).toEqual(deleted.map(() => undefined));
  });

  test('what starts and ends at a time of day lasts hours, a subscription does not', () => {
    const at: Schema = { type: 'string', format: 'date-time' };
    const hours = ({ starts_at, ends_at }: Record<string, unknown>): number =>
      (Date.parse(String(ends_at)) - Date.parse(String(starts_at))) / 3_600_000;
    const required = (about: string): readonly number[] => {
      const generator = createGenerator({ api: tinyApi() });
      const schema: Schema = {
        type: 'object',
        required: ['starts_at', 'ends_at'],
        properties: { starts_at: at, ends_at: at },
      };
      return Array.from({ length: 20 }, (_, index) => {
        const made = generator.value(schema, { seed: 1, at: `x/${index}` }, { about, examples: false });
        return made.ok ? hours(made.value as Record<string, unknown>) : Number.NaN;
      });
    };
    for (const lasted of required('meeting')) expect(lasted > 0 && lasted <= 4).toBe(true);
    for (const lasted of required('subscription')) expect(lasted).toBeGreaterThan(24);
  });
});

test('what was done comes after the creation, and a refund after the payment', () => {
  const at: Schema = { type: 'string', format: 'date-time' };
  const status: Schema = { type: 'string', enum: ['paid', 'refunded'] };
  const refunded: Schema = { type: ['string', 'null'], format: 'date-time' };
  const all = records({ status, createdAt: at, paidAt: at, refundedAt: refunded });
  const moments = all.map(({ createdAt, paidAt, refundedAt }) => [createdAt, paidAt, refundedAt].filter(Boolean));
  expect(moments.some((each) => each.length === 3)).toBe(true);
  for (const each of moments) expect(each).toEqual(each.toSorted());
});

test('the currency of what has no amount stays its own', () => {
  const currency: Schema = { enum: ['EUR', 'USD', 'CHF'] };
  const price: Schema = {
    type: 'object',
    required: ['amount', 'currency'],
    properties: { amount: { type: 'number' }, currency },
  };
  const account: Schema = { type: 'object', required: ['iban', 'currency'], properties: { iban: text, currency } };
  const all = records({ price, account, tax: price }) as unknown as readonly Record<string, { currency: string }>[];
  const whole = all.filter((each) => each['price'] && each['tax'] && each['account']);
  expect(whole.length).toBeGreaterThan(5);
  expect(whole.every((each) => each['price']?.currency === each['tax']?.currency)).toBe(true);
  expect(whole.some((each) => each['price']?.currency !== each['account']?.currency)).toBe(true);
});
