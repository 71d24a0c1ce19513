import { connect } from 'node:net';

/** Sends exactly these bytes and gives what came back, as Latin-1 text, until the server closes or falls silent. */
export function exchange(url: string, bytes: string | Uint8Array, silence = 5_000): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    let answer = '';
    const socket = connect({ host: hostname, port: Number(port) });
    const done = (): void => {
      socket.destroy();
      resolve(answer);
    };
    socket.setTimeout(silence, done);
    socket.on('data', (chunk) => {
      answer += chunk.toString('latin1');
    });
    socket.on('error', done);
    socket.on('close', done);
    socket.write(typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes);
  });
}

/** The status of the first answer; 0 where the connection ended without one. */
export function statusOf(answer: string): number {
  return Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? 0);
}
