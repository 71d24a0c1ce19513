import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { useApp } from '../client/app.ts';
import { useFetched } from '../client/use-fetched.ts';
import type { ResourceFacts } from '../model/control-types.ts';
import { hashOf } from '../model/route.ts';
import { RefusalLine, SearchField } from '../parts/bits.tsx';
import { LongTable, type TableColumn } from '../parts/table.tsx';
import { NewRecordPage, OpenedRecord } from './opened-record.tsx';
import { RecordTable } from './record-table.tsx';

export function DataPage(): JSX.Element {
  const { route } = useApp();
  const { outcome } = useFetched<{ readonly resources: readonly ResourceFacts[] }>('data');
  const [name, address] = route.value.segments;
  if (outcome?.ok !== true) return <RefusalLine outcome={outcome} />;
  const { resources } = outcome.value;
  const resource = resources.find((each) => each.name === name);
  if (name === undefined) return <Resources resources={resources} />;
  if (resource === undefined)
    return (
      <div class="empty" role="alert">
        <p>
          The document has no resource <code>{name}</code>; it may have been reloaded.
        </p>
        <p>
          <a href={hashOf('data')}>All resources</a>
        </p>
      </div>
    );
  return (
    <div class={`split${address === undefined ? '' : ' has-detail'}`}>
      <RecordTable key={name} resource={resource} />
      {address === undefined ? null : address === 'new' && !resource.singleton ? (
        <NewRecordPage key={name} resource={resource} />
      ) : (
        <OpenedRecord key={`${name} ${address}`} resource={resource} address={address} />
      )}
    </div>
  );
}

function Resources({ resources }: { readonly resources: readonly ResourceFacts[] }): JSX.Element {
  const [words, setWords] = useState('');
  const counts = useCounts(resources);
  const shown = resources.filter(({ name }) => name.toLowerCase().includes(words.toLowerCase()));
  const columns: readonly TableColumn<ResourceFacts>[] = [
    { head: 'Resource', name: 'resource', cell: ({ name }) => name },
    { head: 'Records', name: 'count', cell: ({ name }) => counts[name]?.toLocaleString('en') ?? '…' },
    { head: 'Below', name: 'parent', wide: true, cell: ({ parent }) => parent?.resource ?? '' },
    {
      head: 'Properties',
      name: 'properties',
      wide: true,
      cell: ({ properties }) => properties.map(({ name }) => name).join(', '),
    },
  ];
  return (
    <section class="list" aria-label="Resources">
      <div class="toolbar">
        <SearchField label="Filter resources" value={words} onInput={setWords} />
      </div>
      <LongTable
        label="Resources"
        items={shown}
        keyOf={({ name }) => name}
        href={({ name }) => hashOf('data', [name])}
        columns={columns}
        empty={
          resources.length === 0
            ? 'The document has no resources: nothing in it is created, listed or read by an id.'
            : 'No resource fits this filter.'
        }
      />
    </section>
  );
}

/** Number of records of each resource, fetched one after the other. */
function useCounts(resources: readonly ResourceFacts[]): Readonly<Record<string, number>> {
  const app = useApp();
  const [counts, setCounts] = useState<Readonly<Record<string, number>>>({});
  const world = app.world.value;
  const changes = app.changes.value;
  useEffect(() => {
    let isWanted = true;
    const count = async (): Promise<void> => {
      for (const { name } of resources) {
        const found = await app.call<{ readonly total: number }>('GET', `data/${encodeURIComponent(name)}?limit=0`);
        if (!isWanted) return;
        if (found.ok) setCounts((before) => ({ ...before, [name]: found.value.total }));
      }
    };
    void count();
    return () => {
      isWanted = false;
    };
  }, [resources, world, changes]);
  return counts;
}
