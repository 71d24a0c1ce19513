import { html, proseParts, visibleLines } from './escape.ts';

/** HTML that is safe to insert into a page. Only `markup` creates it. */
export interface Markup {
  readonly html: string;
}

type Part = string | number | Markup | readonly Markup[];

/**
 * A template tag that escapes its values, so that no value can add an element, an attribute or a script.
 * Other markup is inserted as it is.
 */
export function markup(strings: TemplateStringsArray, ...values: readonly Part[]): Markup {
  let result = strings[0] ?? '';
  for (const [at, value] of values.entries()) result += renderPart(value) + (strings[at + 1] ?? '');
  return { html: result };
}

export const EMPTY_MARKUP: Markup = { html: '' };

/** Renders a value; empty for `undefined`, `''` and `false`. */
export function markupIf<T>(value: T | undefined | '' | false, render: (value: T) => Markup): Markup {
  return value === undefined || value === '' || value === false ? EMPTY_MARKUP : render(value);
}

function renderPart(value: Part): string {
  if (typeof value === 'string') return html(value);
  if (typeof value === 'number') return String(value);
  return isList(value) ? value.map((one) => one.html).join('') : value.html;
}

function isList(value: Markup | readonly Markup[]): value is readonly Markup[] {
  return Array.isArray(value);
}

/**
 * Escapes a long string for element content such as `pre`. Quotes are kept, so it is not safe in
 * attributes.
 */
export function content(text: string): Markup {
  return { html: visibleLines(text).replace(/[&<>]/g, (character) => `&#${character.charCodeAt(0)};`) };
}

/** A sentence whose parts between backticks are shown as code. */
export function prose(text: string): Markup {
  return {
    html: proseParts(text)
      .map((part) => (part.code ? `<code>${html(part.text)}</code>` : html(part.text)))
      .join(''),
  };
}
