import { writeSync } from 'node:fs';

/** Preloaded into a command: tells on its fourth channel, when it ends, how many microseconds of CPU it took. */
process.on('exit', () => {
  const { user, system } = process.cpuUsage();
  writeSync(3, String(user + system));
});
