import type { Doc } from '../document.ts';
import { type Ask, type Fault, inBody, withHeaders } from '../fault.ts';
import type { Answer } from '../http.ts';
import type { Call, Handlers } from '../service.ts';
import { described, listed, refuse, type Shelf } from './files.ts';

const FORM = { 'Content-Type': 'multipart/form-data; boundary=b' };
const upload = (text: string, filename = 'a.txt'): Ask => [
  'POST',
  '/files',
  `--b\r\nContent-Disposition: form-data; name="content"; filename="${filename}"\r\n\r\n${text}\r\n--b--\r\n`,
  FORM,
];
const call = (handlers: Handlers, id: string, one: Call): Answer => handlers[id]?.(one) as Answer;

/** Bytes, tags and names that are not what was sent or what is there. */
export const fileFaults: Readonly<Record<string, Fault<Shelf>>> = {
  'tag-stays-when-described': {
    finds: ['header.etag-inconsistent'],
    also: ['conditional.412'],
    probe: [
      ['PATCH', '/files/1', { kind: 'text' }],
      ['GET', '/files/1'],
    ],
    says: (answer) => {
      const tag = answer.headers?.['ETag'];
      return tag === undefined ? answer : withHeaders(answer, { ETag: tag.replace(/-\d+"/, '-1"') });
    },
  },
  'tag-stays-when-content-changes': {
    finds: ['header.etag-inconsistent'],
    probe: [
      ['PUT', '/files/1/content', 'new', { 'Content-Type': 'application/octet-stream' }],
      ['GET', '/files/1'],
    ],
    does: (handlers, { files }) => ({
      ...handlers,
      putContent(one) {
        const before = files.get(one.path['file_id']);
        const answer = call(handlers, 'putContent', one);
        if (answer.status !== 200) return answer;
        files.set(before.id, { ...files.get(before.id), version: before.version });
        return described(files.get(before.id));
      },
    }),
  },
  'condition-not-looked-at': {
    finds: ['conditional.412'],
    probe: [['PATCH', '/files/1', { kind: 'text' }, { 'If-Match': '"other"' }]],
    does: (handlers) => ({
      ...handlers,
      describeFile: (one) =>
        call(handlers, 'describeFile', { ...one, incoming: { ...one.incoming, headers: new Headers() } }),
    }),
  },
  'own-tag-refused': {
    finds: ['conditional.412'],
    probe: [['PATCH', '/files/1', { kind: 'text' }, { 'If-Match': '"1-1"' }]],
    does: (handlers) => ({
      ...handlers,
      describeFile: (one) => {
        const headers = new Headers(one.incoming.headers);
        const wanted = headers.get('if-match');
        // Compares without the quotes.
        if (wanted !== null) headers.set('if-match', wanted.replaceAll('"', ''));
        return call(handlers, 'describeFile', { ...one, incoming: { ...one.incoming, headers } });
      },
    }),
  },
  'unchanged-and-yet-shown': {
    finds: ['conditional.304'],
    probe: [['GET', '/files/1', undefined, { 'If-None-Match': '"1-1"' }]],
    does: (handlers) => ({
      ...handlers,
      getFile: (one) => call(handlers, 'getFile', { ...one, incoming: { ...one.incoming, headers: new Headers() } }),
    }),
  },
  'length-of-head-is-zero': {
    finds: ['method.head-get-mismatch'],
    probe: [['HEAD', '/files/1']],
    says: (answer, { incoming }) =>
      incoming.method === 'HEAD' ? withHeaders(answer, { 'Content-Length': '0' }) : answer,
  },
  'every-upload-is-called-blob': {
    finds: ['state.upload-name-lost'],
    probe: [upload('hello')],
    does: (handlers, { files }) => ({
      ...handlers,
      uploadFile(one) {
        const answer = call(handlers, 'uploadFile', one);
        if (answer.status !== 201) return answer;
        const file = { ...(answer.body as Doc), name: 'blob' };
        files.set(file.id, file);
        return { ...answer, body: file };
      },
    }),
  },
  'lines-end-otherwise': {
    finds: ['state.content-differs'],
    probe: [upload('a\r\nb\r\n'), ['GET', '/files/6/content']],
    does: (handlers, { contents }) => ({
      ...handlers,
      uploadFile(one) {
        const answer = call(handlers, 'uploadFile', one);
        const id = (answer.body as Doc).id;
        const text = Buffer.from(contents.get(id) ?? []).toString('latin1');
        if (answer.status === 201) contents.set(id, Buffer.from(text.replaceAll('\r\n', '\n'), 'latin1'));
        return answer;
      },
    }),
  },
  'bytes-through-utf-8': {
    finds: ['state.content-differs'],
    probe: [upload('caf\u00e9'), ['GET', '/files/6/content']],
    does: (handlers, { contents }) => {
      const decoded = (id: number) =>
        contents.set(id, Buffer.from(Buffer.from(contents.get(id) ?? []).toString('ascii')));
      const after = (id: string, key: (answer: Answer, one: Call) => number) => (one: Call) => {
        const answer = call(handlers, id, one);
        if (answer.status < 300) decoded(key(answer, one));
        return answer;
      };
      return {
        ...handlers,
        uploadFile: after('uploadFile', (answer) => (answer.body as Doc).id),
        putContent: after('putContent', (_, one) => one.path['file_id']),
      };
    },
  },
  'size-not-counted-again': {
    finds: ['state.size-stale'],
    probe: [
      ['PUT', '/files/1/content', 'new and longer', { 'Content-Type': 'application/octet-stream' }],
      ['GET', '/files/1'],
    ],
    does: (handlers, { files }) => ({
      ...handlers,
      putContent(one) {
        const before = files.get(one.path['file_id']);
        const answer = call(handlers, 'putContent', one);
        if (answer.status !== 200) return answer;
        files.set(before.id, { ...files.get(before.id), size: before.size });
        return described(files.get(before.id));
      },
    }),
  },
  'all-fields-always': {
    finds: ['filter.fields-ignored'],
    probe: [['GET', '/files?fields=name']],
    does: (handlers, shelf) => ({
      ...handlers,
      listFiles: ({ query }) => listed(shelf, { ...query, fields: undefined }),
    }),
  },
  'namesakes-go-too': {
    finds: ['state.delete-takes-namesakes'],
    also: ['state.delete-takes-others', 'status.unexpected'],
    probe: [
      ['PATCH', '/files/2', { name: 'f1.txt' }],
      ['DELETE', '/files/1'],
      ['GET', '/files/2'],
    ],
    does: (handlers, { files }) => ({
      ...handlers,
      deleteFile(one) {
        const { name } = files.get(one.path['file_id']) ?? {};
        const answer = call(handlers, 'deleteFile', one);
        if (answer.status === 204)
          for (const other of [...files.values()]) if (other.name === name) files.delete(other.id);
        return answer;
      },
    }),
  },
  'null-leaves-the-description': {
    finds: ['state.patch-null-kept'],
    probe: [
      ['PATCH', '/files/1', { description: 'x' }],
      ['PATCH', '/files/1', { description: null }],
    ],
    does: (handlers) => ({
      ...handlers,
      describeFile({ body: { description, ...rest }, ...one }) {
        return call(handlers, 'describeFile', {
          ...one,
          body: description === null ? rest : { ...rest, ...(description === undefined ? {} : { description }) },
        });
      },
    }),
  },
  'counts-units-of-utf-16': {
    finds: ['accept.boundary-rejected'],
    also: ['accept.valid-rejected', 'accept.unicode'],
    probe: [['PATCH', '/files/1', { name: '\u{1F600}'.repeat(40) }]],
    does: (handlers) => ({
      ...handlers,
      describeFile: (one) =>
        typeof one.body.name === 'string' && one.body.name.length > 40
          ? refuse(422, 'name is too long')
          : call(handlers, 'describeFile', one),
    }),
  },
  'type-with-parameter-not-known': {
    finds: ['accept.media-type-form'],
    also: ['accept.valid-rejected'],
    probe: [['PATCH', '/files/1', { kind: 'text' }, { 'Content-Type': 'application/json; charset=utf-8' }]],
    does: (handlers) => ({
      ...handlers,
      describeFile: (one) =>
        one.incoming.headers.get('content-type') === 'application/json'
          ? call(handlers, 'describeFile', one)
          : refuse(415, 'send application/json'),
    }),
  },
  'last-page-again': {
    finds: ['page.cursor-loop'],
    also: ['page.total-inconsistent', 'page.overlap-or-gap'],
    probe: [['GET', '/files?page=9']],
    does: (handlers, shelf) => ({
      ...handlers,
      listFiles({ query }) {
        const { page = 1, per_page = 20 } = query;
        const last = Math.max(1, Math.ceil(shelf.files.size / per_page));
        return listed(shelf, { ...query, page: Math.min(page, last) });
      },
    }),
  },
  'no-size-in-the-list': {
    finds: ['state.list-differs'],
    probe: [['GET', '/files']],
    says: inBody('listFiles', (all: Doc[]) => all.map((one) => ('size' in one ? { ...one, size: 0 } : one))),
  },
};
