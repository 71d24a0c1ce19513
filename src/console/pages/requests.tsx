import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { useApp } from '../client/app.ts';
import { download } from '../client/download.ts';
import type { Note } from '../model/control-types.ts';
import { hashOf } from '../model/route.ts';
import { clockTimeOf, countText, readablePath } from '../model/words.ts';
import { Action, Prose, SearchField, SelectField, Status } from '../parts/bits.tsx';
import { LongTable, type TableColumn } from '../parts/table.tsx';
import { OpenedRequest } from './opened-request.tsx';

const COLUMNS: readonly TableColumn<Note>[] = [
  {
    head: 'Request',
    name: 'request',
    cell: ({ method, path, query }) => (
      <>
        <span class="method">{method}</span>
        <span class="path">
          {readablePath(path)}
          {query === '' ? '' : `?${query}`}
        </span>
      </>
    ),
  },
  { head: 'Status', name: 'status', cell: ({ status }) => <Status status={status} /> },
  { head: 'Operation', name: 'operation', wide: true, cell: ({ operation }) => operation ?? '–' },
  {
    head: 'Why',
    name: 'why',
    wide: true,
    cell: ({ violations, reason }) => <Prose text={violations[0]?.message ?? reason ?? ''} />,
  },
  { head: 'From', name: 'origin', wide: true, cell: ({ origin }) => origin },
  { head: 'World', name: 'world', wide: true, cell: ({ world }) => world },
  { head: 'Time', name: 'time', cell: ({ at }) => clockTimeOf(at) },
  { head: 'ms', name: 'ms', wide: true, cell: ({ duration }) => Math.round(duration) },
];

const STATUSES = ['', '2', '3', '4', '5'] as const;

interface RequestFilter {
  readonly words: string;
  readonly status: string;
  readonly method: string;
  readonly isWrong: boolean;
  readonly world: string;
}

export function RequestsPage(): JSX.Element {
  const { live, route } = useApp();
  const [wanted, want] = useState<RequestFilter>({ words: '', status: '', method: '', isWrong: false, world: '' });
  const notes = live.notes.value;
  const shown = filterNotes(notes, wanted);
  const opened = route.value.segments[0];
  return (
    <div class={`split${opened === undefined ? '' : ' has-detail'}`}>
      <section class="list" aria-label="Requests">
        <Filters wanted={wanted} want={want} />
        <LongTable
          label="Requests, newest first"
          items={shown}
          keyOf={({ sequence }) => sequence}
          href={({ sequence }) => hashOf('requests', [String(sequence)])}
          columns={COLUMNS}
          opened={opened === undefined ? undefined : Number(opened)}
          empty={notes.length === 0 ? <Nothing /> : 'No request fits this filter.'}
        />
      </section>
      {opened === undefined ? null : <OpenedRequest key={opened} sequence={opened} />}
    </div>
  );
}

function Nothing(): JSX.Element {
  const { control } = useApp();
  return (
    <>
      <p>No requests yet. They appear here as they come.</p>
      <p class="muted">
        Send one to <code>{control.apiRoot}</code>, or try an <a href={hashOf('operations')}>operation</a>.
      </p>
    </>
  );
}

function filterNotes(
  notes: readonly Note[],
  { words, status, method, isWrong, world }: RequestFilter,
): readonly Note[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  return notes.filter(
    (note) =>
      (status === '' || String(note.status).startsWith(status)) &&
      (method === '' || note.method === method) &&
      (world === '' || note.world === world) &&
      (!isWrong || note.violations.length > 0) &&
      wanted.every((word) => textOf(note).includes(word)),
  );
}

function textOf({ method, path, query, operation = '', status, origin, reason = '', violations }: Note): string {
  const messages = violations.map(({ message }) => message).join(' ');
  return `${method} ${path}?${query} ${operation} ${status} ${origin} ${reason} ${messages}`.toLowerCase();
}

function Filters({
  wanted,
  want,
}: {
  readonly wanted: RequestFilter;
  readonly want: (next: RequestFilter) => void;
}): JSX.Element {
  const { live } = useApp();
  const methods = [...new Set(live.notes.value.map(({ method }) => method))].sort();
  const worlds = [...new Set(live.notes.value.map(({ world }) => world))].sort();
  return (
    <div class="toolbar">
      <SearchField label="Filter requests" value={wanted.words} onInput={(words) => want({ ...wanted, words })} />
      <SelectField
        label="Status"
        value={wanted.status}
        options={STATUSES.map((each) => [each, each === '' ? 'All statuses' : `${each}xx`])}
        onChoose={(status) => want({ ...wanted, status })}
      />
      <SelectField
        label="Method"
        value={wanted.method}
        options={['', ...methods].map((each) => [each, each === '' ? 'All methods' : each])}
        onChoose={(method) => want({ ...wanted, method })}
      />
      {worlds.length < 2 ? null : (
        <SelectField
          label="World of the requests"
          value={wanted.world}
          options={['', ...worlds].map((each) => [each, each === '' ? 'All worlds' : each])}
          onChoose={(world) => want({ ...wanted, world })}
        />
      )}
      <label class="check">
        <input
          type="checkbox"
          checked={wanted.isWrong}
          onChange={(event) => want({ ...wanted, isWrong: event.currentTarget.checked })}
        />
        With violations
      </label>
      <Flow />
    </div>
  );
}

/** Buttons to pause, clear and export, and the number of waiting requests. */
function Flow(): JSX.Element {
  const app = useApp();
  const { live, control } = app;
  const missed = live.missed.value;
  const clear = async (): Promise<void> => {
    if (app.showResult(await control.call('DELETE', 'journal'), 'The journal is empty.')) live.clear();
  };
  const save = async (): Promise<void> => {
    const har = await control.call<unknown>('GET', 'journal.har');
    if (har.ok) download('requests.har', new Blob([JSON.stringify(har.value)], { type: 'application/json' }));
  };
  return (
    <span class="actions">
      {live.paused.value ? (
        <button type="button" class="primary" onClick={() => live.resume()}>
          Go on{live.held.value > 0 ? ` (${live.held.value} new)` : ''}
        </button>
      ) : (
        <button
          type="button"
          onClick={() => {
            live.paused.value = true;
          }}
        >
          Pause
        </button>
      )}
      <Action onClick={clear}>Clear</Action>
      <Action onClick={save}>HAR</Action>
      {missed === 0 ? null : <span class="muted small">and {countText(missed, 'older request')} not shown</span>}
    </span>
  );
}
