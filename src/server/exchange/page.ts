import { type Markup, markup, markupIf, pagePolicy, STYLE } from '../../look/index.ts';
import type { Mock } from '../../mock/index.ts';

type Operation = Mock['api']['operations'][number];

/** Fields of the page. Only its own style is used, no page can embed it, and links send no referrer. */
export function pageFields(): Readonly<Record<string, string>> {
  return {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': `${pagePolicy(STYLE)}; frame-ancestors 'none'`,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
  };
}

/**
 * A small page with the operations of a document and a link to the console. It has no script and fetches
 * nothing.
 */
export function operationsPage(api: Mock['api'], controlPrefix: string): string {
  const count = api.operations.length;
  const style: Markup = { html: STYLE };
  return markup`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${api.title} — standin</title>
<style>${style}</style></head><body>
<header class="wide"><h1>${api.title} <small class="muted">${api.version}</small></h1>
<p class="muted">A stand-in for this API. ${count} ${count === 1 ? 'operation' : 'operations'}.</p>
<p class="actions"><a class="button primary" href=".${controlPrefix}/">Open the console</a> <a class="button" href=".${controlPrefix}/model">Model</a></p></header>
<main class="wide"><table><tbody>
${api.operations.map(operationRow)}</tbody></table></main></body></html>
`.html;
}

function operationRow({ id, method, path, summary, lifecycle }: Operation): Markup {
  const marks = [lifecycle.deprecated ? 'deprecated' : '', lifecycle.stability ?? ''];
  const isOpen = method === 'GET' && !path.includes('{');
  const shown = isOpen ? markup`<a href="${path}">${path}</a>` : markup`${path}`;
  return markup`<tr><td><code class="method">${method}</code></td><td><code>${shown}</code></td><td>${summary ?? id}${marks.map(
    (mark) => markupIf(mark, (word) => markup` <span class="tag">${word}</span>`),
  )}</td></tr>
`;
}
