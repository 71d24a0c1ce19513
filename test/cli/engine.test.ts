import { spawnSync } from 'node:child_process';
import { setFlagsFromString } from 'node:v8';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { compileLess } from '../../src/cli/engine.ts';

vi.mock('node:v8', () => ({ setFlagsFromString: vi.fn() }));

const asked = vi.mocked(setFlagsFromString);

describe('A command that ends soon', () => {
  beforeEach(() => {
    asked.mockClear();
  });

  it.each(['12.4.254.21-node.33', '13.6.233.17-node.41', '111.0'])('leaves the engine %s as it is', (engine) => {
    compileLess(engine);
    expect(asked).not.toHaveBeenCalled();
  });

  it('has the engine of Node 20 compile less, by a flag that every engine since then knows', () => {
    compileLess('11.3.244.8-node.33');
    const [[flag = ''] = []] = asked.mock.calls;
    const { status, stdout, stderr } = spawnSync(process.execPath, [flag, '--eval', 'console.log(1)'], {
      encoding: 'utf8',
    });
    expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: '1\n', stderr: '' });
  });
});
