import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { load } from 'js-yaml';
import { describe, expect, it } from 'vitest';
import { findConfig } from '../../src/cli/config.ts';
import { filesFor, PIPELINES } from '../../src/cli/init/files.ts';
import { writeProject } from '../../src/cli/init/write-project.ts';
import { finish } from '../system/command.ts';

const ANSWERS = { document: 'api/openapi.yaml', target: 'http://127.0.0.1:3000', pipeline: 'github' } as const;

function project(): string {
  const folder = mkdtempSync(join(tmpdir(), 'standin-init-'));
  mkdirSync(join(folder, 'api'));
  mkdirSync(join(folder, 'node_modules'));
  writeFileSync(join(folder, 'node_modules/other.json'), '{"openapi":"3.1.0"}');
  writeFileSync(join(folder, 'tsconfig.json'), '{}');
  writeFileSync(join(folder, 'api/openapi.yaml'), 'openapi: 3.1.0\ninfo: { title: A, version: "1" }\npaths: {}\n');
  writeFileSync(join(folder, 'package.json'), '{\n\t"name": "x",\n\t"scripts": { "mock": "own" }\n}\n');
  return folder;
}

const read = (folder: string, path: string): string => readFileSync(join(folder, path), 'utf8');

describe('standin init', () => {
  it('--yes finds the document, writes a config that is read, scripts and a pipeline, and keeps what exists', async () => {
    const folder = project();
    const first = await finish(['init', '--yes'], folder);
    expect(first.status, first.err).toBe(0);
    expect((await findConfig(join(folder, 'standin.config.yaml')))?.config).toEqual({
      document: 'api/openapi.yaml',
      check: { target: 'http://127.0.0.1:3000' },
    });
    const manifest = read(folder, 'package.json');
    expect(JSON.parse(manifest).scripts).toEqual({ mock: 'own', 'check:api': 'standin check' });
    expect(manifest).toContain('\n\t"name"');
    expect(first.out).toContain('kept     the script mock');
    writeFileSync(join(folder, 'standin.config.yaml'), 'document: mine.yaml\n');
    const again = await finish(['init', '--yes'], folder);
    expect(again.out).toContain('kept     standin.config.yaml');
    expect(read(folder, 'standin.config.yaml')).toBe('document: mine.yaml\n');
  });

  it('overwrites a file only if that is allowed', async () => {
    const folder = project();
    writeFileSync(join(folder, 'standin.config.yaml'), 'document: mine.yaml\n');
    const asked: string[] = [];
    const told = await writeProject(folder, ANSWERS, async (path) => asked.push(path) > 0);
    expect(asked).toEqual(['standin.config.yaml']);
    expect(told).toContain('written  standin.config.yaml');
    expect(read(folder, 'standin.config.yaml')).toContain('api/openapi.yaml');
  });

  it('says what is missing: a document, a terminal', async () => {
    const empty = await finish(['init', '--yes'], mkdtempSync(join(tmpdir(), 'standin-init-')));
    expect([empty.status, empty.err]).toEqual([2, expect.stringContaining('no OpenAPI document')]);
    const silent = await finish(['init'], project());
    expect([silent.status, silent.err]).toEqual([2, expect.stringContaining('standin init --yes')]);
  });

  it.each(PIPELINES)('writes YAML for the pipeline %s, with --wait', (pipeline) => {
    const files = filesFor({ ...ANSWERS, pipeline });
    for (const { path, text } of files) expect(load(text), path).toBeTypeOf('object');
    expect(files.length).toBe(pipeline === 'none' ? 1 : 2);
    if (pipeline !== 'none') expect(files[1]?.text).toContain('npx standin check --wait');
  });
});
