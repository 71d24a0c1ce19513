import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { useApp } from '../client/app.ts';
import { useFetched } from '../client/use-fetched.ts';
import type { SnapshotDifference } from '../model/control-types.ts';
import { countText, shortenedText } from '../model/words.ts';
import { Action, NameForm, RefusalLine, SelectField } from '../parts/bits.tsx';

const NOW = 'now';

/** Snapshots of the world: take, restore, compare. */
export function SnapshotPart(): JSX.Element {
  const app = useApp();
  const { outcome } = useFetched<{ readonly snapshots: readonly string[] }>('snapshots');
  const [name, setName] = useState('');
  const [pair, setPair] = useState<readonly [string, string]>();
  const take = async (): Promise<void> => {
    const taken = await app.call('POST', `snapshots/${encodeURIComponent(name)}`);
    if (app.showResult(taken, `The snapshot ${name} is taken.`)) setName('');
  };
  const restore = async (from: string): Promise<void> => {
    const path = `snapshots/${encodeURIComponent(from)}/restore`;
    app.showResult(await app.call('POST', path), `The world is as in ${from}.`);
  };
  const drop = async (dropped: string): Promise<void> => {
    app.showResult(
      await app.call('DELETE', `snapshots/${encodeURIComponent(dropped)}`),
      `The snapshot ${dropped} is deleted.`,
    );
  };
  if (outcome?.ok !== true) return <RefusalLine outcome={outcome} />;
  const { snapshots } = outcome.value;
  return (
    <section aria-label="Snapshots">
      <h2>Snapshots of {app.world.value}</h2>
      <NameForm label="Name of a snapshot" value={name} onInput={setName} action="Take a snapshot" onSubmit={take} />
      <ul class="presets whole">
        {snapshots.map((each) => (
          <li key={each}>
            <strong>{each}</strong>
            <span class="actions">
              <Action label={`Restore ${each}`} onClick={() => restore(each)}>
                Restore
              </Action>
              <button type="button" aria-label={`Compare ${each} with now`} onClick={() => setPair([each, NOW])}>
                Compare with now
              </button>
              {snapshots.length < 2 ? null : (
                <SelectField
                  label={`Compare ${each} with`}
                  value=""
                  options={[
                    ['', 'Compare with…'],
                    ...snapshots.filter((other) => other !== each).map((other) => [other, other] as const),
                  ]}
                  onChoose={(other) => setPair([each, other])}
                />
              )}
              <Action kind="danger" label={`Delete ${each}`} onClick={() => drop(each)}>
                Delete
              </Action>
            </span>
          </li>
        ))}
      </ul>
      {pair === undefined ? null : <Difference key={pair.join('/')} before={pair[0]} after={pair[1]} />}
    </section>
  );
}

interface DifferenceProps {
  readonly before: string;
  readonly after: string;
}

function Difference({ before, after }: DifferenceProps): JSX.Element {
  const path = `snapshots/${encodeURIComponent(before)}/compare/${encodeURIComponent(after)}`;
  const { outcome } = useFetched<SnapshotDifference>(path);
  if (outcome?.ok !== true) return <RefusalLine outcome={outcome} />;
  const collections = Object.entries(outcome.value.collections);
  return (
    <div class="panel try" role="status">
      <h3>
        From {before} to {after}
      </h3>
      {collections.length === 0 ? <p class="muted">There is no difference.</p> : null}
      {collections.map(([name, { added, gone, changed }]) => (
        <div key={name}>
          <h4>{name}</h4>
          <ul class="changes">
            {added.slice(0, MOST).map(({ address, value }) => (
              <Change key={address} kind="added" address={address} text={shortenedText(value)} />
            ))}
            {gone.slice(0, MOST).map(({ address, value }) => (
              <Change key={address} kind="gone" address={address} text={shortenedText(value)} />
            ))}
            {changed.slice(0, MOST).map((each) => (
              <Change
                key={each.address}
                kind="changed"
                address={each.address}
                text={changesText(each.before, each.after)}
              />
            ))}
          </ul>
          <p class="muted small">
            {countText(added.length, 'record')} added, {changed.length} changed, {gone.length} gone
          </p>
        </div>
      ))}
    </div>
  );
}

const MOST = 50;

const SIGNS = { added: ['+', 'good'], gone: ['−', 'error'], changed: ['~', 'warning'] } as const;

interface ChangeProps {
  readonly kind: keyof typeof SIGNS;
  readonly address: string;
  readonly text: string;
}

function Change({ kind, address, text }: ChangeProps): JSX.Element {
  const [sign, tone] = SIGNS[kind];
  return (
    <li>
      <span class={`tag ${tone}`}>
        <span aria-hidden="true">{sign}</span> {kind}
      </span>{' '}
      <code>{address}</code> <span class="muted">{text}</span>
    </li>
  );
}

/** `status: "available" → "sold"`, for each changed member. */
function changesText(before: unknown, after: unknown): string {
  const [old, fresh] = [before, after].map((each) =>
    typeof each === 'object' && each !== null ? (each as Readonly<Record<string, unknown>>) : { value: each },
  ) as [Readonly<Record<string, unknown>>, Readonly<Record<string, unknown>>];
  return [...new Set([...Object.keys(old), ...Object.keys(fresh)])]
    .filter((name) => JSON.stringify(old[name]) !== JSON.stringify(fresh[name]))
    .map((name) => `${name}: ${shownValue(old[name])} → ${shownValue(fresh[name])}`)
    .join('; ');
}

const shownValue = (value: unknown): string => (value === undefined ? 'nothing' : shortenedText(JSON.stringify(value)));
