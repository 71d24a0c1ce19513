import type { ComponentChildren, JSX } from 'preact';
import { useContext, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { KeysContext } from '../client/keys-context.ts';
import { rowsInSight } from '../model/window.ts';

export interface TableColumn<T> {
  readonly head: ComponentChildren;
  readonly name: string;
  readonly cell: (item: T) => ComponentChildren;
  /** `wide` columns are hidden on a small screen. */
  readonly wide?: boolean;
}

interface LongTableProps<T> {
  readonly label: string;
  readonly items: readonly T[];
  readonly keyOf: (item: T) => string | number;
  readonly href: (item: T) => string;
  /** The first cell is the link of the row. */
  readonly columns: readonly TableColumn<T>[];
  readonly opened?: string | number | undefined;
  readonly empty: ComponentChildren;
}

const ROW = 36;

/** A table that renders only its visible rows. `j` and `k` move the focus from row to row. */
export function LongTable<T>({ label, items, keyOf, href, columns, opened, empty }: LongTableProps<T>): JSX.Element {
  const box = useRef<HTMLDivElement>(null);
  const [view, setView] = useState({ top: 0, height: 600 });
  const [cursor, setCursor] = useState<{ readonly key: string | number }>();
  const look = (): void => {
    const { scrollTop = 0, clientHeight = 600 } = box.current ?? {};
    setView({ top: scrollTop, height: clientHeight });
  };
  const indexOf = (key: string | number | undefined): number => items.findIndex((each) => keyOf(each) === key);
  useLayoutEffect(look, []);
  useListKeys((by) => {
    if (box.current === null || items.length === 0) return;
    const from = [focusedRow(box.current), indexOf(opened), indexOf(cursor?.key)].find((at) => at >= 0);
    const to = from === undefined ? 0 : Math.max(0, Math.min(items.length - 1, from + by));
    scrollToRow(box.current, to);
    look();
    setCursor({ key: keyOf(items[to] as T) });
  });
  // Before the next key arrives: Enter opens the row that the last key has reached.
  useLayoutEffect(() => {
    if (cursor === undefined) return;
    box.current?.querySelector<HTMLElement>(`tr[aria-rowindex="${indexOf(cursor.key) + 2}"] a`)?.focus();
  }, [cursor]);
  if (items.length === 0) return <div class="empty">{empty}</div>;
  const { first, end } = rowsInSight(items.length, ROW, view.top, view.height);
  return (
    <div class="rows" ref={box} onScroll={look} tabIndex={0} role="group" aria-label={`${label}, list`}>
      <table aria-rowcount={items.length + 1}>
        <caption class="hidden">{label}</caption>
        <thead>
          <tr aria-rowindex={1}>
            {columns.map(({ head, name, wide }) => (
              <th key={name} scope="col" class={`c-${name}${wide === true ? ' wide-only' : ''}`}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <Spacer rows={first} />
          {items.slice(first, end).map((item, at) => (
            <Row
              key={keyOf(item)}
              item={item}
              index={first + at + 2}
              columns={columns}
              href={href(item)}
              isOpen={keyOf(item) === opened}
            />
          ))}
          <Spacer rows={items.length - end} />
        </tbody>
      </table>
    </div>
  );
}

function Spacer({ rows }: { readonly rows: number }): JSX.Element | null {
  return rows === 0 ? null : (
    <tr aria-hidden="true">
      <td class="spacer" style={{ height: `${rows * ROW}px` }} />
    </tr>
  );
}

interface RowProps<T> {
  readonly item: T;
  readonly index: number;
  readonly columns: readonly TableColumn<T>[];
  readonly href: string;
  readonly isOpen: boolean;
}

function Row<T>({ item, index, columns, href, isOpen }: RowProps<T>): JSX.Element {
  return (
    <tr aria-rowindex={index} class={isOpen ? 'opened' : ''}>
      {columns.map(({ name, cell, wide }, at) => (
        <td key={name} class={`c-${name}${wide === true ? ' wide-only' : ''}`}>
          {at === 0 ? (
            <a href={href} class="row-link" aria-current={isOpen ? 'true' : undefined}>
              {cell(item)}
            </a>
          ) : (
            cell(item)
          )}
        </td>
      ))}
    </tr>
  );
}

/** The index of the row that has the focus, or -1. */
function focusedRow(box: HTMLElement): number {
  const row = box.querySelector('a:focus')?.closest('tr');
  return Number(row?.getAttribute('aria-rowindex') ?? 1) - 2;
}

/** Registers the list as soon as its rows are on the page, so that no key is lost. */
function useListKeys(move: (by: number) => void): void {
  const keys = useContext(KeysContext);
  const latest = useRef(move);
  latest.current = move;
  useLayoutEffect(() => {
    if (keys === undefined) return undefined;
    const list = { move: (by: number) => latest.current(by) };
    keys.lists.push(list);
    return () => {
      keys.lists.splice(keys.lists.indexOf(list), 1);
    };
  }, [keys]);
}

function scrollToRow(box: HTMLElement, index: number): void {
  const top = index * ROW;
  if (top < box.scrollTop) box.scrollTop = top;
  else if (top + 3 * ROW > box.scrollTop + box.clientHeight) box.scrollTop = top + 3 * ROW - box.clientHeight;
}
