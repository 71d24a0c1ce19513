/**
 * server: carries a mock's answers over HTTP, and the control routes. Sees core, wire, mock and journal. Owns hono and @hono/node-server.
 * To add a control route, add it to `control/routes.ts` and describe it in `control/document.ts`; a test holds the two together.
 */
export { createApp, type ServerEnv, type SocketBindings } from './app.ts';
export { type Listening, type ListenOptions, listen, systemChance, systemNow } from './listen.ts';
