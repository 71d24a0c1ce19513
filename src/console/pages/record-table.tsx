import type { JSX } from 'preact';
import { useApp } from '../client/app.ts';
import { useFetched } from '../client/use-fetched.ts';
import type { ResourceFacts, ShownRecord } from '../model/control-types.ts';
import { hashOf } from '../model/route.ts';
import { countText, shortenedText } from '../model/words.ts';
import { RefusalLine, SearchField } from '../parts/bits.tsx';
import { LongTable, type TableColumn } from '../parts/table.tsx';

const PAGE = 50;
const MOST_COLUMNS = 6;
/** Milliseconds without a key press before a search starts. */
const TYPING = 200;

interface RecordPageShown {
  readonly total: number;
  readonly offset: number;
  readonly records: readonly ShownRecord[];
  /** Only for a search. */
  readonly searched?: number;
  readonly searchable?: number;
}

/** Records of a resource, filtered, sorted and paged by the store. Filter, order and page are in the address. */
export function RecordTable({ resource }: { readonly resource: ResourceFacts }): JSX.Element {
  const { route } = useApp();
  const { segments, query } = route.value;
  const offset = Number(query['offset'] ?? 0) || 0;
  const { outcome } = useFetched<RecordPageShown>(
    `data/${encodeURIComponent(resource.name)}?${searchOf(query, offset)}`,
    query['search'] === undefined && query['value'] === undefined ? 0 : TYPING,
  );
  const go = (change: Readonly<Record<string, string>>): void => {
    location.replace(hashOf('data', [resource.name], { ...query, offset: '', within: '', ...change }));
  };
  const kept = { ...query };
  return (
    <section class="list" aria-label={resource.name}>
      <nav class="crumbs" aria-label="Where this is">
        <a href={hashOf('data')}>Data</a>
        {resource.parent === null ? null : (
          <>
            {' / '}
            <a href={hashOf('data', [resource.parent.resource])}>{resource.parent.resource}</a>
          </>
        )}
        {' / '}
        <a href={hashOf('data', [resource.name])}>{resource.name}</a>
      </nav>
      <div class="toolbar">
        <SearchField
          label={`Search ${resource.name}`}
          value={query['search'] ?? ''}
          onInput={(search) => go({ search })}
        />
        <FilterField resource={resource} query={query} go={go} />
        <a class="button primary" href={hashOf('data', [resource.name, 'new'], kept)}>
          New record
        </a>
      </div>
      {outcome?.ok !== true ? (
        <RefusalLine outcome={outcome} />
      ) : (
        <>
          <LongTable
            label={`Records of ${resource.name}`}
            items={outcome.value.records}
            keyOf={({ address }) => address}
            href={({ address }) => hashOf('data', [resource.name, address], kept)}
            columns={columnsOf(resource, query['sort'] ?? '', go)}
            opened={segments[1]}
            empty={<NoRecords query={query} go={go} />}
          />
          <SearchBound page={outcome.value} go={go} />
          <Pager total={outcome.value.total} offset={offset} within={query['within'] ?? ''} go={go} />
        </>
      )}
    </section>
  );
}

function searchOf(query: Readonly<Record<string, string>>, offset: number): string {
  const { search, sort, by, op, value, within } = query;
  const parameters = new URLSearchParams({ limit: String(PAGE), offset: String(offset) });
  if (search !== undefined) parameters.set('search', search);
  if (within !== undefined) parameters.set('within', within);
  if (sort !== undefined) parameters.set('sort', sort);
  if (by !== undefined && value !== undefined)
    parameters.set(op === undefined || op === 'equals' ? `filter[${by}]` : `filter[${by}][${op}]`, value);
  return parameters.toString();
}

function columnsOf(
  { properties, id }: ResourceFacts,
  sort: string,
  go: (change: Readonly<Record<string, string>>) => void,
): readonly TableColumn<ShownRecord>[] {
  const plain = properties.filter(({ name }) => name !== id);
  const first = plain.filter(({ types }) => types.every((type) => type !== 'object' && type !== 'array'));
  const shown = [...first, ...plain.filter((each) => !first.includes(each))].slice(0, MOST_COLUMNS);
  return [
    { head: 'Address', name: 'address', cell: ({ address }: ShownRecord) => address },
    ...shown.map(({ name }, at) => ({
      head: <SortButton name={name} sort={sort} go={go} />,
      name: 'property',
      wide: at > 0,
      cell: ({ value }: ShownRecord) => shortenedText((value as Record<string, unknown> | null)?.[name]),
    })),
  ].map((column, at) => ({ ...column, name: at === 0 ? 'address' : `property-${at}` }));
}

