import { execSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { curlOf } from '../../../src/contract/recording/curl.ts';
import { createRedactor } from '../../../src/contract/transport/redactor.ts';
import type { HttpRequest } from '../../../src/core/index.ts';

const TEXT = '--b\r\nContent-Disposition: form-data; name="it\'s"; filename="100%.txt"\r\n\r\na\\b\t1\r\n--b--\r\n';

test('a form with a file can be read in the command, and a shell sends its very bytes', () => {
  const bytes = Buffer.concat([Buffer.from(TEXT), Buffer.from([0x00, 0xff, 0x31])]);
  const mediaType = 'multipart/form-data; boundary=b';
  const request: HttpRequest = {
    method: 'POST',
    path: '/files',
    query: '',
    headers: [['content-type', mediaType]],
    body: { kind: 'bytes', mediaType, bytes },
  };
  const command = curlOf(request, 'http://127.0.0.1:1/files', createRedactor([]));
  expect(command).toContain('b\\r\\nContent-Disposition: form-data; name="it');
  const [printing = ''] = command.split(' | ');
  expect([...execSync(printing)]).toEqual([...bytes]);
});
