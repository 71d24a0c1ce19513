import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Effect, Role } from '../../../src/resources/index.ts';
import { many, object, ref, see, small, text } from '../documents.ts';

const oneOf = (...values: readonly string[]): object => ({ type: 'string', enum: values });
const flag = { type: 'boolean' };

/** What `METHOD /things/{id}/word` is seen to make of a thing with these properties. */
async function effects(
  line: string,
  properties: Readonly<Record<string, object>>,
  status = '200',
  description = '',
): Promise<readonly Effect[] | undefined> {
  return (await actionRole(line, properties, status, description)).effects;
}

/** The role of an action with that description. */
async function actionRole(
  line: string,
  properties: Readonly<Record<string, object>>,
  status: string,
  description: string,
): Promise<Role> {
  const [method, word] = line.split(' ');
  const thing = ref('Thing');
  const { role } = see(
    await small(
      {
        'GET /things': { answer: many(thing) },
        'GET /things/{id}': { answer: thing },
        [`${method} /things/{id}/${word}`]: {
          status,
          ...(status === '204' ? {} : { answer: thing }),
          extensions: { description },
        },
      },
      { Thing: object({ id: text, ...properties }, ['id']) },
    ),
  );
  return role(`${method} /things/{id}/${word}`);
}

/** What an action of that path is seen to be. */
async function roleOf(path: string, properties: Readonly<Record<string, object>>): Promise<Role> {
  const thing = ref('Thing');
  const { role } = see(
    await small(
      {
        'GET /things': { answer: many(thing) },
        'GET /things/{id}': { answer: thing },
        [`POST ${path}`]: { answer: thing },
      },
      { Thing: object({ id: text, ...properties }, ['id']) },
    ),
  );
  return role(`POST ${path}`);
}

describe('An action', () => {
  const instant = { type: 'string', format: 'date-time' };

  it('stands behind a colon as well as behind a slash', async () => {
    const role = await roleOf('/things/{id}:cancel', { status: oneOf('placed', 'cancelled') });
    expect(role).toMatchObject({
      kind: 'action',
      id: { parameter: 'id' },
      effects: [{ property: 'status', value: 'cancelled' }],
    });
  });

  it.each(['cancelledAt', 'canceled_on', 'cancelDate'])('sets %s to the time at which it is done', async (name) => {
    expect((await roleOf('/things/{id}/cancel', { [name]: instant })).stamps).toEqual([name]);
  });

  it('sets a time whose format the document does not say', async () => {
    expect((await roleOf('/things/{id}/publish', { published_at: text })).stamps).toEqual(['published_at']);
  });

  it('sets no time where two are possible, where the property is not a time, or where it belongs to another action', async () => {
    expect((await roleOf('/things/{id}/cancel', { cancelledAt: instant, canceledOn: instant })).stamps).toBeUndefined();
    expect((await roleOf('/things/{id}/cancel', { cancelledAt: oneOf('door', 'till') })).stamps).toBeUndefined();
    expect((await roleOf('/things/{id}/cancel', { shippedAt: instant })).stamps).toBeUndefined();
  });
});

