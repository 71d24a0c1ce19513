import { spawn } from 'node:child_process';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import type { JsonObject } from '../../src/core/index.ts';
import type { World } from '../../src/state/index.ts';

/** How often a writer is killed; more with the variable, for a night's run. */
export const ROUNDS = Number(process.env['STANDIN_CRASH_ROUNDS'] ?? 3);

const child = fileURLToPath(new URL('./crash-child.ts', import.meta.url));

/** Lets a process write to `path`, kills it so many milliseconds after its first word, and gives the last id that it told of. */
export function writeUntilKilled(engine: 'sqlite' | 'file', path: string, after: number): Promise<number> {
  const modules = process.env['STANDIN_TEST_MODULES'];
  const args = ['--import', 'jiti/register', child, engine, path, ...(modules === undefined ? [] : [modules])];
  const writer = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'], cwd: dirname(child) });
  let said = '';
  let complaint = '';
  writer.stderr.on('data', (bytes: Buffer) => {
    complaint += bytes;
  });
  writer.stdout.on('data', (bytes: Buffer) => {
    if (said === '') setTimeout(() => writer.kill('SIGKILL'), after);
    said += bytes;
  });
  return new Promise((resolve, reject) => {
    writer.on('close', (_, signal) => {
      if (signal !== 'SIGKILL') reject(new Error(`The writer ended by itself: ${complaint}`));
      else resolve(Number(said.slice(0, said.lastIndexOf('\n')).split('\n').at(-1)));
    });
  });
}

/** Everything that was told of is there, nothing is torn, and nothing is there that was not written. */
export async function expectWhole(world: World, told: number): Promise<void> {
  const { entities } = await world.read((tx) => tx.collection('pets').query({}));
  const ids = entities.map(({ value }) => (value as JsonObject)['id']);
  expect(ids.length).toBeGreaterThanOrEqual(told);
  expect(ids).toEqual(ids.map((_, at) => at + 1));
  expect(await world.read((tx) => tx.record('last'))).toBe(ids.length);
  for (const { value } of entities) {
    const { id, text } = value as { id: number; text: string };
    expect(text.length).toBe(id % 1_000);
  }
}
