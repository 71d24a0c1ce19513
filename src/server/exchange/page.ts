import { createHash } from 'node:crypto';
import type { Mock } from '../../mock/index.ts';

const STYLE = `
:root{color-scheme:light dark;--line:#8883;--soft:light-dark(#595959,#b0b0b0)}
body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2.5rem auto;padding:0 1rem}
h1{font-size:1.5rem;margin:0}p{color:var(--soft);margin:.25rem 0 1.5rem}
table{border-collapse:collapse;width:100%}td{padding:.4rem .75rem .4rem 0;border-top:1px solid var(--line);vertical-align:top}
code{font:14px/1.5 ui-monospace,monospace}.m{font-weight:600}.get{color:#2a7d4f}.post{color:#2563c9}.put,.patch{color:#a15c00}.delete{color:#c02f3b}
.mark{font-size:.8rem;border:1px solid var(--line);border-radius:1rem;padding:0 .5rem;color:var(--soft)}a{color:inherit}
@media (max-width:40rem){tr{display:grid;grid-template-columns:5rem 1fr;border-top:1px solid var(--line)}td{border:0;overflow-wrap:anywhere}td:last-child{grid-column:2;padding-top:0}}
`;

/** Fields of the page. Nothing but its own style is used, no page shows it in a frame, and no link tells where it came from. */
export function pageFields(): Readonly<Record<string, string>> {
  const style = createHash('sha256').update(STYLE).digest('base64');
  return {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': `default-src 'none'; style-src 'sha256-${style}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
  };
}

/** A small page that lists the operations of a document. Self-contained: no script, nothing fetched. */
export function operationsPage(api: Mock['api'], controlPrefix: string): string {
  const rows = api.operations
    .map((operation) => {
      const marks = [operation.lifecycle.deprecated ? 'deprecated' : '', operation.lifecycle.stability ?? ''].filter(
        (mark) => mark !== '',
      );
      const link =
        operation.method === 'GET' && !operation.path.includes('{')
          ? `<a href="${inert(operation.path)}">${inert(operation.path)}</a>`
          : inert(operation.path);
      return `<tr><td><code class="m ${inert(operation.method.toLowerCase())}">${inert(operation.method)}</code></td><td><code>${link}</code></td><td>${inert(operation.summary ?? operation.id)}${marks.map((mark) => ` <span class="mark">${inert(mark)}</span>`).join('')}</td></tr>`;
    })
    .join('\n');
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${inert(api.title)} — standin</title>
<style>${STYLE}</style></head><body>
<h1>${inert(api.title)} <small>${inert(api.version)}</small></h1>
<p>A stand-in for this API. ${api.operations.length} operations. Model: <a href="${inert(controlPrefix)}/model">${inert(controlPrefix)}/model</a></p>
<table><tbody>
${rows}
</tbody></table></body></html>
`;
}

function inert(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
