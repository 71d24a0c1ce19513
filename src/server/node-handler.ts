import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ServedApp } from './app.ts';
import { listenerFor, loadAdapter } from './node-adapter.ts';

/** Answers one request of a server of `node:http`: its `IncomingMessage` and its `ServerResponse`, named so that a project without the types of Node can read this. */
export type RequestHandler = (incoming: object, outgoing: object) => Promise<void>;

/** Answers the requests of another server of Node, with the rules of the mock's own sockets. */
export function createRequestHandler(app: ServedApp, onDefect: (error: unknown) => void): RequestHandler {
  let listener: Promise<ReturnType<typeof listenerFor>> | undefined;
  return async (incoming, outgoing) => {
    listener ??= loadAdapter().then((adapter) => listenerFor(app, onDefect, adapter));
    await (await listener)(incoming as IncomingMessage, outgoing as ServerResponse);
  };
}
