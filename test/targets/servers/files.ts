import type { Doc } from '../document.ts';
import type { ServerKind } from '../fault.ts';
import type { Answer } from '../http.ts';
import { defineServer } from '../server.ts';
import type { Call, Handlers } from '../service.ts';
import { fileFaults } from './files.faults.ts';
import { partsOf } from './files.parts.ts';

export interface Shelf {
  next: number;
  readonly files: Map<number, Doc>;
  readonly contents: Map<number, Uint8Array>;
}

export const refuse = (status: number, message: string): Answer => ({ status, body: { message } });
const missing = (call: Call): Answer => refuse(404, `there is no file ${call.path['file_id']}`);
export const tagOf = (one: Doc): string => `"${one.id}-${one.version}"`;
export const described = (one: Doc): Answer => ({ status: 200, body: one, headers: { ETag: tagOf(one) } });

function start(): Shelf {
  const files = new Map<number, Doc>();
  const contents = new Map<number, Uint8Array>();
  for (let id = 1; id <= 5; id++) {
    contents.set(id, Buffer.from(`file ${id}\r\n`));
    files.set(id, { id, name: `f${id}.txt`, size: 8, kind: ['text', 'image'][id % 2], labels: ['old'], version: 1 });
  }
  return { next: 6, files, contents };
}

/** The named properties of a file. */
export function narrowed(one: Doc, fields: string | undefined): Doc {
  if (fields === undefined || fields === '') return one;
  const named = ['id', ...fields.split(',').map((name) => name.trim())];
  return Object.fromEntries(Object.entries(one).filter(([name]) => named.includes(name)));
}

export function listed({ files }: Shelf, { page = 1, per_page = 20, kind, fields }: Doc): Answer {
  const all = [...files.values()].filter((one) => kind === undefined || one.kind === kind);
  const body = all.slice((page - 1) * per_page, page * per_page).map((one) => narrowed(one, fields));
  return { status: 200, body, headers: { 'X-Total-Count': String(all.length) } };
}

function uploaded(shelf: Shelf, { incoming }: Call): Answer {
  const parts = partsOf(incoming);
  const content = parts.find((one) => one.name === 'content');
  const description = parts.find((one) => one.name === 'description')?.bytes.toString();
  if (!content) return refuse(422, 'content is required');
  if (description !== undefined && [...description].length > 200) return refuse(422, 'description is too long');
  const id = shelf.next++;
  const { filename = 'unnamed', bytes } = content;
  const about = description === undefined ? {} : { description };
  const file = { id, name: filename, size: bytes.length, kind: 'other', ...about, version: 1 };
  shelf.files.set(id, file);
  shelf.contents.set(id, bytes);
  return { status: 201, body: file, headers: { ETag: tagOf(file), Location: `/files/${id}` } };
}

function handlers(shelf: Shelf): Handlers {
  const { files, contents } = shelf;
  const byId = (call: Call): Doc => files.get(call.path['file_id']);
  return {
    listFiles: ({ query }) => listed(shelf, query),
    uploadFile: (call) => uploaded(shelf, call),
    getFile(call) {
      const one = byId(call);
      if (!one) return missing(call);
      if (call.incoming.headers.get('if-none-match') === tagOf(one))
        return { status: 304, headers: { ETag: tagOf(one) } };
      return described(one);
    },
    describeFile(call) {
      const one = byId(call);
      if (!one) return missing(call);
      const wanted = call.incoming.headers.get('if-match');
      if (wanted !== null && wanted !== '*' && wanted !== tagOf(one)) return refuse(412, 'the file has changed');
      const { description, ...rest } = { ...one, ...call.body, version: one.version + 1 };
      const changed = description === null || description === undefined ? rest : { ...rest, description };
      files.set(one.id, changed);
      return described(changed);
    },
    deleteFile(call) {
      contents.delete(call.path['file_id']);
      return files.delete(call.path['file_id']) ? { status: 204 } : missing(call);
    },
    getContent(call) {
      const bytes = contents.get(call.path['file_id']);
      return bytes ? { status: 200, bytes, mediaType: 'application/octet-stream' } : missing(call);
    },
    putContent(call) {
      const one = byId(call);
      if (!one) return missing(call);
      const changed = { ...one, size: call.incoming.bytes.length, version: one.version + 1 };
      contents.set(one.id, call.incoming.bytes);
      files.set(one.id, changed);
      return described(changed);
    },
  };
}

export const files: ServerKind = defineServer<Shelf>({
  name: 'files',
  style: 'uploads in parts, bytes that come back, entity tags and conditions, numbered pages, chosen properties',
  invalid: 422,
  refuse,
  start,
  handlers,
  faults: fileFaults,
});
