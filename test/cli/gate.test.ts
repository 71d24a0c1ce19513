import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { folder } from '../system/folder.ts';
import { BATCH_PACT, SHOP } from '../usage/shop.ts';

const MAIN = join(import.meta.dirname, '../../dist/src/cli/main.js');

interface Output {
  readonly status: number | null;
  readonly out: string;
  readonly err: string;
}

function standin(cwd: string, ...args: readonly string[]): Output {
  const env = { ...process.env, GITHUB_ACTIONS: '', NO_COLOR: '1' };
  const { status, stdout, stderr } = spawnSync(process.execPath, [MAIN, ...args], { cwd, env, encoding: 'utf8' });
  return { status, out: stdout, err: stderr };
}

it('a file of uses is counted in whole words', async () => {
  const cwd = await folder({ 'api.yaml': SHOP, 'batch.json': BATCH_PACT });
  const { status, err } = standin(
    cwd,
    'uses',
    'pact=batch.json',
    '--document',
    'api.yaml',
    '--output',
    'batch.uses.json',
  );
  expect([status, err]).toEqual([0, 'batch.uses.json: 3 calls of 2 operations by 1 client\n']);
});

describe('the section `gate` of a config file', () => {
  let cwd: string;
  const config = { registry: 'facts', usage: ['pact=batch.json'], report: ['sarif=gate.sarif'] };
  const write = (gate: object): void => writeFileSync(join(cwd, 'standin.config.json'), JSON.stringify({ gate }));

  beforeAll(async () => {
    cwd = await folder({ 'api.yaml': SHOP, 'batch.json': BATCH_PACT });
    mkdirSync(join(cwd, 'below'));
    write(config);
  });

  it('names the folder that facts are written to and read from, with another one as the current folder', () => {
    const record = ['gate', 'record', 'document', 'orders@1.4.0'];
    expect(standin(cwd, ...record, 'api.yaml', '--registry', 'typed').out).toMatch(/^typed\//);
    expect(standin(cwd, ...record, 'api.yaml').out).toBe('facts/providers/orders/1.4.0/document.json\n');
    const below = ['--config', '../standin.config.json'];
    const production = standin(join(cwd, 'below'), 'gate', 'record', 'environment', 'production', ...below);
    expect(production.out).toBe('../facts/environments/production/_environment.json\n');
    const deployed = standin(cwd, 'gate', 'record', 'deployed', 'orders@1.4.0', '--to', 'production');
    expect(deployed.out).toBe('facts/environments/production/orders.json\n');
    const { status, out } = standin(cwd, 'gate', 'orders@1.4.0', '--to', 'production');
    expect([status, out]).toEqual([1, expect.stringContaining('no check of orders@1.4.0 is recorded')]);
    expect(readFileSync(join(cwd, 'gate.sarif'), 'utf8')).toContain('"facts/providers/orders/1.4.0/check.json"');
  });

  it('names the clients of a document, which an environment is not asked about', () => {
    const { status, out } = standin(cwd, 'gate', 'api.yaml');
    expect([status, out]).toEqual([0, expect.stringContaining('yes: exit 0')]);
  });

  it('is refused with the line of what is wrong, for the gate and for its facts', () => {
    writeFileSync(join(cwd, 'standin.config.json'), '{\n"gate": {\n"minCoverage": 101 } }');
    for (const args of [
      ['orders@1.4.0', '--to', 'production'],
      ['record', 'environment', 'staging'],
    ]) {
      const { status, err } = standin(cwd, 'gate', ...args);
      expect([status, err]).toEqual([
        2,
        expect.stringMatching(/standin\.config\.json:3: `gate\.minCoverage` is wrong/),
      ]);
    }
    write({ ...config, allowUnuse: true });
    expect(standin(cwd, 'gate', 'api.yaml').err).toContain('Did you mean `allowUnused`?');
    write(config);
  });
});
