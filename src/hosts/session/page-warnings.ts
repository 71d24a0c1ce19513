import type { StandinMock } from '../../library/index.ts';
import type { ReloadServer } from './live-reload.ts';

/** The module that prints to the console of a page that Vite serves. */
export const PAGE_CONSOLE = 'virtual:standin-console';

const EVENT = 'standin:violations';

/** Its code: Vite replaces `import.meta.hot` in every module of a dev server. */
export const pageConsole: string = `const { warn } = console;\nimport.meta.hot?.on('${EVENT}', ({ text }) => warn(text));`;

/** Sends what is wrong with a request to the pages of the dev server. A preview has no connection to its pages. */
export function tellPages({ ws }: ReloadServer, mock: StandinMock): void {
  if (ws === undefined) return;
  mock.subscribe(({ method, path, status, violations }) => {
    if (violations.length === 0) return;
    const lines = violations.map(({ pointer, message, rule }) => {
      const at = rule === undefined ? undefined : mock.api.lineOf(rule);
      return `  ${pointer}: ${message}${at === undefined ? '' : ` (${at.file}:${at.line}:${at.column})`}`;
    });
    const text = [`standin: ${method} ${path} → ${status} breaks the document:`, ...lines].join('\n');
    ws.send({ type: 'custom', event: EVENT, data: { text } });
  });
}
