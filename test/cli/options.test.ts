import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { checkCommand } from '../../src/cli/commands/check.ts';
import { diffCommand } from '../../src/cli/commands/diff.ts';
import { gateCommand } from '../../src/cli/commands/gate.ts';
import { mockCommand } from '../../src/cli/commands/mock.ts';
import { findConfig } from '../../src/cli/config.ts';
import { createTerminal } from '../../src/cli/terminal.ts';
import { CHECK_OPTIONS, DIFF_OPTIONS, GATE_OPTIONS, MOCK_OPTIONS, type OptionFact } from '../../src/library/index.ts';
import { configSchema, optionsPage } from './option-files.ts';

const terminal = createTerminal();
const TABLES = [
  ['mock', MOCK_OPTIONS, mockCommand(terminal)],
  ['check', CHECK_OPTIONS, checkCommand(terminal)],
  ['diff', DIFF_OPTIONS, diffCommand(terminal)],
  ['gate', GATE_OPTIONS, gateCommand(terminal)],
] as const;

/** A value that an option takes in a config file. */
function sampleOf(name: string, { value, repeatable }: OptionFact): unknown {
  const forms: Readonly<Record<string, unknown>> = {
    now: '2027-07-02',
    delay: '100..400',
    rateLimit: '60/m',
    base: '/api',
    controlPrefix: '/_own',
    publicUrl: 'http://localhost:1',
    state: 'memory',
    shard: '1/2',
    failOn: 'warning',
    minCoverage: 'operations=10',
    since: '30d',
  };
  const one =
    value.kind === 'switch'
      ? true
      : value.kind === 'whole'
        ? 5
        : value.kind === 'word'
          ? value.words[0]
          : (forms[name] ?? 'x');
  return repeatable === true ? [one] : one;
}

const inFile = (table: Readonly<Record<string, OptionFact>>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(table)
      .filter(([, { inConfig }]) => inConfig !== false)
      .map(([name, fact]) => [name, sampleOf(name, fact)]),
  );

describe('the table of options', () => {
  it.each(TABLES)('gives standin %s every flag that it has, with its heading, in 80 columns', (_, table, command) => {
    const flags = command.options.filter(({ hidden }) => !hidden).map((option) => option.flags);
    expect(flags.toSorted()).toEqual(
      Object.values(table)
        .flatMap(({ flag }) => flag ?? [])
        .toSorted(),
    );
    let help = '';
    command.configureOutput({ writeOut: (text) => (help += text), getOutHelpWidth: () => 80 }).outputHelp();
    for (const { group } of Object.values(table)) if (group !== 'Input:') expect(help).toContain(`\n${group}\n`);
    expect(help.split('\n').filter((line) => line.length > 80)).toEqual([]);
    expect(help.match(/^ {2}standin .*$/gm)?.length).toBe(3);
    expect(help).toContain('\nExit status:\n  0 ');
  });

  it('is what a config file takes, and what its schema accepts', async () => {
    const whole = {
      $schema: './config.schema.json',
      ...inFile(MOCK_OPTIONS),
      check: inFile(CHECK_OPTIONS),
      diff: inFile(DIFF_OPTIONS),
      gate: inFile(GATE_OPTIONS),
    };
    const file = join(mkdtempSync(join(tmpdir(), 'standin-config-')), 'standin.config.json');
    writeFileSync(file, JSON.stringify(whole));
    expect((await findConfig(file))?.config).toEqual(whole);
    const valid = new Ajv({ strict: false }).compile(JSON.parse(configSchema()));
    expect(valid(whole), JSON.stringify(valid.errors)).toBe(true);
    expect(valid({ prot: 4010 })).toBe(false);
    expect(valid({ port: 70_000 })).toBe(false);
    expect(valid({ check: { phase: 'lifecylce' } })).toBe(false);
  });

  it('makes config.schema.json and docs/reference/options.md (vitest -u writes them)', async () => {
    await expect(configSchema()).toMatchFileSnapshot('../../config.schema.json');
    await expect(optionsPage()).toMatchFileSnapshot('../../docs/reference/options.md');
  });
});
