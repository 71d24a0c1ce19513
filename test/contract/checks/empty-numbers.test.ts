import { expect, test } from 'vitest';
import { namesShownOtherwise } from '../../../src/contract/checks/consistency/state-roundtrip-lossy.ts';
import type { Exchange } from '../../../src/contract/model/exchange.ts';
import type { Json, JsonObject } from '../../../src/core/index.ts';

/** The names that a read shows otherwise than they were sent, where the document allows any value. */
function shownOtherwise(sent: JsonObject, read: JsonObject): readonly string[] {
  const exchange = { response: { status: 200, body: { kind: 'parsed', value: read as Json } }, couldShow: () => true };
  return namesShownOtherwise(exchange as unknown as Exchange, sent, read, '');
}

test('an empty string that is sent for a number or a flag is not lost', () => {
  expect(shownOtherwise({ exp_month: '', live: '' }, { exp_month: 4, live: true })).toEqual([]);
  expect(shownOtherwise({ exp_month: '5', note: '' }, { exp_month: 4, note: 'old' })).toEqual(['exp_month', 'note']);
});

test('nor is an empty string that is shown as null, unlike any other', () => {
  expect(shownOtherwise({ note: '' }, { note: null })).toEqual([]);
  expect(shownOtherwise({ note: 'x' }, { note: null })).toEqual(['note']);
});

test('neither is a text that a number or a flag cannot be, but a number or a flag that is written as text is', () => {
  expect(shownOtherwise({ exp_month: 'soon', live: 'maybe' }, { exp_month: 4, live: true })).toEqual([]);
  expect(shownOtherwise({ price: '1e3', live: 'False' }, { price: 4, live: true })).toEqual(['price', 'live']);
});

test('nor is a text that is shown as the number or the flag that it names', () => {
  expect(shownOtherwise({ exp_year: '2027', live: 'true' }, { exp_year: 2027, live: true })).toEqual([]);
});