describe('The name of an action says what it makes of its item', () => {
  it.each<[string, Readonly<Record<string, object>>, string, string | boolean | number]>([
    ['POST activate', { active: { type: 'integer', enum: [0, 1] } }, 'active', 1],
    ['POST deactivate', { active: { type: 'integer', minimum: 0, maximum: 1 } }, 'active', 0],
    ['POST cancel', { status: oneOf('placed', 'cancelled') }, 'status', 'cancelled'],
    ['POST cancel', { status: oneOf('placed', 'canceled') }, 'status', 'canceled'],
    ['PUT publish', { status: oneOf('DRAFT', 'PUBLISHED') }, 'status', 'PUBLISHED'],
    ['POST shutdown', { status: oneOf('running', 'offline', 'shutting_down') }, 'status', 'offline'],
    [
      'POST cancel',
      { status: { type: 'string', description: 'Whether it is APPROVED, COMPLETED or CANCELED.' } },
      'status',
      'CANCELED',
    ],
    [
      'POST complete',
      { status: { type: 'string', description: '- `pending`: it waits.\n- `completed`: it is done.' } },
      'status',
      'completed',
    ],
    ['POST start', { status: oneOf('idle', 'active') }, 'status', 'active'],
    ['POST stop', { status: oneOf('idle', 'active') }, 'status', 'idle'],
    ['PUT activate', { Inactive: flag }, 'Inactive', false],
    ['PUT deactivate', { Inactive: flag }, 'Inactive', true],
    ['POST boot', { status: oneOf('running', 'offline', 'booting') }, 'status', 'running'],
    ['POST finalize', { status: oneOf('draft', 'open', 'paid') }, 'status', 'open'],
    ['POST enable', { disabled: { type: 'boolean' } }, 'disabled', false],
    ['POST ship', { orderStatus: oneOf('new', 'shipped') }, 'orderStatus', 'shipped'],
    [
      'POST pay',
      { payment_status: oneOf('unpaid', 'paid'), status: oneOf('open', 'closed') },
      'payment_status',
      'paid',
    ],
    ['POST activate', { state: oneOf('active', 'inactive') }, 'state', 'active'],
    ['POST suspend', { status: oneOf('on', 'SUSPENDED'), nextStatus: oneOf('on', 'SUSPENDED') }, 'status', 'SUSPENDED'],
    [
      'POST verify',
      { status: oneOf('active', 'inactive'), checkStatus: oneOf('open', 'verified') },
      'checkStatus',
      'verified',
    ],
    ['POST start', { state: oneOf('queued', 'in_progress') }, 'state', 'in_progress'],
    ['POST mark-as-paid', { status: oneOf('open', 'paid') }, 'status', 'paid'],
    ['POST check-in', { status: oneOf('booked', 'checked_in') }, 'status', 'checked_in'],
    ['POST void', { status: oneOf('open', 'void') }, 'status', 'void'],
    ['POST lock', { locked: flag }, 'locked', true],
    ['POST unlock', { isLocked: flag }, 'isLocked', false],
    ['DELETE lock', { locked: flag }, 'locked', false],
    ['POST disable', { enabled: flag }, 'enabled', false],
    ['POST archive', { is_archived: flag }, 'is_archived', true],
    ['POST restore', { trashed: flag }, 'trashed', false],
    ['POST restore', { status: oneOf('draft', 'published', 'archived') }, 'status', 'draft'],
    ['POST show', { hidden: flag }, 'hidden', false],
    ['POST hide', { visible: flag }, 'visible', false],
    ['POST reinstate', { status: oneOf('active', 'suspended') }, 'status', 'active'],
    ['POST resume', { suspended: flag }, 'suspended', false],
    ['PUT like', { viewerHasLiked: flag }, 'viewerHasLiked', true],
    ['DELETE favorite', { favorited_by_me: flag }, 'favorited_by_me', false],
    ['POST lifecycle/activate', { status: oneOf('ACTIVE', 'INACTIVE') }, 'status', 'ACTIVE'],
  ])('%s, %j: %s is %s', async (line, properties, property, value) => {
    expect(await effects(line, properties, line.startsWith('DELETE') ? '204' : '200')).toEqual([{ property, value }]);
  });

  it.each([
    ['POST deactivate', 'Shuts it down. The status is `GONE` when the process is complete.', 'GONE'],
    ['POST unlock', 'Unlocks what has a `LOCKED` status and returns it to `READY` status.', 'READY'],
    ['POST reset', 'Moves it into the LOCKED state.', 'LOCKED'],
    ['POST reset', 'Only what is not moved to the LOCKED state can be reset.', undefined],
    ['POST reset', 'While it runs, the status is `LOCKED`.', undefined],
    ['POST reset', 'It goes to the LOCKED state. It goes to the GONE state.', undefined],
  ])('%s, described as "%s": %s', async (line, description, value) => {
    const found = await effects(line, { status: oneOf('READY', 'LOCKED', 'GONE') }, '200', description);
    expect(found).toEqual(value === undefined ? undefined : [{ property: 'status', value }]);
  });

  it.each<[string, string, readonly Effect[]]>([
    ['POST take-in', 'Sets `gone` to false and clears `gone_at`.', [{ property: 'gone', value: false }]],
    ['POST take-out', 'Sets the gone flag to true.', [{ property: 'gone', value: true }]],
    ['POST dispatch', 'Then it goes from `READY` to `GONE`.', [{ property: 'status', value: 'GONE' }]],
    ['POST dispatch', 'It becomes `GONE`.', [{ property: 'status', value: 'GONE' }]],
  ])('%s by its text: %s', async (line, description, expected) => {
    const properties = { gone: flag, status: oneOf('READY', 'LOCKED', 'GONE') };
    expect(await effects(line, properties, '200', description)).toEqual(expected);
  });

  it.each([
    ['Sets `gone` to false and clears `note`.', ['note']],
    ['Loses its `note`.', ['note']],
    ['Sets `gone` to false. Does not clear `note`.', undefined],
    ['Sets `gone` to false and never loses `note`.', undefined],
    ['Sets `gone` to false without clearing `note`. Cannot remove the `note`.', undefined],
  ])('of the properties that it clears: %s', async (description, cleared) => {
    const role = await actionRole('POST treat', { gone: flag, note: text }, '200', description);
    expect(role.clears).toEqual(cleared);
  });

  it.each([
    'Sets `gone` to true or sets `gone` to false.',
    'Only if it is lost, sets `gone` to true.',
    'Sets `status` to true.',
  ])('but nothing from: %s', async (description) => {
    const found = await effects('POST treat', { gone: flag, status: oneOf('READY', 'GONE') }, '200', description);
    expect(found ?? []).toEqual([]);
  });

  it('and of a flag beside a status too', async () => {
    expect(await effects('POST pay', { status: oneOf('open', 'paid'), paid: flag })).toHaveLength(2);
  });

  it.each<[string, string, Readonly<Record<string, object>>, string]>([
    ['has two spellings of it', 'POST cancel', { status: oneOf('new', 'cancelled', 'canceled') }, '200'],
    ['has two places for it', 'POST close', { status: oneOf('open', 'closed'), state: oneOf('open', 'closed') }, '200'],
    ['has no such value', 'POST cancel', { status: oneOf('new', 'done') }, '200'],
    ['lists no values', 'POST cancel', { status: text }, '200'],
    ['means something else', 'POST cancel', { reason: oneOf('none', 'cancelled') }, '200'],
    ['makes something new of it', 'POST refund', { status: oneOf('paid', 'refunded') }, '201'],
    ['takes back what had another value before', 'DELETE archive', { status: oneOf('open', 'archived') }, '204'],
    ['does it to a part of the item', 'POST mfa/disable', { enabled: flag }, '200'],
    ['resumes to one of two', 'POST resume', { status: oneOf('active', 'running') }, '200'],
  ])('nothing where the document %s', async (_, line, properties, status) => {
    expect(await effects(line, properties, status)).toBeUndefined();
  });

  it('never with a value that the document does not list (law)', async () => {
    const word = fc.constantFrom('cancel', 'open', 'closed', 'close', 'active', 'paid', 'done', 'stopped', 'x');
    await fc.assert(
      fc.asyncProperty(word, fc.uniqueArray(word, { minLength: 1, maxLength: 5 }), async (verb, values) => {
        const found = (await effects(`POST ${verb}`, { status: oneOf(...values) })) ?? [];
        expect(found.every(({ value }) => values.some((each) => each === value))).toBe(true);
      }),
      { numRuns: 50 },
    );
  });
});
