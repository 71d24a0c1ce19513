/**
 * look: the shared design of all pages: colours, type, tables, tags, and functions that insert external
 * text safely. Sees nothing. A page uses `STYLE`, adds its own rules, and inserts all external text through
 * `markup`.
 */
export { html, proseParts, visible, visibleLines } from './escape.ts';
export { content, EMPTY_MARKUP, type Markup, markup, markupIf, prose } from './markup.ts';
export { pagePolicy } from './policy.ts';
export { BASE_STYLE, STYLE } from './style.ts';
