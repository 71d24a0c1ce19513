/** library: the public door, wired. Sees every room but the command line. */
export { defineMocks } from './define.ts';
