import { expect, test } from 'vitest';
import { withValue } from '../../../src/contract/requests/with-value.ts';
import type { HttpRequest, Json } from '../../../src/core/index.ts';

const part = (name: string, text: string): string =>
  `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`;

const BEFORE = { id: 'a', size: 1 };
const AFTER = { id: 'b&c', size: 1 };

const FORMS: readonly (readonly [mediaType: string, before: string, after: string])[] = [
  ['application/json', '{"id":"a","size":1}', '{"id":"b&c","size":1}'],
  ['application/x-www-form-urlencoded', 'id=a&size=1', 'id=b%26c&size=1'],
  ['application/xml', '<tag id="a"><size>1</size></tag>', '<tag id="b&#38;c"><size>1</size></tag>'],
  [
    'multipart/form-data; boundary=b',
    `${part('id', 'a')}${part('size', '1')}--b--\r\n`,
    `${part('id', 'b&c')}${part('size', '1')}--b--\r\n`,
  ],
];

function requestOf(mediaType: string, text: string, value: Json): HttpRequest {
  const headers: HttpRequest['headers'] = [['content-type', mediaType]];
  return { method: 'POST', path: '/tags', query: '', headers, body: { kind: 'parsed', mediaType, value, text } };
}

test.each(FORMS)('in %s, a new value is in the text and in the value', (mediaType, before, after) => {
  const { body } = withValue(requestOf(mediaType, before, BEFORE), AFTER);
  expect(body).toEqual({ kind: 'parsed', mediaType, value: AFTER, text: after });
});

test.each(FORMS.slice(1))('in %s, a value that the text does not have stays as it was sent', (mediaType, before) => {
  const { body } = withValue(requestOf(mediaType, before, BEFORE), { ...BEFORE, file: { name: 'x' } });
  expect(body).toEqual({ kind: 'parsed', mediaType, value: BEFORE, text: before });
});
