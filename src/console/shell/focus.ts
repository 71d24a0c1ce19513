import type { ConsoleApp } from '../client/app.ts';
import { hashOf, type PageRoute } from '../model/route.ts';

/** Closes the opened item and returns to its list. */
export function goBack({ route }: ConsoleApp): void {
  const { page, segments, query } = route.peek();
  const above = aboveOf(route.peek());
  if (above !== segments.length) location.hash = hashOf(page, segments.slice(0, above), query);
}

/** The number of address segments that remain after going back. */
function aboveOf({ page, segments }: PageRoute): number {
  return page === 'data' ? Math.min(1, Math.max(0, segments.length - 1)) : 0;
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
    const isDeeper = now.segments.length > from.segments.length || now.page !== from.page || isOther(now, from);
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
  now.segments.length === from.segments.length && now.segments.some((segment, at) => segment !== from.segments[at]);

function focusOn(document: Document, left: string | undefined): void {
  const row = left === undefined ? undefined : [...document.querySelectorAll('a')].find((each) => each.hash === left);
  const main = document.querySelector<HTMLElement>('main .detail h2') ?? document.querySelector<HTMLElement>('main h1');
  const isSearching = document.activeElement?.closest('.toolbar') !== null && document.activeElement !== document.body;
  if (row !== undefined) row.focus();
  else if (!isSearching) main?.focus({ preventScroll: true });
}
