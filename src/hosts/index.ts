/**
 * hosts: connects a mock with front ends and their test runners. Sees library. Each file outside the folder
 * `session` is an entry of the package (`standin/msw`, `standin/vite`); all behaviour is the mock's.
 *
 * Layers: session.
 * - session: one test and its world, shared by all test runners.
 */
export { toNodeHandler } from './node.ts';
