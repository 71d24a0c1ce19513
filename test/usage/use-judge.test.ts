import { describe, expect, it } from 'vitest';
import type { ClientUse } from '../../src/traffic/index.ts';
import { apiOf, BATCH_PACT, distilledUses, edited, judgeOf, SHOP, usesOf, WEB_HAR } from './shop.ts';

interface Verdict {
  readonly change: string;
  readonly text: string;
  /** Places that surely break, by client file. */
  readonly har?: readonly string[];
  readonly pact?: readonly string[];
  /** Of the same files without messages; default: as with them. */
  readonly harParts?: readonly string[];
  readonly pactParts?: readonly string[];
  /** Places of the HAR that may be read. */
  readonly may?: readonly string[];
}

const NEW_ORDER = 'required: [petId, quantity]';
const GET_ORDER = `  /orders/{id}:
    get:`;

/** Verdicts as a person gives them, written before the code was run. */
const VERDICTS: readonly Verdict[] = [
  { change: 'nothing changes', text: SHOP },
  {
    change: 'a note may be shorter than those that are sent',
    text: edited(['maxLength: 200', 'maxLength: 20']),
    har: ['/body/note'],
  },
  { change: 'a note may still be as long as those that are sent', text: edited(['maxLength: 200', 'maxLength: 50']) },
  {
    change: 'an optional property that one client sends becomes required',
    text: edited([NEW_ORDER, 'required: [petId, quantity, note]']),
    pact: ['/body/note'],
  },
  {
    change: 'a new property is required',
    text: edited(
      [NEW_ORDER, 'required: [petId, quantity, customer]'],
      ['note: { type', 'customer: { type: string }\n        note: { type'],
    ),
    har: ['/body/customer'],
    pact: ['/body/customer'],
  },
  {
    change: 'a value that is sent is no longer listed; a reader takes any string',
    text: edited(['enum: [open, paid, shipped]', 'enum: [paid, shipped]']),
    har: ['/query/status'],
  },
  {
    change: 'a property is gone that one reads and another gets',
    text: edited(['price: { type: number }', 'currency: { type: string }']),
    pact: ['/response/200/body/price'],
    may: ['/response/201/body/price'],
  },
  {
    change: 'a property that is read as a number becomes a string',
    text: edited(['price: { type: number }', 'price: { type: string }']),
    pact: ['/response/200/body/price'],
  },
  {
    change: 'an operation is gone',
    text: edited([GET_ORDER, `  /orders/{id}:\n    put:`]),
    pact: ['/operation'],
  },
  {
    change: 'a parameter of the path has another name',
    text: edited(['/orders/{id}', '/orders/{orderId}'], ['name: id, in: path', 'name: orderId, in: path']),
  },
  {
    change: 'an object is closed, and what is sent is named',
    text: edited([NEW_ORDER, `additionalProperties: false\n      ${NEW_ORDER}`]),
  },
  {
    change: 'an object is closed, and a property that is sent is not named',
    text: edited(
      [NEW_ORDER, `additionalProperties: false\n      ${NEW_ORDER}`],
      ['        note: { type: string, maxLength: 200 }\n', ''],
    ),
    har: ['/body/note'],
  },
  {
    change: 'a bound cuts values that are sent; parts hold no values',
    text: edited(['minimum: 1 ', 'minimum: 5 ']),
    har: ['/body/quantity'],
    harParts: [],
    pact: ['/body/quantity'],
    pactParts: [],
  },
  {
    change: 'a bound of a parameter cuts values that are sent; parts hold no values',
    text: edited(['maximum: 100', 'maximum: 5']),
    har: ['/query/limit'],
    harParts: [],
  },
  {
    change: 'a header field is required',
    text: edited([
      'operationId: createOrder',
      'operationId: createOrder\n      parameters: [{ name: X-Tenant, in: header, required: true, schema: { type: string } }]',
    ]),
    har: ['/header/x-tenant'],
    pact: ['/header/x-tenant'],
  },
  {
    change: 'success has another status',
    text: edited(['"201":', '"202":']),
    pact: ['/response/201'],
    may: ['/response/201'],
  },
  {
    change: 'a response is written with allOf and a choice',
    text: edited([
      '    Order:\n      type: object',
      '    Order:\n      allOf: [{ oneOf: [{ required: [id] }] }]\n      type: object',
    ]),
  },
  {
    change: 'a header field of a response is gone that one reads; parts hold none',
    text: edited(['          headers: { Location: { schema: { type: string } } }\n', '']),
    pact: ['/response/201/header/location'],
    pactParts: [],
  },
  {
    change: 'requests have another media type',
    text: edited([
      '        content:\n          application/json:',
      '        content:\n          application/vnd.shop:',
    ]),
    har: ['/header/content-type'],
    pact: ['/header/content-type'],
  },
  {
    change: 'a property is gone that nobody reads',
    text: edited(['        shippedAt: { type: string, format: date-time }\n', '']),
  },
  {
    change: 'a property that is read becomes nullable; a documented answer still is what the reader expects',
    text: edited(['price: { type: number }', "price: { type: [number, 'null'] }"]),
  },
];

/** Places that the revision does not serve and the base does. */
function broken(uses: readonly ClientUse[], text: string, certain: boolean): readonly string[] {
  const [base, revision] = [judgeOf(apiOf(SHOP)), judgeOf(apiOf(text))];
  const places = uses.flatMap((use) => {
    const before = new Set(base.breaches(use).map(({ at }) => at));
    return revision.breaches(use).filter((breach) => breach.certain === certain && !before.has(breach.at));
  });
  return [...new Set(places.map(({ at }) => at))].sort();
}

describe('what a client sends and reads, under another document', () => {
  it.each(VERDICTS)('$change', ({ text, har = [], pact = [], may = [], harParts, pactParts }) => {
    expect({
      har: broken(usesOf('har', WEB_HAR), text, true),
      pact: broken(usesOf('pact', BATCH_PACT), text, true),
      harParts: broken(distilledUses('har', WEB_HAR), text, true),
      pactParts: broken(distilledUses('pact', BATCH_PACT), text, true),
      may: broken(usesOf('har', WEB_HAR), text, false),
    }).toEqual({ har, pact, harParts: harParts ?? har, pactParts: pactParts ?? pact, may });
  });

  it('is served by its own document', () => {
    const judge = judgeOf(apiOf(SHOP));
    for (const use of [...usesOf('har', WEB_HAR), ...usesOf('pact', BATCH_PACT)])
      expect(judge.breaches(use)).toEqual([]);
  });
});
