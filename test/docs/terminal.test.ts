import { describe, expect, it } from 'vitest';
import { pageText } from './page.ts';
import { terminalLines } from './terminal.ts';
import { terminalSvg } from './terminal-svg.ts';

describe.skipIf(process.platform === 'win32')('the picture of the README', () => {
  it('shows what the commands print (vitest -u draws it again)', async () => {
    const [, title = ''] = /!\[(.+)\]\(docs\/terminal\.svg\)/.exec(pageText('README.md')) ?? [];
    const lines = await terminalLines();
    expect(lines.length).toBeGreaterThan(15);
    await expect(terminalSvg(lines, title)).toMatchFileSnapshot('../../docs/terminal.svg');
  });
});
