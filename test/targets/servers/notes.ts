import type { Doc, DocumentedOperation } from '../document.ts';
import type { Fault, ServerKind } from '../fault.ts';
import type { Answer, Incoming } from '../http.ts';
import { defineServer } from '../server.ts';
import type { Call, Handlers } from '../service.ts';
import { noteFaults } from './notes.faults.ts';

/** The one key that opens the notes. */
export const KEY = 'k-7c1e5a0b9d';

export interface Notebook {
  next: number;
  readonly notes: Map<number, Doc>;
}

const refuse = (status: number, message: string): Answer => ({ status, body: { error: message } });
const missing = (call: Call): Answer => refuse(404, `noteId ${call.path['noteId']} names no note`);

function noKey(challenge: string, message: string): Answer {
  return { ...refuse(401, message), headers: { 'WWW-Authenticate': challenge } };
}

function authorise(operation: DocumentedOperation, incoming: Incoming, guards: Fault['guards']): Answer | undefined {
  if (operation.operation.security?.length === 0 || guards === 'nobody') return undefined;
  const [scheme = '', key = ''] = (incoming.headers.get('authorization') ?? '').split(' ');
  if (scheme === '') return noKey('Bearer', 'a key is needed');
  const valid = guards === 'everybody-with-a-key' ? key !== '' : key === KEY;
  if (scheme.toLowerCase() !== 'bearer' || !valid) return noKey('Bearer error="invalid_token"', 'the key is not valid');
  if (guards === 'even-valid-keys-on-delete' && operation.method === 'DELETE')
    return noKey('Bearer', 'not with this key');
  return undefined;
}

function start(): Notebook {
  return { next: 3, notes: new Map([1, 2].map((id) => [id, { id, text: `note ${id}`, pinned: id === 1 }])) };
}

function handlers(notebook: Notebook): Handlers {
  const { notes } = notebook;
  return {
    health: () => ({ status: 200, body: { ok: true } }),
    listNotes: () => ({ status: 200, body: [...notes.values()] }),
    writeNote({ body: { text, pinned = false } }) {
      const id = notebook.next++;
      notes.set(id, { id, text, pinned });
      return { status: 201, body: notes.get(id), headers: { Location: `/notes/${id}` } };
    },
    readNote(call) {
      const note = notes.get(call.path['noteId']);
      return note ? { status: 200, body: note } : missing(call);
    },
    tearUpNote: (call) => (notes.delete(call.path['noteId']) ? { status: 204 } : missing(call)),
  };
}

export const notes: ServerKind = defineServer<Notebook>({
  name: 'notes',
  style: 'bearer key on every operation but one',
  bearer: KEY,
  invalid: 400,
  refuse,
  start,
  handlers,
  authorise,
  faults: noteFaults,
});
