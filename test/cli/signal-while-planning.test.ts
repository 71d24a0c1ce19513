import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pc from 'picocolors';
import { afterAll, expect, test } from 'vitest';
import { run } from '../../src/cli/check-run.ts';
import type { Terminal } from '../../src/cli/terminal.ts';

const folder = mkdtempSync(join(tmpdir(), 'standin-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const silent: Terminal = {
  out: () => {},
  err: () => {},
  colours: pc.createColors(false),
  interactive: false,
  safe: (text) => text,
};

test('a signal while the document is read still gives the report that was asked for', async () => {
  const document = join(folder, 'api.yaml');
  writeFileSync(
    document,
    'openapi: 3.1.0\ninfo: { title: Days, version: "1" }\npaths: { /days: { get: { responses: { "200": { description: ok } } } } }\n',
  );
  const report = join(folder, 'report.json');
  let asked = 0;
  const target = async (): Promise<Response> => {
    asked += 1;
    return new Response('');
  };
  const choose = async () => {
    setImmediate(() => process.emit('SIGINT', 'SIGINT'));
    return { document, target };
  };
  expect(await run(choose, { report: [`json=${report}`] }, silent)).toBe(130);
  expect(asked).toBe(0);
  const last = readFileSync(report, 'utf8').trim().split('\n').at(-1) ?? '';
  expect(JSON.parse(last)).toMatchObject({ type: 'run-finished', summary: { interrupted: 'SIGINT', exitStatus: 130 } });
});
