import type { Doc } from '../document.ts';
import { type Fault, inAnswer, inBody, withHeaders } from '../fault.ts';
import type { Answer } from '../http.ts';
import type { Club } from './members.ts';

const ID = '6f9619ff-8b86-4011-b42d-000000000001';
const NEW = { email: 'eve@example.org', password: 'correct horse', role: 'guest' };
const READ = [['GET', `/members/${ID}`]] as const;
const set = (fields: object) => inBody('getMember', (member) => ({ ...member, ...fields }));
const broken = (check: string, fields: object): Fault<Club> => ({ finds: [check], probe: READ, says: set(fields) });
const schemaOf = (document: Doc, name: string): Doc => document.components.schemas[name];

/** Answers that break what only richer schemas say, and creation that is too kind or too strict. */
export const memberFaults: Readonly<Record<string, Fault<Club>>> = {
  'password-shown': {
    finds: ['schema.write-only-leaked'],
    probe: [['POST', '/members', NEW]],
    does: (handlers) => ({
      ...handlers,
      createMember(call) {
        const answer = handlers['createMember']?.(call) as Answer;
        return { ...answer, body: { ...(answer.body as object), password: call.body.password } };
      },
    }),
  },
  'id-not-a-uuid': broken('schema.format', { id: 'member-1' }),
  'joined-without-zone': broken('schema.format', { joined: '2026-11-30 12:00:00' }),
  'role-null': broken('schema.nullability', { role: null }),
  'contact-of-both-kinds': broken('schema.composition', { contact: { kind: 'phone', city: 'Bonn' } }),
  'contact-of-unknown-kind': {
    finds: ['schema.discriminator'],
    also: ['schema.composition', 'schema.enum'],
    probe: READ,
    says: set({ contact: { kind: 'pigeon', number: '+4930123456' } }),
  },
  'too-many-labels': broken('schema.object-size', { labels: { a: '1', b: '2', c: '3', d: '4' } }),
  'label-is-a-number': broken('schema.type', { labels: { a: 1 } }),
  'age-beyond-int32': {
    finds: ['schema.int32'],
    // Whatever number was written, another one is read.
    also: ['schema.format', 'schema.range', 'state.number-changed'],
    probe: READ,
    says: set({ age: 3_000_000_000 }),
  },
  'nickname-too-long': broken('schema.length', { nickname: 'x'.repeat(31) }),
  'list-item-without-email': {
    finds: ['schema.required'],
    probe: [['GET', '/members']],
    says: inBody('listMembers', (all: Doc[]) => all.map(({ email: _, ...member }) => member)),
  },
  'creates-without-location': {
    finds: ['header.location-missing'],
    probe: [['POST', '/members', NEW]],
    says: inAnswer('createMember', (answer) => withHeaders(answer, { Location: undefined })),
  },
  'unknown-fields-welcome': {
    finds: ['reject.additional-property'],
    also: ['schema.read-only-writable', 'schema.undocumented-property'],
    probe: [['POST', '/members', { ...NEW, shoeSize: 43 }]],
    believes: (document) => {
      delete schemaOf(document, 'NewMember').additionalProperties;
    },
  },
  'any-role-will-do': {
    finds: ['reject.enum'],
    also: ['schema.enum'],
    probe: [['POST', '/members', { ...NEW, role: 'king' }]],
    believes: (document) => {
      schemaOf(document, 'NewMember').properties.role = { type: 'string' };
    },
  },
  'null-is-fine': {
    finds: ['reject.null'],
    also: ['schema.nullability'],
    probe: [['POST', '/members', { ...NEW, email: null }]],
    believes: (document) => {
      schemaOf(document, 'NewMember').properties.email = { type: 'string', format: 'email', nullable: true };
    },
  },
  'nickname-must-be-there': {
    finds: ['accept.optional-omitted-rejected'],
    also: ['accept.valid-rejected'],
    probe: [['POST', '/members', NEW]],
    believes: (document) => {
      schemaOf(document, 'NewMember').required.push('nickname');
    },
  },
  'shortest-password-refused': {
    finds: ['accept.boundary-rejected'],
    probe: [['POST', '/members', { ...NEW, password: '12345678' }]],
    believes: (document) => {
      schemaOf(document, 'NewMember').properties.password.minLength = 9;
    },
  },
  'no-phones-accepted': {
    finds: ['accept.valid-rejected'],
    probe: [['POST', '/members', { ...NEW, contact: { kind: 'phone', number: '+4930123456' } }]],
    believes: (document) => {
      schemaOf(document, 'NewMember').properties.contact = { $ref: '#/components/schemas/Post' };
    },
  },
  'pages-overlap': {
    finds: ['page.overlap-or-gap'],
    probe: [['GET', '/members?page=2&per_page=3']],
    does: (handlers) => ({
      ...handlers,
      listMembers(call) {
        const { page = 1, per_page: size = 5 } = call.query;
        const all = handlers['listMembers']?.({ ...call, query: { ...call.query, page: 1, per_page: 1000 } }) as Answer;
        const from = Math.max(0, (page - 1) * size - 1);
        return { ...all, body: (all.body as Doc[]).slice(from, from + size) };
      },
    }),
  },
  'examples-that-do-not-fit': {
    finds: ['schema.example-mismatch'],
    probe: [],
    publishes: (document) => {
      document.paths['/members'].post.requestBody.content['application/json'].example.role = 'king';
    },
  },
  'answers-of-any-form': {
    finds: ['vacuous.empty-schema'],
    probe: [],
    publishes: (document) => {
      document.paths['/members/{memberId}'].get.responses['200'].content['application/json'].schema = {};
    },
  },
  'pattern-that-nobody-can-read': {
    finds: ['schema.unenforceable'],
    probe: [],
    publishes: (document) => {
      schemaOf(document, 'Member').properties.nickname.pattern = '^(?<open[a-z]+$';
    },
  },
};
