import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { compileLess, growSlowly } from '../../src/cli/engine.ts';

/** The flags that are set for an engine. */
function flagsFor(engine: string): readonly string[] {
  const flags: string[] = [];
  for (const limit of [compileLess, growSlowly]) limit(engine, (flag) => flags.push(flag));
  return flags;
}

describe('A command that ends soon', () => {
  it.each(['12.4.254.21-node.33', '13.6.233.17-node.41', '111.0'])('leaves the engine %s as it is', (engine) => {
    expect(flagsFor(engine)).toEqual([]);
  });

  it('has the engine of Node 20 compile less and its heap grow slowly, by flags that every engine since then knows', () => {
    const flags = flagsFor('11.3.244.8-node.33');
    expect(flags).toHaveLength(2);
    const { status, stdout, stderr } = spawnSync(process.execPath, [...flags, '--eval', 'console.log(1)'], {
      encoding: 'utf8',
    });
    expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: '1\n', stderr: '' });
  });
});
