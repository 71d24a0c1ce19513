import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { useApp } from '../client/app.ts';
import type { ControlOutcome } from '../client/control.ts';
import { undoBy, undoPoint } from '../client/undo.ts';
import { useFetched } from '../client/use-fetched.ts';
import type {
  FoundViolation,
  LinkedRecords,
  RecordLinksShown,
  ResourceFacts,
  ShownRecord,
} from '../model/control-types.ts';
import { hashOf } from '../model/route.ts';
import { countText, pretty, shortenedText } from '../model/words.ts';
import { Action, DetailHead, RefusalLine, Violations } from '../parts/bits.tsx';
import { Editor } from '../parts/editor.tsx';
import { JsonView } from '../parts/json.tsx';

interface OpenedRecordProps {
  readonly resource: ResourceFacts;
  readonly address: string;
}

const routeOf = ({ name }: ResourceFacts, address: string): string =>
  `data/${encodeURIComponent(name)}/${encodeURIComponent(address)}`;

/** One record: its value, its links, and an editor. */
export function OpenedRecord({ resource, address }: OpenedRecordProps): JSX.Element {
  const app = useApp();
  const { outcome } = useFetched<ShownRecord>(routeOf(resource, address));
  const [isEditing, edit] = useState<ShownRecord>();
  const back = hashOf('data', [resource.name], app.route.value.query);
  const title = `${resource.singular} ${address}`;
  if (isEditing !== undefined)
    return (
      <section class="detail" aria-label={title}>
        <DetailHead back={back} title={`Edit ${title}`} />
        <RecordForm resource={resource} record={isEditing} onDone={() => edit(undefined)} />
      </section>
    );
  if (outcome?.ok !== true)
    return (
      <section class="detail" aria-label={title}>
        <DetailHead back={back} title={title} />
        <RefusalLine outcome={outcome} />
      </section>
    );
  const record = outcome.value;
  const remove = async (): Promise<void> => {
    // Nested records are deleted with the record.
    const undo = await undoPoint(app, `before-deletion-of-${resource.name}-${address}`);
    const gone = await app.call('DELETE', routeOf(resource, address), undefined, { 'if-match': `"${record.version}"` });
    if (app.showResult(gone, `${title} is deleted.`, undo)) location.hash = back;
  };
  return (
    <section class="detail" aria-label={title}>
      <DetailHead back={back} title={title}>
        <button type="button" class="primary" onClick={() => edit(record)}>
          Edit
        </button>
        <Action kind="danger" onClick={remove}>
          Delete
        </Action>
      </DetailHead>
      <p class="meta">
        <span>version {record.version}</span>
      </p>
      <JsonView value={record.value} label={`Value of ${title}`} />
      <Links path={routeOf(resource, address)} />
    </section>
  );
}

function Links({ path }: { readonly path: string }): JSX.Element | null {
  const { outcome } = useFetched<RecordLinksShown>(`${path}/links`);
  if (outcome?.ok !== true) return null;
  const { names, namedBy, contains } = outcome.value;
  if (names.length + namedBy.length + contains.length === 0) return null;
  return (
    <>
      <h3>Linked records</h3>
      <ul class="links">
        {names.map(({ pointer, resource, address, exists }) => (
          <li key={pointer}>
            <code>{pointer}</code> names <a href={hashOf('data', [resource, address])}>{`${resource} ${address}`}</a>
            {exists ? '' : ' (there is no such record)'}
          </li>
        ))}
        {namedBy.map((each) => (
          <LinkedList
            key={`${each.resource} ${each.pointer}`}
            linked={each}
            verb={each.total === 1 ? 'names this one' : 'name this one'}
          />
        ))}
        {contains.map((each) => (
          <LinkedList key={each.resource} linked={each} verb="below this one" />
        ))}
      </ul>
    </>
  );
}

function LinkedList({ linked, verb }: { readonly linked: LinkedRecords; readonly verb: string }): JSX.Element {
  const { resource, total, records } = linked;
  return (
    <li>
      {countText(total, `record of ${resource}`, `records of ${resource}`)} {verb}
      {total === 0 ? '' : ': '}
      {records.slice(0, 10).map(({ address, value }, at) => (
        <span key={address}>
          {at === 0 ? '' : ', '}
          <a href={hashOf('data', [resource, address])} title={shortenedText(value)}>
            {address}
          </a>
        </span>
      ))}
      {total > 10 ? ' …' : ''}
    </li>
  );
}

interface RecordFormProps {
  readonly resource: ResourceFacts;
  readonly record: ShownRecord;
  readonly onDone: () => void;
}

