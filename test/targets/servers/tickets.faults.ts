import type { Doc } from '../document.ts';
import type { Ask, Fault } from '../fault.ts';
import type { Answer } from '../http.ts';
import type { Desk } from './tickets.ts';

const NEW = { subject: 'No sound', queue: 'software', priority: 2 };
const JSON_TYPE = { 'Content-Type': 'application/json' };
const open = (change: object): readonly Ask[] => [['POST', '/tickets', { ...NEW, ...change }]];
const fields = (document: Doc): Doc => document.components.schemas.NewTicket.properties;
const refusing = (answer: Answer): boolean => answer.status >= 400;

/** The server stops asking for a rule of one field; what it stored by then is shown to everyone. */
const unasked = (
  check: string,
  field: string,
  rules: object,
  wrong: unknown,
  also: readonly string[] = [],
): Fault<Desk> => ({
  finds: [check],
  also,
  probe: open({ [field]: wrong }),
  believes: (document) => {
    fields(document)[field] = rules;
  },
});

/** Takes what should be refused, refuses what should be taken, or refuses in the wrong way. */
export const ticketFaults: Readonly<Record<string, Fault<Desk>>> = {
  'subject-not-needed': {
    finds: ['reject.missing-property'],
    also: ['schema.required'],
    probe: [['POST', '/tickets', { queue: 'other', priority: 1 }]],
    believes: (document) => {
      document.components.schemas.NewTicket.required = ['queue', 'priority'];
    },
  },
  'queue-not-needed': {
    finds: ['reject.missing-parameter'],
    probe: [['GET', '/tickets']],
    believes: (document) => {
      document.paths['/tickets'].get.parameters[0].required = false;
    },
  },
  'priority-of-any-type': unasked('reject.wrong-type', 'priority', {}, 'high', [
    'schema.type',
    'reject.boundary',
    'reject.null',
    'schema.range',
  ]),
  'any-queue': unasked('reject.enum', 'queue', { type: 'string' }, 'kitchen', ['schema.enum']),
  'any-priority': unasked('reject.boundary', 'priority', { type: 'integer' }, 6, ['schema.range']),
  'long-subjects': unasked('reject.boundary', 'subject', { type: 'string', minLength: 3 }, 'x'.repeat(61), [
    'schema.length',
  ]),
  'urgent-or-null': unasked('reject.null', 'urgent', { type: ['boolean', 'null'] }, null, ['schema.nullability']),
  'contact-not-an-address': unasked('reject.format', 'contact', { type: 'string' }, 'call me', ['schema.format']),
  'asset-in-any-form': unasked('reject.pattern', 'asset', { type: 'string' }, 'my laptop', ['schema.pattern']),
  'labels-without-end': unasked(
    'reject.boundary',
    'labels',
    { type: 'array', minItems: 1, uniqueItems: true, items: { type: 'string', pattern: '^[a-z]{1,12}$' } },
    ['a', 'b', 'c', 'd'],
    ['schema.array-size'],
  ),
  'unknown-fields-dropped': {
    finds: ['reject.additional-property'],
    also: ['schema.property-names'],
    probe: open({ colour: 'red' }),
    believes: (document) => {
      delete document.components.schemas.NewTicket.additionalProperties;
    },
    does: (handlers) => ({
      ...handlers,
      openTicket(call) {
        const known = ['subject', 'queue', 'priority', 'urgent', 'contact', 'asset', 'labels'];
        const body = Object.fromEntries(Object.entries(call.body).filter(([field]) => known.includes(field)));
        return handlers['openTicket']?.({ ...call, body }) as Answer;
      },
    }),
  },
  'half-a-body-is-enough': {
    finds: ['reject.malformed-body'],
    probe: [['POST', '/tickets', '{"subject": "No so', JSON_TYPE]],
    says: (answer, asked) =>
      asked.operationId === 'openTicket' && answer.status === 400
        ? { status: 201, body: { id: 1, ...NEW }, headers: { Location: '/tickets/1' } }
        : answer,
  },
  'no-body-is-enough': {
    finds: ['reject.empty-body'],
    probe: [['POST', '/tickets', '', JSON_TYPE]],
    says: (answer, asked) =>
      asked.operationId === 'openTicket' && answer.status === 422 && asked.incoming.bytes.length === 0
        ? { status: 201, body: { id: 1, ...NEW }, headers: { Location: '/tickets/1' } }
        : answer,
  },
  'refuses-in-plain-text': {
    finds: ['reject.error-shape'],
    also: ['content-type.undocumented'],
    probe: open({ priority: 9 }),
    says: (answer) =>
      refusing(answer) ? { status: answer.status, text: 'that is wrong', mediaType: 'text/plain' } : answer,
  },
  'refuses-without-a-title': {
    finds: ['reject.error-shape'],
    also: ['schema.required'],
    probe: open({ priority: 9 }),
    says: (answer) => (refusing(answer) ? { ...answer, body: { problem: 'that is wrong' } } : answer),
  },
  'refuses-with-418': {
    finds: ['reject.wrong-code'],
    also: ['status.undocumented', 'status.body-mismatch'],
    probe: open({ priority: 9 }),
    says: (answer) => (answer.status === 422 ? { ...answer, status: 418 } : answer),
  },
  'refuses-with-500': {
    finds: ['status.server-error'],
    probe: open({ priority: 9 }),
    says: (answer) => (answer.status === 422 ? { ...answer, status: 500 } : answer),
  },
  'reads-json-out-of-text': {
    finds: ['reject.unsupported-media-type'],
    probe: [['POST', '/tickets', JSON.stringify(NEW), { 'Content-Type': 'text/plain' }]],
    believes: (document) => {
      const { content } = document.paths['/tickets'].post.requestBody;
      for (const type of [
        'text/plain',
        'text/html',
        'application/xml',
        'application/octet-stream',
        'application/x-www-form-urlencoded',
      ])
        content[type] = content['application/json'];
    },
  },
  'highest-priority-refused': {
    finds: ['accept.boundary-rejected'],
    // A documented example has the highest priority.
    also: ['accept.valid-rejected'],
    probe: open({ priority: 5 }),
    believes: (document) => {
      fields(document).priority.maximum = 4;
    },
  },
  'labels-refused': {
    finds: ['accept.valid-rejected'],
    also: ['accept.boundary-rejected'],
    probe: open({ labels: ['sound'] }),
    believes: (document) => {
      fields(document).labels = { type: 'string' };
    },
  },
  'contact-must-be-there': {
    finds: ['accept.optional-omitted-rejected'],
    also: ['accept.valid-rejected', 'accept.boundary-rejected'],
    probe: open({}),
    believes: (document) => {
      document.components.schemas.NewTicket.required.push('contact');
    },
  },
  'urgent-is-not-a-filter': {
    finds: ['filter.ignored'],
    probe: [['GET', '/tickets?queue=other&urgent=true']],
    does: (handlers) => ({
      ...handlers,
      listTickets: (call) =>
        handlers['listTickets']?.({ ...call, query: { ...call.query, urgent: undefined } }) as Answer,
    }),
  },
  'nothing-is-there': {
    finds: ['vacuous.only-404'],
    also: ['vacuous.never-2xx', 'vacuous.run', 'status.unexpected', 'operation.not-implemented', 'status.undocumented'],
    probe: [['GET', '/tickets/1']],
    says: () => ({
      status: 404,
      mediaType: 'application/problem+json',
      body: { type: 'about:blank', title: 'Not Found', status: 404 },
    }),
  },
};
