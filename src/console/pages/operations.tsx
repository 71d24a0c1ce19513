import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { useApp } from '../client/app.ts';
import type { ShortOperation } from '../model/control-types.ts';
import { hashOf } from '../model/route.ts';
import { countText } from '../model/words.ts';
import { SearchField, SelectField } from '../parts/bits.tsx';
import { LongTable, type TableColumn } from '../parts/table.tsx';
import { OpenedOperation } from './opened-operation.tsx';

const COLUMNS: readonly TableColumn<ShortOperation>[] = [
  {
    head: 'Operation',
    name: 'request',
    cell: ({ method, path }) => (
      <>
        <span class="method">{method}</span>
        <span class="path">{path}</span>
      </>
    ),
  },
  { head: 'Summary', name: 'why', wide: true, cell: ({ summary, id }) => summary ?? id },
  { head: 'Tags', name: 'origin', wide: true, cell: ({ tags }) => tags.join(', ') },
  { head: 'Lifecycle', name: 'days', cell: (operation) => <LifecycleTag operation={operation} /> },
];

export function OperationsPage(): JSX.Element {
  const { facts, route } = useApp();
  const [words, setWords] = useState('');
  const [tag, setTag] = useState('');
  const [opened] = route.value.segments;
  const operations = facts.value?.operations ?? [];
  const tags = [...new Set(operations.flatMap((each) => each.tags))];
  const shown = operations.filter((each) => (tag === '' || each.tags.includes(tag)) && holds(each, words));
  return (
    <div class={`split${opened === undefined ? '' : ' has-detail'}`}>
      <section class="list" aria-label="Operations">
        <div class="toolbar">
          <SearchField label="Filter operations" value={words} onInput={setWords} />
          {tags.length < 2 ? null : (
            <SelectField
              label="Tag"
              value={tag}
              options={['', ...tags].map((each) => [each, each === '' ? 'All tags' : each])}
              onChoose={setTag}
            />
          )}
        </div>
        <LongTable
          label="Operations"
          items={shown}
          keyOf={({ id }) => id}
          href={({ id }) => hashOf('operations', [id])}
          columns={COLUMNS}
          opened={opened}
          empty={operations.length === 0 ? 'The document has no operations.' : 'No operation fits this filter.'}
        />
      </section>
      {opened === undefined ? null : (
        <OpenedOperation
          key={`${opened} ${route.value.query['from'] ?? ''}`}
          id={opened}
          from={route.value.query['from']}
        />
      )}
    </div>
  );
}

/** Whether an operation is deprecated, and the time until its sunset. */
export function LifecycleTag({ operation }: { readonly operation: ShortOperation }): JSX.Element | null {
  const { deprecated, daysLeft, stability } = operation;
  if (daysLeft !== undefined && daysLeft < 0) return <span class="tag error">past its sunset</span>;
  if (daysLeft !== undefined) return <span class="tag warning">{countText(daysLeft, 'day')} left</span>;
  if (deprecated === true) return <span class="tag warning">deprecated</span>;
  return stability === undefined ? null : <span class="tag">{stability}</span>;
}

function holds({ id, method, path, summary = '', tags }: ShortOperation, words: string): boolean {
  const text = `${id} ${method} ${path} ${summary} ${tags.join(' ')}`.toLowerCase();
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((each) => text.includes(each));
}
