import { expect, test } from 'vitest';
import { hintIn } from '../../../src/contract/hints/refusal-hints.ts';
import { caselessByApi, movementsOf } from '../../../src/resources/index.ts';
import { fromYaml, tell } from '../harness.ts';

const json = (schema: string): string =>
  `content: { application/json: { schema: { $ref: '#/components/schemas/${schema}' } } }`;

const documentOf = (conflict: string) =>
  fromYaml(`
openapi: 3.1.0
info: { title: Club, version: '1', description: Email addresses of members are compared without regard to upper and lower case. }
paths:
  /members:
    get: { operationId: listMembers, responses: { '200': { description: All., content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Member' } } } } } } }
    post:
      operationId: createMember
      requestBody: { required: true, ${json('MemberInput')} }
      responses: { '201': { description: It., ${json('Member')} }, '400': { description: No. }, '409': { description: Another member has this email address already. } }
  /members/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
    get: { operationId: readMember, responses: { '200': { description: It., ${json('Member')} }, '404': { description: None. } } }
    patch:
      operationId: changeMember
      requestBody: { required: true, ${json('MemberInput')} }
      responses: { '200': { description: It., ${json('Member')} }, '400': { description: No. }, '404': { description: None. }, '409': { description: ${JSON.stringify(conflict)} } }
    delete: { operationId: dropMember, responses: { '204': { description: Gone. }, '404': { description: None. } } }
components:
  schemas:
    MemberInput: { type: object, required: [email], additionalProperties: false, properties: { email: { type: string, format: email }, note: { type: string } } }
    Member: { type: object, required: [id, email], properties: { id: { type: integer }, email: { type: string }, note: { type: string } } }
`);

type Fault = 'other case' | 'change' | 'keeps';

interface Member {
  readonly id: number;
  readonly email: string;
  readonly note?: string;
}

function club(fault?: Fault): (request: Request) => Promise<Response> {
  const members = new Map<number, Member>();
  let last = 0;
  const none = (status: number): Response => new Response(null, { status });
  const isTaken = (email: string, own?: number): boolean =>
    [...members.values()].some(
      (each) =>
        each.id !== own &&
        (fault === 'other case' ? each.email === email : each.email.toLowerCase() === email.toLowerCase()),
    );
  return async (request) => {
    const [, named] = new URL(request.url).pathname.split('/').slice(1);
    const there = members.get(Number(named));
    if (named !== undefined && there === undefined) return none(404);
    if (request.method === 'GET') return Response.json(there ?? [...members.values()]);
    if (request.method === 'DELETE') return members.delete(Number(named)) ? none(204) : none(404);
    const sent = (await request.json().catch(() => ({}))) as Partial<Member>;
    const isKnown = Object.keys(sent).every((name) => name === 'email' || name === 'note');
    if (typeof sent.email !== 'string' || !/^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(sent.email) || !isKnown) return none(400);
    if (sent.note !== undefined && typeof sent.note !== 'string') return none(400);
    const isFree = there !== undefined && (fault === 'change' || fault === 'keeps');
    if (!isFree && isTaken(sent.email, there?.id)) return none(409);
    const id = there?.id ?? ++last;
    const email = there !== undefined && fault === 'keeps' ? there.email : sent.email;
    members.set(id, { ...there, ...sent, id, email });
    return Response.json(members.get(id), { status: there === undefined ? 201 : 200 });
  };
}

const TAKEN = 'Another member has this email address already.';

async function found(fault?: Fault, conflict = TAKEN): Promise<readonly string[]> {
  const { summary } = await tell({ ...documentOf(conflict), target: club(fault), phases: ['stateful'] });
  const wanted = summary.findings.filter(({ check }) => check === 'state.duplicate-accepted');
  return wanted.map(({ message }) => message);
}

test('a change to the value of another item is refused where the 409 of the change says so', async () => {
  expect(await found()).toEqual([]);
  expect(await found('change')).toEqual([
    `changeMember answers 200 to a change that gives \`email\` the value of another item, where the document has 409 (“${TAKEN}”).`,
  ]);
  // The service may leave the value as it was, and a 409 about something else promises nothing.
  expect(await found('keeps')).toEqual([]);
  expect(await found('change', 'The member is being moved.')).toEqual([]);
});

test.each([
  'Another active member has this email address.',
  'Another member of the same club has this email address.',
  'For the same club, a member with this email exists.',
  'The email is already used by another account.',
  'With `strict=true`, another member has this email.',
  'The email is taken by an active member.',
  'This email was already used by the member itself.',
])('a conflict for some items promises nothing about all of them: %s', async (conflict) => {
  expect(await found('change', conflict)).toEqual([]);
});

