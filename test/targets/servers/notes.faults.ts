import { type Ask, type Fault, withHeaders } from '../fault.ts';
import type { Answer } from '../http.ts';
import type { Notebook } from './notes.ts';

const AUTHORISED = { Authorization: 'Bearer k-7c1e5a0b9d' };
const WRITE: Ask = ['POST', '/notes', { text: 'buy milk' }, AUTHORISED];

/** Keys that are not asked for, not checked or given away. */
export const noteFaults: Readonly<Record<string, Fault<Notebook>>> = {
  'nobody-is-asked': {
    finds: ['auth.missing-accepted'],
    also: ['auth.invalid-accepted'],
    probe: [['GET', '/notes']],
    guards: 'nobody',
  },
  'any-key-opens': {
    finds: ['auth.invalid-accepted'],
    probe: [['GET', '/notes', undefined, { Authorization: 'Bearer nonsense' }]],
    guards: 'everybody-with-a-key',
  },
  'valid-key-refused': {
    finds: ['auth.valid-refused'],
    also: ['state.leftovers', 'vacuous.only-401-403', 'vacuous.never-2xx'],
    probe: [['DELETE', '/notes/1', undefined, AUTHORISED]],
    guards: 'even-valid-keys-on-delete',
  },
  'no-key-fits': {
    finds: ['vacuous.only-401-403'],
    also: ['auth.valid-refused', 'vacuous.never-2xx', 'vacuous.run'],
    probe: [['GET', '/notes', undefined, AUTHORISED]],
    says: (answer, { operationId, incoming }) =>
      operationId !== 'health' && answer.status < 400
        ? { status: 401, body: { error: `not for ${incoming.method}` }, headers: { 'WWW-Authenticate': 'Bearer' } }
        : answer,
  },
  'no-key-is-a-bad-request': {
    finds: ['auth.wrong-status'],
    probe: [['GET', '/notes']],
    says: (answer) =>
      answer.status === 401 ? withHeaders({ ...answer, status: 400 }, { 'WWW-Authenticate': undefined }) : answer,
  },
  'no-challenge': {
    finds: ['header.www-authenticate'],
    probe: [['GET', '/notes']],
    says: (answer) => withHeaders(answer, { 'WWW-Authenticate': undefined }),
  },
  'keys-not-mentioned': {
    finds: ['status.401-undocumented-auth'],
    also: ['status.undocumented'],
    probe: [],
    publishes: (document) => {
      delete document.paths['/notes/{noteId}'].get.responses['401'];
    },
  },
  'shows-where-it-broke': {
    finds: ['leak.stack-trace'],
    probe: [['POST', '/notes', '{', { ...AUTHORISED, 'Content-Type': 'application/json' }]],
    says: (answer, asked) =>
      asked.operationId === 'writeNote' && answer.status === 400
        ? {
            ...answer,
            body: {
              error:
                'SyntaxError: Unexpected end of JSON input\n    at JSON.parse (<anonymous>)\n    at readBody (/srv/notes/src/body.js:41:17)\n    at async handle (/srv/notes/src/server.js:88:5)',
            },
          }
        : answer,
  },
  'repeats-the-key': {
    finds: ['leak.credential-echo'],
    also: ['header.undocumented'],
    probe: [['GET', '/notes', undefined, AUTHORISED]],
    says: (answer, asked) =>
      withHeaders(answer, { 'X-Seen': asked.incoming.headers.get('authorization') ?? undefined }),
  },
  'too-many-without-a-time': {
    finds: ['header.retry-after'],
    probe: [WRITE, WRITE, WRITE],
    does: (handlers, { notes }) => ({
      ...handlers,
      writeNote: (call) =>
        notes.size > 3 ? { status: 429, body: { error: 'too many notes' } } : (handlers['writeNote']?.(call) as Answer),
    }),
  },
};
