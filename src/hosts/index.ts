/**
 * hosts: brings requests to a mock from where a front end and its tests run. Sees library.
 * Each file but the sub-room's is an entry of the package (`standin/msw`, `standin/vite`), and decides nothing that the mock does not decide.
 *
 * layers: session
 * - session: one test and its world, for every test runner alike.
 */
export { toNodeHandler } from './node.ts';
