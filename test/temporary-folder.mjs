import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

const VARIABLES = ['TMPDIR', 'TEMP', 'TMP'];
const PREFIX = `standin-tests-${process.pid}-`;

/**
 * One folder for the temporary files of a run. It is removed at the end, with whatever tests and their commands left in it.
 * Workers and commands inherit it from this process.
 */
export default function setup() {
  // Each project of a run asks for it: the first one makes it and removes it.
  if (basename(tmpdir()).startsWith(PREFIX)) return undefined;
  const before = VARIABLES.map((name) => [name, process.env[name]]);
  const folder = mkdtempSync(join(tmpdir(), PREFIX));
  for (const name of VARIABLES) process.env[name] = folder;
  return () => {
    for (const [name, value] of before)
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  };
}
