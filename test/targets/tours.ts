import type { Ask } from './fault.ts';

const MEMBER = '6f9619ff-8b86-4011-b42d-000000000001';
const NEW_CUSTOMER = '00000000-0000-4000-8000-000000000200';
const NEW_ORDER = '00000000-0000-4000-8000-000000000201';
const NEW_MEMBER = '6f9619ff-8b86-4011-b42d-000000000008';
const BOOK = {
  title: 'The Long Way',
  isbn: '9780306406157',
  genre: 'novel',
  pages: 320,
  price: 9.99,
  tags: ['travel'],
};
const MERGE = { 'Content-Type': 'application/merge-patch+json' };
const EVE = { email: 'eve@example.org', password: 'correct horse', role: 'guest' };
const TICKET = { subject: 'No sound', queue: 'software', priority: 2 };
const KEY = { Authorization: 'Bearer k-7c1e5a0b9d' };
const FORM = { 'Content-Type': 'multipart/form-data; boundary=b' };
const UPLOAD = '--b\r\nContent-Disposition: form-data; name="content"; filename="a.txt"\r\n\r\nhello\r\n--b--\r\n';
const BOOKING = {
  roomId: '00000000-0000-4000-8000-000000000001',
  startsAt: '2026-07-01T09:00:00Z',
  endsAt: '2026-07-01T10:00:00Z',
  price: { amount: 12.5, currency: 'CHF' },
};
const TEXT = { 'Content-Type': 'text/plain' };