interface SortButtonProps {
  readonly name: string;
  readonly sort: string;
  readonly go: (change: Readonly<Record<string, string>>) => void;
}

function SortButton({ name, sort, go }: SortButtonProps): JSX.Element {
  const isUp = sort === name;
  const isDown = sort === `-${name}`;
  const next = isUp ? `-${name}` : isDown ? '' : name;
  const direction = isUp ? ', ascending' : isDown ? ', descending' : '';
  return (
    <button type="button" class="sort" aria-label={`Sort by ${name}${direction}`} onClick={() => go({ sort: next })}>
      {name}
      {isUp ? ' ↑' : isDown ? ' ↓' : ''}
    </button>
  );
}

const OPERATORS = [
  ['equals', '='],
  ['contains', 'contains'],
  ['min', '≥'],
  ['max', '≤'],
] as const;

interface FilterFieldProps {
  readonly resource: ResourceFacts;
  readonly query: Readonly<Record<string, string>>;
  readonly go: (change: Readonly<Record<string, string>>) => void;
}

function FilterField({ resource, query, go }: FilterFieldProps): JSX.Element {
  const { by = '', op = 'equals', value = '' } = query;
  return (
    <>
      <select aria-label="Property to filter by" value={by} onChange={(event) => go({ by: event.currentTarget.value })}>
        <option value="">No filter</option>
        {resource.properties.map(({ name }) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </select>
      {by === '' ? null : (
        <>
          <select aria-label="How to compare" value={op} onChange={(event) => go({ op: event.currentTarget.value })}>
            {OPERATORS.map(([each, text]) => (
              <option key={each} value={each}>
                {text}
              </option>
            ))}
          </select>
          <input
            type="text"
            aria-label={`Value of ${by}`}
            value={value}
            onInput={(event) => go({ value: event.currentTarget.value })}
          />
        </>
      )}
    </>
  );
}

interface NoRecordsProps {
  readonly query: Readonly<Record<string, string>>;
  readonly go: (change: Readonly<Record<string, string>>) => void;
}

function NoRecords({ query, go }: NoRecordsProps): JSX.Element {
  const isNarrowed = query['search'] !== undefined || (query['by'] !== undefined && query['value'] !== undefined);
  if (!isNarrowed) return <p>There are no records in this world.</p>;
  return (
    <>
      <p>No record fits.</p>
      <button type="button" onClick={() => go({ search: '', by: '', op: '', value: '' })}>
        Show all records
      </button>
    </>
  );
}

interface SearchBoundProps {
  readonly page: RecordPageShown;
  readonly go: (change: Readonly<Record<string, string>>) => void;
}

/** Notice that a search covered only some of many records. */
function SearchBound({ page, go }: SearchBoundProps): JSX.Element | null {
  const { searched, searchable } = page;
  if (searched === undefined || searchable === undefined || searched >= searchable) return null;
  return (
    <div class="notice-line">
      <span role="status">
        The first {searched.toLocaleString('en')} of {countText(searchable, 'record')} were searched.
      </span>
      <button type="button" onClick={() => go({ within: String(searchable) })}>
        Search all
      </button>
    </div>
  );
}

interface PagerProps {
  readonly total: number;
  readonly offset: number;
  readonly within: string;
  readonly go: (change: Readonly<Record<string, string>>) => void;
}

function Pager({ total, offset, within, go }: PagerProps): JSX.Element {
  const last = Math.min(total, offset + PAGE);
  return (
    <div class="pager">
      <span role="status">
        {total === 0 ? 'No records' : `${(offset + 1).toLocaleString('en')} to ${last.toLocaleString('en')} of `}
        {total === 0 ? '' : countText(total, 'record')}
      </span>
      <span class="actions">
        <button
          type="button"
          disabled={offset === 0}
          onClick={() => go({ within, offset: String(Math.max(0, offset - PAGE)) })}
        >
          Previous
        </button>
        <button type="button" disabled={last >= total} onClick={() => go({ within, offset: String(offset + PAGE) })}>
          Next
        </button>
      </span>
    </div>
  );
}