/** A record as editable JSON. A value that violates the schema is saved only on request. A value that changed meanwhile is shown beside the edited one. */
function RecordForm({ resource, record, onDone }: RecordFormProps): JSX.Element {
  const app = useApp();
  const [text, setText] = useState(pretty(record.value));
  const [version, setVersion] = useState(record.version);
  const [refused, setRefused] = useState<ControlOutcome<unknown>>();
  const save = async (force: boolean, over = version): Promise<void> => {
    const query = force ? '?force=true' : '';
    const path = `${routeOf(resource, record.address)}${query}`;
    const saved = await app.call<ShownRecord>('PUT', path, text, { 'if-match': `"${over}"` });
    setRefused(saved);
    if (!saved.ok) return;
    const undo = undoBy(app, () =>
      app.call('PUT', `${routeOf(resource, record.address)}?force=true`, record.value, {
        'if-match': `"${saved.value.version}"`,
      }),
    );
    app.showResult(saved, `${resource.singular} ${record.address} is saved.`, undo);
    onDone();
  };
  const theirs = refused?.ok === false ? (refused.problem['record'] as ShownRecord | undefined) : undefined;
  return (
    <>
      <Editor label={`${resource.singular} as JSON`} text={text} onChange={setText} />
      <SaveRefused refused={refused} onForce={() => save(true)} />
      {theirs === undefined ? null : (
        <>
          <h3>As it is now</h3>
          <JsonView value={theirs.value} label="The record as it is now" />
          <Action
            kind="danger"
            onClick={() => {
              setVersion(theirs.version);
              return save(false, theirs.version);
            }}
          >
            Overwrite it with mine
          </Action>
        </>
      )}
      <div class="actions">
        <Action kind="primary" onClick={() => save(false)}>
          Save
        </Action>
        <button type="button" onClick={onDone}>
          Cancel
        </button>
      </div>
    </>
  );
}

function SaveRefused({
  refused,
  onForce,
}: {
  readonly refused: ControlOutcome<unknown> | undefined;
  readonly onForce: () => Promise<void>;
}): JSX.Element | null {
  if (refused === undefined || refused.ok) return null;
  const violations = refused.problem['violations'] as readonly FoundViolation[] | undefined;
  return (
    <div class="faults" role="alert">
      <p>{violations === undefined ? refused.detail : 'The record breaks its schema:'}</p>
      {violations === undefined ? null : (
        <>
          <Violations list={violations} />
          <Action kind="danger" onClick={onForce}>
            Save anyway
          </Action>
        </>
      )}
    </div>
  );
}

/** A new record. The generator fills missing properties. */
export function NewRecordPage({ resource }: { readonly resource: ResourceFacts }): JSX.Element {
  const app = useApp();
  const [text, setText] = useState('{}');
  const [parent, setParent] = useState('');
  const [refused, setRefused] = useState<ControlOutcome<unknown>>();
  const back = hashOf('data', [resource.name], app.route.value.query);
  const create = async (isFilled: boolean, force: boolean): Promise<void> => {
    const query = new URLSearchParams({ fill: String(isFilled), force: String(force) });
    if (parent !== '' && resource.parent !== null) query.set(`path[${resource.parent.parameter}]`, parent);
    const made = await app.call<ShownRecord>('POST', `data/${encodeURIComponent(resource.name)}?${query}`, text);
    setRefused(made);
    if (!made.ok) return;
    const { address, version } = made.value;
    const undo = undoBy(app, () =>
      app.call('DELETE', routeOf(resource, address), undefined, { 'if-match': `"${version}"` }),
    );
    app.showResult(made, `${resource.singular} ${address} is created.`, undo);
    location.hash = hashOf('data', [resource.name, address]);
  };
  return (
    <section class="detail" aria-label={`New ${resource.singular}`}>
      <DetailHead back={back} title={`New ${resource.singular}`} />
      <p class="muted">Give what matters; the generator fills in the rest.</p>
      <details>
        <summary>{countText(resource.properties.length, 'property', 'properties')}</summary>
        <ul class="members flat" aria-label="Properties">
          {resource.properties.map(({ name, types, required }) => (
            <li key={name}>
              <code>{name}</code> <span class="muted">{types.join(' or ')}</span>
              {required ? <span class="required"> required</span> : null}
            </li>
          ))}
        </ul>
      </details>
      {resource.parent === null || resource.parent.property !== undefined ? null : (
        <label class="field">
          {resource.parent.parameter} (id of the {resource.parent.resource} record it is below)
          <input type="text" value={parent} onInput={(event) => setParent(event.currentTarget.value)} />
        </label>
      )}
      <Editor label={`New ${resource.singular} as JSON`} text={text} onChange={setText} />
      <SaveRefused refused={refused} onForce={() => create(true, true)} />
      <div class="actions">
        <Action kind="primary" onClick={() => create(true, false)}>
          Create
        </Action>
        <Action onClick={() => create(false, false)}>Create exactly this</Action>
      </div>
    </section>
  );
}