/** Requests by server that use every operation as it is meant, and then some that must be refused. */
export const tours: Readonly<Record<string, { readonly works: readonly Ask[]; readonly refused: readonly Ask[] }>> = {
  orders: {
    works: [
      ['GET', '/customers'],
      ['GET', '/customers?q=Grace'],
      ['POST', '/customers', { name: 'Barbara Liskov', city: 'Boston' }],
      ['GET', `/customers/${NEW_CUSTOMER}`],
      ['PUT', `/customers/${NEW_CUSTOMER}`, { name: 'Barbara' }],
      ['POST', '/orders', { customerId: NEW_CUSTOMER, item: 'ink', total: { amount: 5, currency: 'CHF' } }],
      ['GET', `/customers/${NEW_CUSTOMER}/orders`],
      ['GET', '/orders?minTotal=10&sort=-total'],
      ['GET', `/orders/${NEW_ORDER}`],
      ['PATCH', `/orders/${NEW_ORDER}`, { note: 'ring twice' }, MERGE],
      ['POST', `/orders/${NEW_ORDER}/ship`],
      ['DELETE', `/orders/${NEW_ORDER}`],
      ['DELETE', `/customers/${NEW_CUSTOMER}`],
    ],
    refused: [
      ['GET', `/customers/${NEW_CUSTOMER}`],
      ['GET', '/customers/1'],
      ['POST', '/customers', { name: '' }],
      ['POST', '/orders', { customerId: NEW_CUSTOMER, item: 'ink', total: { amount: 5, currency: 'EUR' } }],
      ['POST', '/orders', '{'],
      ['DELETE', '/customers/00000000-0000-4000-8000-000000000001'],
    ],
  },
  cases: {
    works: [
      ['GET', '/agents'],
      ['POST', '/agents', { name: 'Mo' }],
      ['GET', '/agents/ag_20'],
      ['GET', '/cases?status=open&sort=-priority&limit=2'],
      ['GET', '/cases?limit=2&cursor=YWZ0ZXIgY3NfMg'],
      ['POST', '/cases', { subject: 'No sound', assignee_id: 'ag_20' }],
      ['GET', '/cases/cs_21'],
      ['PATCH', '/cases/cs_21', { due: '2026-12-24' }, MERGE],
      ['POST', '/cases/cs_21/comments', { text: 'Have you tried?' }],
      ['GET', '/cases/cs_21/comments'],
      ['DELETE', '/cases/cs_21/comments/cm_23'],
      ['POST', '/cases/cs_21/close'],
      ['DELETE', '/cases/cs_21'],
      ['DELETE', '/agents/ag_20'],
      ['POST', '/exports'],
      ['GET', '/exports/ex_25'],
      ['GET', '/exports/ex_25'],
      ['GET', '/exports/ex_25'],
      ['GET', '/exports/ex_25/file'],
      ['DELETE', '/exports/ex_25'],
    ],
    refused: [
      ['GET', '/cases/cs_21'],
      ['GET', '/cases?cursor=nonsense'],
      ['GET', '/cases?status=lost'],
      ['POST', '/cases', { subject: 'No sound', assignee_id: 'ag_20' }],
      ['POST', '/cases', { subject: '' }],
      ['POST', '/cases/cs_2/close'],
    ],
  },
  files: {
    works: [
      ['GET', '/files?page=2&per_page=2&fields=id,name'],
      ['POST', '/files', UPLOAD, FORM],
      ['GET', '/files/6'],
      ['PATCH', '/files/6', { kind: 'text' }, { 'If-Match': '"6-1"' }],
      ['PUT', '/files/6/content', 'other', { 'Content-Type': 'application/octet-stream' }],
      ['GET', '/files/6/content'],
      ['DELETE', '/files/6'],
    ],
    refused: [
      ['GET', '/files/6'],
      ['GET', '/files/six'],
      ['PATCH', '/files/1', { kind: 'text' }, { 'If-Match': '"6-1"' }],
      ['PATCH', '/files/1', { kind: 'sound' }],
      ['POST', '/files', 'hello', TEXT],
    ],
  },
  projects: {
    works: [
      ['GET', '/projects'],
      ['POST', '/projects', { key: 'NEW-03', stage: 'plan' }],
      ['GET', '/projects/p3'],
      ['POST', '/projects/p3/tasks', { title: 'Dig', points: 3, reminder: { kind: 'later', minutes: 30 } }],
      ['GET', '/projects/p3/tasks?done=false&order_by=points&direction=desc&page=1&page_size=2'],
      ['GET', '/projects/p1/tasks?q=step'],
      ['GET', '/projects/p3/tasks/6'],
      ['GET', '/projects/p3/tasks/6/card'],
      ['PATCH', '/projects/p3/tasks/6', { done: true }],
      ['DELETE', '/projects/p3/tasks/6'],
      ['DELETE', '/projects/p3'],
    ],
    refused: [
      ['GET', '/projects/p3'],
      ['GET', '/projects/p2/tasks/1'],
      ['POST', '/projects', { key: 'Work-01', stage: 'plan' }],
      ['POST', '/projects', { key: 'NEW-03!', stage: 'plan' }],
      ['POST', '/projects/p1/tasks', { title: 'A', reminder: { kind: 'later', minutes: 601 } }],
      ['DELETE', '/projects/p1/tasks/1', undefined, { 'If-Match': '"1-9"' }],
    ],
  },
  bookings: {
    works: [
      ['GET', '/rooms'],
      ['POST', '/rooms', { code: 'New-7', seats: 3 }],
      ['GET', `/rooms/${NEW_CUSTOMER}`],
      ['PUT', `/rooms/${NEW_CUSTOMER}`, { code: 'new-7', seats: 4, floor: 2 }],
      ['GET', '/bookings?status=confirmed&minPrice=50&sort=-price&limit=2'],
      ['POST', '/bookings', { ...BOOKING, roomId: NEW_CUSTOMER }],
      ['GET', `/bookings/${NEW_ORDER}`],
      ['PATCH', `/bookings/${NEW_ORDER}`, { note: 'two keys' }, MERGE],
      ['POST', `/bookings/${NEW_ORDER}/confirm`],
      ['POST', `/bookings/${NEW_ORDER}/cancel`],
      ['DELETE', `/bookings/${NEW_ORDER}`],
      ['DELETE', `/rooms/${NEW_CUSTOMER}`],
    ],
    refused: [
      ['GET', `/bookings/${NEW_ORDER}`],
      ['POST', '/rooms', { code: 'ab-1', seats: 3 }],
      ['POST', '/bookings', { ...BOOKING, roomId: NEW_CUSTOMER }],
      ['POST', '/bookings', { ...BOOKING, endsAt: BOOKING.startsAt }],
      ['POST', '/bookings/00000000-0000-4000-8000-000000000103/confirm'],
    ],
  },
  books: {
    works: [
      ['GET', '/books'],
      ['GET', '/books?limit=5&offset=5&sort=-title'],
      ['GET', '/books?genre=poetry&limit=1'],
      ['POST', '/books', BOOK],
      ['GET', '/books/13'],
      ['HEAD', '/books/13'],
      ['PUT', '/books/13', { ...BOOK, published: '2001-02-03' }],
      ['PATCH', '/books/13', { title: 'B' }, MERGE],
      ['DELETE', '/books/13'],
    ],
    refused: [
      ['GET', '/books/13'],
      ['GET', '/books/one'],
      ['GET', '/books?limit=51'],
      ['GET', '/books?limit=two'],
      ['POST', '/books', { ...BOOK, pages: 3 }],
      ['POST', '/books', '{'],
      ['POST', '/books', 'hello', TEXT],
      ['PATCH', '/books/1', {}, MERGE],
    ],
  },
  members: {
    works: [
      ['GET', '/members?page=2&per_page=3'],
      ['GET', '/members?role=admin'],
      [
        'POST',
        '/members',
        { ...EVE, nickname: null, contact: { kind: 'phone', number: '+4930123456' }, labels: { a: 'b' } },
      ],
      ['GET', `/members/${NEW_MEMBER}`],
      ['PUT', `/members/${NEW_MEMBER}`, { ...EVE, age: 33, contact: { kind: 'post', city: 'Ulm' } }],
      ['DELETE', `/members/${NEW_MEMBER}`],
    ],
    refused: [
      ['GET', `/members/${NEW_MEMBER}`],
      ['GET', '/members/1'],
      ['POST', '/members', { ...EVE, role: 'king' }],
      ['POST', '/members', { ...EVE, shoeSize: 43 }],
      ['PUT', `/members/${MEMBER}`, { ...EVE, contact: { kind: 'pigeon' } }],
      ['POST', '/members', ''],
    ],
  },
  events: {
    works: [
      ['GET', '/events'],
      ['GET', '/events?limit=20&cursor=evt_000003'],
      ['GET', '/events?type=login&limit=2'],
      [
        'POST',
        '/events',
        { type: 'login', attributes: { user_name: 'ada' }, period: { starts: '2026-11-30T12:00:00Z' } },
      ],
      ['GET', '/events/evt_000013'],
      ['GET', '/events/evt_000013/summary'],
      ['GET', '/events/evt_000013/summary', undefined, { Accept: 'text/plain' }],
      ['DELETE', '/events/evt_000013'],
    ],
    refused: [
      ['GET', '/events/evt_000013'],
      ['GET', '/events/13'],
      ['GET', '/events?cursor=13'],
      ['POST', '/events', { type: 'sleep' }],
      ['POST', '/events', { type: 'login', attributes: {} }],
      ['POST', '/events', { type: 'login', period: { ends: '2026-11-30T12:00:00Z' } }],
    ],
  },
  teams: {
    works: [
      ['GET', '/teams'],
      ['POST', '/teams', { name: 'City', city: 'Ulm' }],
      ['GET', '/teams/3'],
      ['PUT', '/teams/3', { id: 9, name: 'United' }],
      ['GET', '/teams/3/players'],
      ['POST', '/teams/3/players', { name: 'Zoe', shirt: 7, note: 'likes the left wing' }],
      ['GET', '/teams/3/players/3'],
      ['PUT', '/teams/3/players/3', { name: 'Zoe', shirt: 8 }],
      ['DELETE', '/teams/3/players/3'],
      ['DELETE', '/teams/3'],
    ],
    refused: [
      ['GET', '/teams/3'],
      ['GET', '/teams/3/players'],
      ['GET', '/teams/2/players/1'],
      ['POST', '/teams/3/players', { name: 'Zoe', shirt: 7 }],
      ['POST', '/teams/1/players', { name: 'Zoe', shirt: 100 }],
      ['POST', '/teams', '[', {}],
      ['POST', '/teams', 'name: City', TEXT],
    ],
  },
  tickets: {
    works: [
      ['GET', '/tickets?queue=other&urgent=true&label=new'],
      ['POST', '/tickets', { ...TICKET, labels: ['sound', 'new'], contact: 'ada@example.org', asset: 'PC-0042' }],
      ['GET', '/tickets/7'],
      ['PUT', '/tickets/7', { ...TICKET, urgent: true }],
      ['DELETE', '/tickets/7'],
    ],
    refused: [
      ['GET', '/tickets'],
      ['GET', '/tickets/7'],
      ['GET', '/tickets?queue=kitchen'],
      ['GET', '/tickets?queue=other&urgent=perhaps'],
      ['GET', '/tickets?queue=other&label=A'],
      ['POST', '/tickets', { ...TICKET, priority: 0 }],
      ['POST', '/tickets', { ...TICKET, colour: 'red' }],
      ['POST', '/tickets', '{'],
      ['POST', '/tickets', 'hello', TEXT],
    ],
  },
  notes: {
    works: [
      ['GET', '/health'],
      ['GET', '/notes', undefined, KEY],
      ['POST', '/notes', { text: 'buy milk' }, KEY],
      ['GET', '/notes/3', undefined, KEY],
      ['DELETE', '/notes/3', undefined, KEY],
    ],
    refused: [
      ['GET', '/notes'],
      ['GET', '/notes', undefined, { Authorization: 'Bearer nonsense' }],
      ['GET', '/notes', undefined, { Authorization: 'Basic azpr' }],
      ['GET', '/notes/3', undefined, KEY],
      ['POST', '/notes', { text: '' }, KEY],
      ['POST', '/notes', '{', KEY],
      ['POST', '/notes', 'hello', { ...KEY, ...TEXT }],
    ],
  },
  stations: {
    works: [
      ['GET', '/stations'],
      ['GET', '/stations/bon'],
      ['GET', '/v2/stations/bon'],
      ['GET', '/readings?limit=3&unit=celsius'],
      ['GET', '/forecast'],
    ],
    refused: [
      ['GET', '/stations/xxx'],
      ['GET', '/v2/stations/Bonn'],
      ['GET', '/readings?limit=0'],
    ],
  },
};