test('a text about the whole API says that the case of letters makes no difference', async () => {
  expect(await found('other case')).toEqual([
    expect.stringContaining('createMember answers 201 to the same request with `email` in the other letter case'),
  ]);
  const says = (description: string): boolean =>
    caselessByApi({ description }, 'email', { singular: 'member' }) !== undefined;
  expect(says('Email addresses of members are compared without regard to case.')).toBe(true);
  expect(says('Names of members are compared without regard to case.')).toBe(false);
  expect(says('Emails of members are not compared without regard to case.')).toBe(false);
  expect(says('Emails of members are searched without regard to case.')).toBe(false);
  expect(says('Lists compare the emails of members without regard to case.')).toBe(false);
  expect(says('When a member signs in, the email is compared without regard to case.')).toBe(false);
  expect(says('Emails of customers are compared without regard to case.')).toBe(false);
});

const CABIN_TEXT = `
openapi: 3.1.0
info: { title: Cabins, version: '1' }
paths:
  /bookings:
    get: { operationId: listBookings, description: 'Bookings by arrival, the earliest first.', responses: { '200': { description: All., content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Booking' } } } } } } }
    post: { operationId: book, requestBody: { required: true, ${json('Booking')} }, responses: { '201': { description: It., ${json('Booking')} } } }
  /bookings/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
    get: { operationId: readBooking, responses: { '200': { description: It., ${json('Booking')} } } }
  /bookings/{id}/publish:
    parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
    post: { operationId: publish, responses: { '200': { description: 'The booking, now \`shown\`.', ${json('Booking')} } } }
  /bookings/{id}/payments:
    parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
    get: { operationId: listPayments, responses: { '200': { description: All., content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Payment' } } } } } } }
    post: { operationId: pay, description: Adds the amount to \`amountPaid\` of the booking., requestBody: { required: true, ${json('Payment')} }, responses: { '201': { description: It., ${json('Payment')} } } }
  /bookings/{id}/payments/{payment}:
    parameters: [{ name: id, in: path, required: true, schema: { type: integer } }, { name: payment, in: path, required: true, schema: { type: integer } }]
    get: { operationId: readPayment, responses: { '200': { description: It., ${json('Payment')} } } }
components:
  schemas:
    Booking: { type: object, required: [id, arrival], properties: { id: { type: integer, readOnly: true }, arrival: { type: string, format: date }, guest: { type: string }, amountPaid: { type: integer, readOnly: true }, status: { type: string, enum: [draft, shown], readOnly: true } } }
    Payment: { type: object, required: [id, amount], properties: { id: { type: integer, readOnly: true }, amount: { type: integer } } }
`;
const CABINS = fromYaml(CABIN_TEXT);

test('orders, states and amounts are read from plain sentences', () => {
  const { api, model } = CABINS;
  const operation = (id: string) => api.operations.find((each) => each.id === id) ?? api.operations[0];
  const role = (id: string) => {
    const found = operation(id);
    return found === undefined ? undefined : model.roleOf(found);
  };
  expect(role('listBookings')?.list?.ordered).toEqual({ pointer: '/arrival', descending: false, named: true });
  expect(role('publish')?.effects).toEqual([{ property: 'status', value: 'shown' }]);
  const pay = operation('pay');
  expect(pay === undefined ? [] : movementsOf(api, model, pay)).toMatchObject([
    { property: '/amountPaid', amount: '/amount', sign: 1 },
  ]);
});

test('sentences that tell more than an order, a state or an amount are not read', () => {
  const changed = (from: string, to: string) => {
    const { api, model } = fromYaml(CABIN_TEXT.replace(from, to));
    return (id: string) => {
      const operation = api.operations.find((each) => each.id === id);
      if (operation === undefined) throw new Error(id);
      return { role: model.roleOf(operation), movements: movementsOf(api, model, operation) };
    };
  };
  const order = (text: string) => changed('Bookings by arrival, the earliest first.', text)('listBookings').role.list;
  expect(order('Bookings by guest, the newest first.')?.ordered).toBeUndefined();
  expect(order('Bookings by arrival, the earliest first, drafts at the end.')?.ordered).toBeUndefined();
  expect(order('Bookings by arrival, the earliest first. Pinned bookings come before.')?.ordered).toBeUndefined();
  const effects = (text: string) => changed('now `shown`.', text)('publish').role.effects ?? [];
  expect(effects('now `shown` when its day has come.')).toEqual([]);
  const moved = (text: string) => changed('of the booking., req', text)('pay').movements;
  expect(moved('of the booking up to its total., req')).toEqual([]);
  expect(changed("version: '1' }", "version: '1', description: Payments have a fee. }")('pay').movements).toEqual([]);
});

test('a refusal of too much asks for a small number', () => {
  expect(hintIn({ text: 'There are more guests than the cabin sleeps.' } as never)).toMatchObject({ kind: 'values' });
  expect(hintIn({ text: 'There are more than 4 guests.' } as never)).not.toMatchObject({ kind: 'values' });
  expect(hintIn({ text: 'The name is longer than the maximum length.' } as never)).not.toMatchObject({
    kind: 'values',
  });
});
