/**
 * look: what pages look like: colours, type, tables, tags, and the ways to put text from outside into them.
 * Sees nothing. A page takes `STYLE`, adds its own rules, and writes everything from outside through `markup`.
 */
export { html, proseParts, visible, visibleLines } from './escape.ts';
export { content, EMPTY_MARKUP, type Markup, markup, prose, when } from './markup.ts';
export { pagePolicy } from './policy.ts';
export { BASE_STYLE, STYLE } from './style.ts';
