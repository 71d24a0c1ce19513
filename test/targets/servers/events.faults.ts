import { type Fault, inAnswer, inBody } from '../fault.ts';
import { type Answer, stringify } from '../http.ts';
import { accepts } from '../service.ts';
import type { Log } from './events.ts';

const READ = [['GET', '/events/evt_000001']] as const;
const SUMMARY = '/events/evt_000001/summary';
const set = (fields: object) => inBody('getEvent', (event) => ({ ...event, ...fields }));
const broken = (check: string, fields: object): Fault<Log> => ({ finds: [check], probe: READ, says: set(fields) });

/** Cursors that lead astray, envelopes that lie, and what only 3.1 schemas say. */
export const eventFaults: Readonly<Record<string, Fault<Log>>> = {
  'not-called-event': broken('schema.const', { object: 'happening' }),
  'attribute-in-capitals': broken('schema.property-names', { attributes: { USER: 'ada' } }),
  'no-attributes-at-all': broken('schema.object-size', { attributes: {} }),
  'ends-without-starting': broken('schema.dependent', { period: { ends: '2026-11-30T12:00:00Z' } }),
  'id-without-prefix': broken('schema.pattern', { id: '000001' }),
  'sequence-rounded': {
    finds: ['schema.int64-precision'],
    also: ['schema.format'],
    probe: READ,
    says: inAnswer('getEvent', (answer) => ({
      ...answer,
      text: stringify(answer.body).replace(/"sequence":\d+/, '"sequence":9.007199254740993e+21'),
    })),
  },
  'envelope-without-data': {
    finds: ['schema.required'],
    also: ['page.total-inconsistent'],
    probe: [['GET', '/events']],
    says: inBody('listEvents', ({ data, ...rest }) => ({ ...rest, events: data })),
  },
  'has-more-in-words': {
    finds: ['schema.type'],
    probe: [['GET', '/events']],
    says: inBody('listEvents', (page) => ({ ...page, has_more: page.has_more ? 'yes' : 'no' })),
  },
  'cursor-goes-in-circles': {
    finds: ['page.cursor-loop'],
    also: ['page.overlap-or-gap', 'page.total-inconsistent'],
    probe: [['GET', '/events?limit=5&cursor=evt_000010']],
    says: inBody('listEvents', (page) => ({ ...page, has_more: true, next_cursor: page.next_cursor ?? 'evt_000001' })),
  },
  'cursor-skips-one': {
    finds: ['page.overlap-or-gap'],
    also: ['page.total-inconsistent'],
    probe: [['GET', '/events?limit=3']],
    says: inBody('listEvents', (page) =>
      page.next_cursor === null
        ? page
        : { ...page, next_cursor: `evt_${String(Number(page.next_cursor.slice(4)) + 1).padStart(6, '0')}` },
    ),
  },
  'total-counts-the-page': {
    finds: ['page.total-inconsistent'],
    probe: [['GET', '/events?limit=3']],
    says: inBody('listEvents', (page) => ({ ...page, total: page.data.length })),
  },
  'envelope-limit-ignored': {
    finds: ['page.limit-ignored'],
    probe: [['GET', '/events?limit=2']],
    does: (handlers) => ({
      ...handlers,
      listEvents: (call) => handlers['listEvents']?.({ ...call, query: { ...call.query, limit: 20 } }) as Answer,
    }),
  },
  'type-filter-ignored': {
    finds: ['filter.ignored'],
    probe: [['GET', '/events?type=login']],
    does: (handlers) => ({
      ...handlers,
      listEvents: (call) => handlers['listEvents']?.({ ...call, query: { ...call.query, type: undefined } }) as Answer,
    }),
  },
  'always-answers-json': {
    finds: ['negotiation.accept-ignored'],
    probe: [['GET', SUMMARY, undefined, { Accept: 'text/plain' }]],
    says: inAnswer('summariseEvent', (answer) =>
      answer.text === undefined ? answer : { status: 200, body: { text: answer.text } },
    ),
  },
  'text-not-to-be-had': {
    finds: ['negotiation.406-on-valid-accept'],
    also: ['status.unexpected', 'status.undocumented', 'accept.valid-rejected'],
    probe: [['GET', SUMMARY, undefined, { Accept: 'text/plain' }]],
    says: (answer, { operationId, incoming }) =>
      operationId === 'summariseEvent' && !accepts(incoming.headers.get('accept') ?? '*/*', 'application/json')
        ? { status: 406, body: { error: { type: 'invalid_request', message: 'only JSON' } } }
        : answer,
  },
  'forgets-with-a-word': {
    finds: ['body.present-when-undocumented'],
    also: ['status.undocumented', 'content-type.undocumented'],
    probe: [['DELETE', '/events/evt_000001']],
    publishes: (document) => {
      const { responses } = document.paths['/events/{eventId}'].delete;
      responses['200'] = { description: 'The event is forgotten.' };
      delete responses['204'];
    },
    says: inAnswer('forgetEvent', () => ({ status: 200, body: { done: true } })),
  },
  'recorded-but-not-listed': {
    finds: ['state.list-omits-created'],
    also: ['page.more-inconsistent', 'page.total-inconsistent'],
    probe: [
      ['POST', '/events', { type: 'login' }],
      ['GET', '/events?cursor=evt_000012'],
    ],
    does: (handlers, { next }) => ({
      ...handlers,
      listEvents(call) {
        const answer = handlers['listEvents']?.(call) as Answer;
        const page = answer.body as { data: { id: string }[]; total: number } | undefined;
        if (answer.status !== 200 || !page) return answer;
        const data = page.data.filter((event) => Number(event.id.slice(4)) < next);
        return { ...answer, body: { ...page, data } };
      },
    }),
  },
};
