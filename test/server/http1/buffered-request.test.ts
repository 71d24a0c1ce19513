import { createServer, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, test } from 'vitest';
import { BufferedRequest } from '../../../src/server/http1/buffered-request.ts';
import { exchange } from '../../system/raw.ts';

const open: Server[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((server) => new Promise((resolve) => server.close(resolve))));
});

/** What the platform says of a request of its own. */
interface Inside {
  readonly _dumped: boolean;
  readonly readableFlowing: boolean | null;
}

/** Serves what `answer` says, when `inbox` lets it. */
async function served(
  answer: (request: BufferedRequest, outgoing: ServerResponse) => void,
  inbox = (answering: () => void) => answering(),
) {
  const seen: BufferedRequest[] = [];
  const server = createServer({ IncomingMessage: BufferedRequest }, (incoming: BufferedRequest, outgoing) => {
    seen.push(incoming);
    incoming.whenBuffered(10, inbox, () => answer(incoming, outgoing));
  });
  open.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { seen, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

function request(method: string, content?: string, ...lines: readonly string[]): string {
  const length = content === undefined ? [] : [`Content-Length: ${content.length}`];
  return [`${method} / HTTP/1.1`, 'Host: localhost', ...length, ...lines, '', content ?? ''].join('\r\n');
}
const LAST = 'Connection: close';

function read({ rawBody }: BufferedRequest, outgoing: ServerResponse): void {
  outgoing.end(rawBody === undefined ? 'unread' : `read ${rawBody.toString()}`);
}

describe('a request', () => {
  test.each([
    ['GET', undefined, 'unread'],
    ['POST', undefined, 'unread'],
    ['POST', '', 'unread'],
    ['POST', 'ten bytes!', 'read ten bytes!'],
    ['POST', 'eleven byte', 'unread'],
    ['GET', 'ten bytes!', 'unread'],
  ])('%s with %j is answered with its body %s', async (method, content, told) => {
    const { url } = await served(read);
    expect(await exchange(url, request(method, content, LAST))).toContain(`\r\n${told}`);
  });

  test('that comes in pieces is read whole', async () => {
    const { url } = await served(read);
    const { hostname, port } = new URL(url);
    const socket = connect({ host: hostname, port: Number(port) });
    const answer = text(socket);
    const whole = request('POST', 'ten bytes!', LAST);
    for (const piece of [whole.slice(0, -7), whole.slice(-7, -3), whole.slice(-3)]) {
      socket.write(piece);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    expect(await answer).toContain('read ten bytes!');
  });

  test('that is not read to its end is not drained, and the next one on its connection is answered', async () => {
    const { seen, url } = await served((incoming, outgoing) => {
      incoming.leaveUnread();
      read(incoming, outgoing);
    });
    const answers = await exchange(url, request('POST', 'one') + request('GET') + request('POST', 'three', LAST));
    expect(answers.match(/read [a-z]+|unread/g)).toEqual(['read one', 'unread', 'read three']);
    for (const inside of seen as unknown as Inside[])
      expect([inside._dumped, inside.readableFlowing]).toEqual([false, null]);
  });

  test('of unknown length is not collected', async () => {
    const { url } = await served(read);
    const chunked = [
      'POST / HTTP/1.1',
      'Host: localhost',
      'Transfer-Encoding: chunked',
      LAST,
      '',
      '3',
      'two',
      '0',
      '',
      '',
    ];
    expect(await exchange(url, chunked.join('\r\n'))).toContain('\r\nunread');
  });

  test('that waits in the batch ends for those who wait for its end, and before it is answered', async () => {
    const { url } = await served(
      (incoming, outgoing) => incoming.on('end', () => read(incoming, outgoing)),
      (answering) => setTimeout(answering, 5),
    );
    const answers = await exchange(url, request('GET') + request('POST', 'two') + request('DELETE', undefined, LAST));
    expect(answers.match(/read [a-z]+|unread/g)).toEqual(['unread', 'read two', 'unread']);
  });

  test('with more than is read can be read as a stream', async () => {
    const { url } = await served((incoming, outgoing) => incoming.pipe(outgoing));
    expect(await exchange(url, request('POST', 'eleven byte', LAST))).toContain('eleven byte');
  });
});
