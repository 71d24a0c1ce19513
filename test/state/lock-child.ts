/** Locks a file, says so, and keeps the lock until it is killed. Argument: path. */
import { lockFile } from '../../src/state/index.ts';

await lockFile(process.argv[2] ?? '');
process.stdout.write('locked\n');
setInterval(() => undefined, 60_000);
