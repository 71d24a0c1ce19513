import type { ComponentChildren, JSX } from 'preact';
import { useContext, useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
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
  const [cursor, setCursor] = useState<number>();
  const look = (): void => {
    const { scrollTop = 0, clientHeight = 600 } = box.current ?? {};
    setView({ top: scrollTop, height: clientHeight });
  };
  useLayoutEffect(look, []);
  useListKeys(items.length, opened === undefined ? -1 : items.findIndex((each) => keyOf(each) === opened), setCursor);
  useEffect(() => {
    if (cursor === undefined || box.current === null) return;
    revealed(box.current, cursor);
    const frame = requestAnimationFrame(() =>
      box.current?.querySelector<HTMLElement>(`tr[aria-rowindex="${cursor + 2}"] a`)?.focus(),
    );
    return () => cancelAnimationFrame(frame);
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

function useListKeys(count: number, opened: number, setCursor: (to: (before?: number) => number) => void): void {
  const keys = useContext(KeysContext);
  useEffect(() => {
    if (keys === undefined) return undefined;
    const list = {
      move: (by: number) =>
        setCursor((before = opened < 0 && by > 0 ? -1 : Math.max(opened, 0)) =>
          Math.max(0, Math.min(count - 1, before + by)),
        ),
    };
    keys.lists.push(list);
    return () => {
      keys.lists.splice(keys.lists.indexOf(list), 1);
    };
  }, [keys, count, opened, setCursor]);
}

function revealed(box: HTMLElement, index: number): void {
  const top = index * ROW;
  if (top < box.scrollTop) box.scrollTop = top;
  else if (top + 3 * ROW > box.scrollTop + box.clientHeight) box.scrollTop = top + 3 * ROW - box.clientHeight;
}
