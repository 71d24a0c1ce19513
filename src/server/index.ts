/**
 * server: carries a mock's answers over HTTP, and the control routes. Sees core, wire, spec, mock and journal. Owns hono and @hono/node-server.
 *
 * layers: exchange < control < http1
 * - exchange: one request and its answer: translation, CORS, limits, the page at `/`.
 * - control: the control routes and their document.
 * - http1: the fast path over HTTP/1.1 sockets.
 *
 * To add a control route, add it to `control/routes.ts` and describe it in `control/document.ts`; a test compares the two.
 */
export { createApp, type ServerEnv, type SocketBindings } from './app.ts';
export { overrideFrom } from './control/override-input.ts';
export { createConsoleFiles } from './exchange/console-page.ts';
export { type Listening, type ListenOptions, listen, systemChance, systemNow, systemReport } from './listen.ts';
export { createRequestHandler, type RequestHandler } from './node-handler.ts';
