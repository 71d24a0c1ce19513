import { describe, expect, it } from 'vitest';
import { type ChangeFinding, type CompareChoices, compareDocuments } from '../../src/library/index.ts';
import { folder } from '../system/folder.ts';
import { BATCH_PACT, edited, harEntryOf, harOf, SHOP, WEB_HAR } from '../usage/shop.ts';

const NOW = Date.parse('2026-12-01');

async function compared(
  text: string,
  usage: Readonly<Record<string, string>>,
  more: Partial<CompareChoices> = {},
): Promise<Awaited<ReturnType<typeof compareDocuments>>> {
  const files = Object.fromEntries(Object.entries(usage).map(([kind, content]) => [`usage.${kind}`, content]));
  const cwd = await folder({ 'old.yaml': SHOP, 'new.yaml': text, ...files });
  return compareDocuments({
    base: 'old.yaml',
    revision: 'new.yaml',
    cwd,
    now: () => NOW,
    usage: Object.keys(usage).map((kind) => `${kind}=usage.${kind}`),
    ...more,
  });
}

/** `request.max-length error: breaks web/1.2 1/1`, for each finding that a client meets. */
function told(findings: readonly ChangeFinding[]): readonly string[] {
  return findings
    .filter(({ severity, uses = [] }) => severity !== 'info' && uses.length > 0)
    .map(
      ({ check, severity, uses = [] }) =>
        `${check} ${severity}: ${uses
          .filter(({ breaks, mayBreak }) => breaks + mayBreak > 0)
          .map(({ client, calls, breaks, mayBreak }) =>
            breaks > 0 ? `breaks ${client} ${breaks}/${calls}` : `may break ${client} ${mayBreak}/${calls}`,
          )
          .join(', ')}`,
    )
    .sort();
}

const BOTH = { har: WEB_HAR, pact: BATCH_PACT };
const NEW_ORDER = 'required: [petId, quantity]';

describe('whom a change breaks', () => {
  it.each([
    [
      'shorter notes: who sends a longer one',
      edited(['maxLength: 200', 'maxLength: 20']),
      ['request.max-length error: breaks web/1.2 1/1'],
    ],
    [
      'a required property: who does not send it',
      edited([NEW_ORDER, 'required: [petId, quantity, note]']),
      ['request.required error: breaks batch 1/2'],
    ],
    [
      'a value that is no longer taken: who sends it',
      edited([
        '- { name: status, in: query, schema: { $ref: "#/components/schemas/Status" } }',
        '- { name: status, in: query, schema: { type: string, enum: [paid, shipped] } }',
      ]),
      ['request.enum error: breaks web/1.2 1/1'],
    ],
    [
      'a value that is new in answers: who reads it, and who may',
      edited([
        'status: { $ref: "#/components/schemas/Status" }\n        price',
        'status: { type: string, enum: [open, paid, shipped, lost] }\n        price',
      ]),
      ['response.enum error: breaks batch 1/3, may break web/1.2 2/2'],
    ],
    [
      'an optional property of answers is gone: a reader makes it breaking',
      edited(['price: { type: number }', 'currency: { type: string }']),
      ['response.property-removed error: breaks batch 1/3, may break web/1.2 1/2'],
    ],
    [
      'an optional property of answers is gone that nobody reads',
      edited(['        shippedAt: { type: string, format: date-time }\n', '']),
      ['response.property-removed warning: '],
    ],
    [
      'an operation is gone: who calls it',
      edited([
        '  /orders/{id}:\n    get:\n      operationId: getOrder',
        '  /orders/{id}:\n    put:\n      operationId: putOrder',
      ]),
      ['operation.removed error: breaks batch 1/1'],
    ],
    [
      'a header field is required: every caller',
      edited([
        'operationId: createOrder',
        'operationId: createOrder\n      parameters: [{ name: X-Tenant, in: header, required: true, schema: { type: string } }]',
      ]),
      ['parameter.added-required error: breaks batch 1/2, breaks web/1.2 1/1'],
    ],
  ])('%s', async (_, text, expected) => {
    const { findings } = await compared(text, BOTH);
    expect(told(findings)).toEqual(expected);
  });

  it('is said of every client, with the place of one call, and counted in the summary', async () => {
    const { summary, findings } = await compared(edited(['maxLength: 200', 'maxLength: 20']), BOTH);
    expect(summary.usage).toEqual({
      clients: ['batch', 'web/1.2'],
      broken: ['web/1.2'],
      calls: 5,
      firstSeen: Date.parse('2026-11-20T10:00:00Z'),
      lastSeen: Date.parse('2026-11-21T10:00:00Z'),
    });
    expect(findings[0]?.uses?.[0]).toMatchObject({
      client: 'web/1.2',
      lastSeen: Date.parse('2026-11-20T10:00:00Z'),
      input: { file: 'usage.har', pointer: '/log/entries/0' },
    });
  });

  it('puts no value of a recording into a report', async () => {
    const { summary } = await compared(edited(['maxLength: 200', 'maxLength: 20']), BOTH);
    expect(JSON.stringify(summary)).not.toMatch(/green door|abcdefgh-12345678/);
  });
});

