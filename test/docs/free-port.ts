import { type AddressInfo, createServer } from 'node:net';

/** A port that is free now, for a command that must be told one. */
export function freePort(): Promise<string> {
  return new Promise((done) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => done(String(port)));
    });
  });
}
