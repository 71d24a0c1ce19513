import { describe, expect, it } from 'vitest';
import { compareDocuments } from '../../src/library/index.ts';
import { documentWith } from './labels/message-pairs.ts';
import { bodies, named, object, refTo, text } from './labels/pair-parts.ts';

const maybe = (schema: object): object => ({ anyOf: [schema, { type: 'null' }] });

/** Schemas that refer to each other, as in APIs whose references may be expanded. */
function expandable(country: object): object {
  const customer = { anyOf: [text, refTo('Customer'), refTo('DeletedCustomer')] };
  return documentWith(
    named(
      {
        Account: object({ country, owner: maybe(refTo('Person')), customers: { type: 'array', items: customer } }),
        Person: object({ country: { ...country }, account: maybe(refTo('Account')) }),
        Customer: object({ id: text, account: refTo('Account'), person: refTo('Person') }, { required: ['id'] }),
        DeletedCustomer: object({ id: text, deleted: { enum: [true] } }, { required: ['id', 'deleted'] }),
        Order: object({ customer, account: refTo('Account') }),
      },
      { response: refTo('Order') },
    ),
  );
}

describe('a change in schemas that refer to each other', () => {
  it('is one finding for each place, by the shortest way, and casts no doubt on alternatives around it', async () => {
    const { findings } = await compareDocuments({
      base: expandable(text),
      revision: expandable({ type: ['string', 'null'] }),
      now: '2026-11-25',
    });
    const loud = findings.filter(({ about, severity }) => about !== 'release' && severity !== 'info');
    expect(loud.map(({ check, place, message }) => [check, place.pointer, message])).toEqual([
      [
        'response.nullability',
        '/components/schemas/Account/properties/country',
        '`account.country` of the 200 response: null may come now',
      ],
      [
        'response.nullability',
        '/components/schemas/Person/properties/country',
        '`customer.person.country` of the 200 response: null may come now',
      ],
    ]);
  });
});

describe('severities of a policy', () => {
  it('hold for an id before any pattern, and for a pattern with a star anywhere', async () => {
    const document = (...values: readonly string[]): object => ({
      openapi: '3.1.0',
      info: { title: 't', version: '1.0.0' },
      paths: {
        '/': {
          get: {
            parameters: [{ name: 'sort', in: 'query', schema: { type: 'string', enum: values } }],
            responses: { 200: { description: 'ok' } },
          },
        },
      },
    });
    const severity = async (checks: Record<string, 'error' | 'warning' | 'info'>): Promise<string | undefined> => {
      const { findings } = await compareDocuments({
        base: document('a', 'b'),
        revision: document('a'),
        policy: { checks },
      });
      return findings.find(({ check }) => check === 'request.enum')?.severity;
    };
    expect(await severity({ '*.enum': 'warning' })).toBe('warning');
    expect(await severity({ 'request.enum': 'info', 'request.enum*': 'warning' })).toBe('info');
  });
});

describe('values that a list loses or gains', () => {
  const listOf = (...values: readonly (string | number)[]): object => object({ mode: { enum: values } });

  it('are one finding, whose fingerprint depends on none of them', async () => {
    const found = async (before: object, after: object) =>
      (
        await compareDocuments({
          base: documentWith(bodies(before, after)[0]),
          revision: documentWith(bodies(before, after)[1]),
        })
      ).findings.filter(({ check }) => check === 'request.enum');
    const [one, ...others] = await found(listOf('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'), listOf('a'));
    expect(others).toEqual([]);
    expect(one?.message).toBe(
      '`mode` of the request body: values `"b"`, `"c"`, `"d"`, `"e"`, `"f"` and 2 more are refused now',
    );
    const [single] = await found(listOf('a', 'b'), listOf('a'));
    expect(single?.message).toBe('`mode` of the request body: value `"b"` is refused now');
    expect(single?.fingerprint).toBe(one?.fingerprint);
  });
});
