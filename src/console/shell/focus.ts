import type { ConsoleApp } from '../client/app.ts';
import { hashOf, type PageRoute } from '../model/route.ts';

/** Closes the opened item and returns to its list. */
export function goBack({ route }: ConsoleApp): void {
  const { page, parts, query } = route.peek();
  const above = aboveOf(route.peek());
  if (above !== parts.length) location.hash = hashOf(page, parts.slice(0, above), query);
}

/** The number of address parts that remain after going back. */
function aboveOf({ page, parts }: PageRoute): number {
  return page === 'data' ? Math.min(1, Math.max(0, parts.length - 1)) : 0;
}

/** Moves the focus to an opened item, and back to its row when the item is closed. */
export function followFocus({ route }: ConsoleApp, view: Window): void {
  let before = route.peek();
  let hash = view.location.hash;
  route.subscribe((now) => {
    const [from, left] = [before, hash];
    before = now;
    hash = view.location.hash;
    if (now === from) return;
    const isDeeper = now.parts.length > from.parts.length || now.page !== from.page || isOther(now, from);
    const held = view.document.activeElement;
    view.requestAnimationFrame(() =>
      view.setTimeout(() => {
        const { activeElement, body } = view.document;
        // A focus that the user moved meanwhile is kept.
        if (activeElement === held || activeElement === body) focusOn(view.document, isDeeper ? undefined : left);
      }, 30),
    );
  });
}

const isOther = (now: PageRoute, from: PageRoute): boolean =>
  now.parts.length === from.parts.length && now.parts.some((part, at) => part !== from.parts[at]);

function focusOn(document: Document, left: string | undefined): void {
  const row = left === undefined ? undefined : [...document.querySelectorAll('a')].find((each) => each.hash === left);
  const main = document.querySelector<HTMLElement>('main .detail h2') ?? document.querySelector<HTMLElement>('main h1');
  const isSearching = document.activeElement?.closest('.toolbar') !== null && document.activeElement !== document.body;
  if (row !== undefined) row.focus();
  else if (!isSearching) main?.focus({ preventScroll: true });
}
