import { expect, it } from 'vitest';
import { sentBody } from '../../../src/console/model/sent-body.ts';

const bytes = (text: string): Uint8Array => Uint8Array.from(text, (each) => each.charCodeAt(0));

it('content other than multipart is sent as it is typed', () => {
  expect(sentBody('{\n"a": "é"}', 'application/json')).toBe('{\n"a": "é"}');
  expect(sentBody('a=1\nb', '')).toBe('a=1\nb');
});

it('multipart content is sent byte by byte, with the line ends that an editor has dropped', () => {
  expect(sentBody('--b\r\n\x89PNG\n\x00\r\n--b--', 'multipart/form-data; boundary=b')).toEqual(
    bytes('--b\r\n\x89PNG\n\x00\r\n--b--'),
  );
  expect(sentBody('--b\n\na\n--b--', 'Multipart/mixed')).toEqual(bytes('--b\r\n\r\na\r\n--b--'));
  expect(sentBody('--b\n€', 'multipart/form-data')).toBe('--b\r\n€');
});
