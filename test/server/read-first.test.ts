import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, test } from 'vitest';
import { ReadFirst } from '../../src/server/read-first.ts';
import { exchange } from '../system/raw.ts';

const open: Server[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((server) => new Promise((resolve) => server.close(resolve))));
});

/** What the platform says of a request of its own. */
interface Inside {
  readonly _dumped: boolean;
  readonly readableFlowing: boolean | null;
}

/** Serves with requests that are answered when `letGo` is called, and by `answer`. */
async function served(answer: (request: ReadFirst) => string, inbox = (answering: () => void) => answering()) {
  const seen: ReadFirst[] = [];
  const server = createServer({ IncomingMessage: ReadFirst }, (incoming: ReadFirst, outgoing) => {
    seen.push(incoming);
    incoming.whenRead(10, inbox, () => outgoing.end(answer(incoming)));
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

function read({ rawBody }: ReadFirst): string {
  return rawBody === undefined ? 'unread' : `read ${rawBody.toString()}`;
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

  test('that nobody reads on is not drained, and the next one on its connection is answered', async () => {
    const { seen, url } = await served((incoming) => {
      incoming.leaveUnread();
      return read(incoming);
    });
    const answers = await exchange(url, request('POST', 'one') + request('GET') + request('POST', 'three', LAST));
    expect(answers.match(/read [a-z]+|unread/g)).toEqual(['read one', 'unread', 'read three']);
    for (const inside of seen as unknown as Inside[])
      expect([inside._dumped, inside.readableFlowing]).toEqual([false, null]);
  });

  test('that waits in the inbox is given to whoever reads it as a stream, to its end', async () => {
    const waiting: (() => void)[] = [];
    const ended: string[] = [];
    const { url } = await served(
      (incoming) => {
        incoming.on('end', () => ended.push(read(incoming)));
        return 'ok';
      },
      (answering) => {
        waiting.push(answering);
        setTimeout(() => waiting.shift()?.(), 5);
      },
    );
    const answers = await exchange(url, request('GET') + request('POST', 'two') + request('POST', 'eleven byte', LAST));
    expect(answers.match(/ok/g)).toHaveLength(3);
    expect(ended).toEqual(['unread', 'read two', 'unread']);
  });
});
