import { expect, test } from 'vitest';
import { asking } from '../ask.ts';
import { answer, api, array, number, object, path, ref, sending, text } from '../little.ts';

const money = object({ amount: number, currency: text });
const of = (properties: object): object =>
  api(
    {
      '/things': {
        get: answer(array(ref('Thing'))),
        post: { ...sending(ref('Thing')), ...answer(ref('Thing'), '201') },
      },
      '/things/{id}': { ...path('id'), get: answer(ref('Thing')) },
    },
    { Thing: object({ id: { ...text, readOnly: true }, ...properties }, ['id']) },
  );
const usd = (amount: number): object => ({ amount, currency: 'USD' });

test('what is paid is the amount and its tip, and a tip that is not sent is none', async () => {
  const total = { ...money, readOnly: true };
  const ask = await asking(of({ amount_money: money, tip_money: money, total_money: total, fee_lines: array(text) }));
  const plain = (await ask('POST', '/things', { amount_money: usd(1000) })).body;
  expect(plain).toMatchObject({ total_money: usd(1000) });
  expect(plain.tip_money).toBeUndefined();
  const tipped = (await ask('POST', '/things', { amount_money: usd(1000), tip_money: usd(50) })).body;
  expect(tipped).toMatchObject({ tip_money: usd(50), total_money: usd(1050) });
});

test('only the words of a name say that an amount comes on top of another one', async () => {
  const ask = await asking(of({ amount: money, coffee: money, lateFee: money }));
  const { body } = await ask('POST', '/things', { amount: usd(1000) });
  expect(Object.keys(body).sort()).toEqual(['amount', 'coffee', 'id']);
});

test('lines whose quantity is a text have totals, and the record has their sum', async () => {
  const line = object({
    name: text,
    quantity: text,
    base_price_money: money,
    total_money: { ...money, readOnly: true },
  });
  const ask = await asking(of({ lines: array(line), total_money: { ...money, readOnly: true } }));
  const lines = [
    { quantity: '2', base_price_money: usd(300) },
    { quantity: '1.5', base_price_money: usd(100) },
  ];
  const { body } = await ask('POST', '/things', { lines });
  expect(body.lines.map((each: { total_money: object }) => each.total_money)).toEqual([usd(600), usd(150)]);
  expect(body.total_money).toEqual(usd(750));
});

test('a property of which the document says nothing is not null, unless its text allows that', async () => {
  const ask = await asking(of({ name: text, method: { description: 'How.' }, notes: { description: 'Is NULLable.' } }));
  expect((await ask('POST', '/things', { name: 'a' })).body.notes).toBeNull();
  expect((await ask('POST', '/things', { name: 'a' })).body.method).toBeUndefined();
  expect((await ask('POST', '/things', { method: 'a' })).body.method).toBe('a');
});

test('a number beside its parts over time is their sum', async () => {
  const day = object({ date: text, sent: number, rate: number }, ['date', 'sent', 'rate']);
  const report = object({ sent: number, days: { ...array(day), minItems: 3 } }, ['sent', 'days']);
  const ask = await asking(api({ '/report': { get: answer(report) } }));
  const { body } = await ask('GET', '/report');
  const parts = body.days.map((each: { sent: number }) => each.sent);
  expect(body.sent).toBe(parts.reduce((sum: number, part: number) => sum + part, 0));
});

test('a year and an id beside the same ones of each month are not sums, the other numbers are', async () => {
  const few = { type: 'integer', minimum: 1, maximum: 9 };
  const month = object({ year: few, group_id: few, clicks: few }, ['year', 'group_id', 'clicks']);
  const months = { ...array(month), minItems: 10 };
  const names = ['year', 'group_id', 'clicks', 'months'];
  const report = object({ year: number, group_id: number, clicks: number, months }, names);
  const ask = await asking(api({ '/report': { get: answer(report) } }));
  const { body } = await ask('GET', '/report');
  const sum = (name: string): number =>
    body.months.reduce((total: number, each: Record<string, number>) => total + (each[name] ?? 0), 0);
  expect(body.clicks).toBe(sum('clicks'));
  expect(body.year).not.toBe(sum('year'));
  expect(body.group_id).not.toBe(sum('group_id'));
});
