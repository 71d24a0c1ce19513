import { html, proseParts, visibleLines } from './escape.ts';

/** HTML that is safe to put into a page: only `markup` makes it. */
export interface Markup {
  readonly html: string;
}

type Part = string | number | Markup | readonly Markup[];

/** A template whose values become text: no value can bring in an element, an attribute or a script. Only other markup goes in as it is. */
export function markup(strings: TemplateStringsArray, ...values: readonly Part[]): Markup {
  let result = strings[0] ?? '';
  for (const [at, value] of values.entries()) result += rendered(value) + (strings[at + 1] ?? '');
  return { html: result };
}

export const EMPTY_MARKUP: Markup = { html: '' };

/** Markup only where there is something to tell. */
export function when<T>(value: T | undefined | '' | false, render: (value: T) => Markup): Markup {
  return value === undefined || value === '' || value === false ? EMPTY_MARKUP : render(value);
}

function rendered(value: Part): string {
  if (typeof value === 'string') return html(value);
  if (typeof value === 'number') return String(value);
  return isList(value) ? value.map((one) => one.html).join('') : value.html;
}

function isList(value: Markup | readonly Markup[]): value is readonly Markup[] {
  return Array.isArray(value);
}

/** A long string between two tags, such as in `pre`: quotes stay as they are, which no attribute would bear. */
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