describe('a change that no client uses', () => {
  const month = harOf(
    harEntryOf(['POST', '/orders'], [201, { id: 7, petId: 1, status: 'open' }], {
      sent: { petId: 1, quantity: 2 },
      at: '2026-10-25T00:00:00.000Z',
    }),
    harEntryOf(['POST', '/orders'], [201, { id: 8, petId: 1, status: 'open' }], {
      sent: { petId: 1, quantity: 2 },
      at: '2026-11-28T00:00:00.000Z',
    }),
  );
  const shorter = edited(['maxLength: 200', 'maxLength: 20']);
  const lowered = async (
    har: string,
    more: Partial<CompareChoices> = {},
    text = shorter,
  ): Promise<readonly unknown[]> => {
    const { findings } = await compared(text, { har }, { unused: 'warning', ...more });
    return findings
      .filter(({ severity, about }) => severity !== 'info' && about === 'change')
      .map(({ severity, weighed }) => [severity, weighed]);
  };

  it('stays breaking unless it is asked for, and then says why it is lowered', async () => {
    expect((await compared(shorter, { har: month })).breaking).toHaveLength(1);
    expect(await lowered(month)).toEqual([['warning', 'not seen in 2 calls of 34 days']]);
  });

  it.each([
    [
      'recordings are too short',
      WEB_HAR.replace(/leave it[^\\]*/, ''),
      'not seen in 2 calls of 1 days, and 30 days are required',
      {},
    ],
    [
      'the span that is asked for is longer',
      month,
      'not seen in 2 calls of 34 days, and 60 days are required',
      { since: '60d' },
    ],
  ])('stays breaking where %s', async (_, har, reason, more) => {
    expect(await lowered(har, more)).toEqual([['error', reason]]);
  });

  it('stays breaking where no call of the operation is known', async () => {
    const gone = edited([
      '  /orders/{id}:\n    get:\n      operationId: getOrder',
      '  /orders/{id}:\n    put:\n      operationId: putOrder',
    ]);
    expect(await lowered(month, {}, gone)).toEqual([
      ['error', 'not seen in 2 calls of 34 days, and no call of the operation is known'],
    ]);
  });

  it('stays breaking where a client does use it; a client that does not count changes that', async () => {
    const long = harEntryOf(['POST', '/orders'], [201, { id: 9, petId: 1, status: 'open' }], {
      sent: { petId: 1, quantity: 2, note: 'twenty-one characters' },
      client: 'smoke-test',
      at: '2026-11-20T00:00:00.000Z',
    });
    const both = JSON.stringify({ log: { entries: [...JSON.parse(month).log.entries, long] } });
    expect(await lowered(both)).toEqual([['error', undefined]]);
    expect(await lowered(both, { ignoreClients: ['smoke*'] })).toEqual([['warning', 'not seen in 2 calls of 34 days']]);
  });

  it('more usage never makes a finding milder', async () => {
    const severities = async (usage: Readonly<Record<string, string>>): Promise<readonly string[]> =>
      (await compared(shorter, usage)).findings.map(({ check, severity }) => `${check} ${severity}`);
    const none = await severities({ har: month });
    expect(none).toEqual(await severities({ har: month, pact: BATCH_PACT }));
    expect(none).toEqual((await compareDocumentsOnly(shorter)).map(({ check, severity }) => `${check} ${severity}`));
  });

  const compareDocumentsOnly = async (text: string): Promise<readonly ChangeFinding[]> => {
    const cwd = await folder({ 'old.yaml': SHOP, 'new.yaml': text });
    return (await compareDocuments({ base: 'old.yaml', revision: 'new.yaml', cwd, now: () => NOW })).findings;
  };

  it('needs to know of clients', async () => {
    await expect(compareDocuments({ base: {}, revision: {}, unused: 'warning' })).rejects.toThrow();
  });
});
