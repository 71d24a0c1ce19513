import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { useApp } from '../client/app.ts';
import { useFetched } from '../client/use-fetched.ts';
import { agoText } from '../model/words.ts';
import { Action, NameForm, RefusalLine } from '../parts/bits.tsx';
import { ClockPart } from './clock-part.tsx';
import { SnapshotPart } from './snapshot-part.tsx';

interface WorldFacts {
  readonly name: string;
  readonly entities: number;
  readonly lastUsed: number;
}

interface StartingState {
  readonly name: string;
  readonly description: string;
}

/** Time, worlds, starting states and snapshots. */
export function WorldsPage(): JSX.Element {
  const { world } = useApp();
  return (
    <div class="page">
      <ClockPart key={`clock ${world.value}`} />
      <WorldPart />
      <StartPart />
      <SnapshotPart key={`snapshots ${world.value}`} />
    </div>
  );
}

function WorldPart(): JSX.Element {
  const app = useApp();
  const { outcome } = useFetched<{ readonly worlds: readonly WorldFacts[] }>('worlds');
  const clock = useFetched<{ readonly now: string; readonly offset: number }>('clock').outcome;
  const [name, setName] = useState('');
  const here = app.world.value;
  // The mock returns the time of the world; minus its offset, that is the time of the machine.
  const now = clock?.ok === true ? Date.parse(clock.value.now) - clock.value.offset : undefined;
  const open = async (): Promise<void> => {
    const made = await app.control.call('PUT', `worlds/${encodeURIComponent(name)}`);
    if (app.showResult(made, `The world ${name} is open.`)) app.world.value = name;
  };
  const drop = async (dropped: string): Promise<void> => {
    const gone = await app.control.call('DELETE', `worlds/${encodeURIComponent(dropped)}`);
    if (app.showResult(gone, `The world ${dropped} is dropped.`) && dropped === here) app.world.value = 'default';
  };
  const reset = async (): Promise<void> => {
    app.showResult(await app.call('POST', 'reset'), `The world ${here} is as it began.`);
  };
  if (outcome?.ok !== true) return <RefusalLine outcome={outcome} />;
  return (
    <section aria-label="Worlds">
      <h2>Worlds</h2>
      <table>
        <caption class="hidden">Worlds</caption>
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">Records</th>
            <th scope="col">Last use</th>
            <th scope="col">
              <span class="hidden">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {outcome.value.worlds.map((each) => (
            <tr key={each.name} class={each.name === here ? 'opened' : ''}>
              <th scope="row">{each.name}</th>
              <td>{each.entities.toLocaleString('en')}</td>
              <td>{now === undefined ? '' : agoText(now - each.lastUsed)}</td>
              <td>
                <div class="actions">
                  {each.name === here ? (
                    <Action label={`Reset ${each.name}`} onClick={reset}>
                      Reset
                    </Action>
                  ) : (
                    <button
                      type="button"
                      aria-label={`Open ${each.name}`}
                      onClick={() => {
                        app.world.value = each.name;
                      }}
                    >
                      Open
                    </button>
                  )}
                  {each.name === 'default' ? null : (
                    <Action kind="danger" label={`Drop ${each.name}`} onClick={() => drop(each.name)}>
                      Drop
                    </Action>
                  )}
                </div>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <NameForm label="Name of a new world" value={name} onInput={setName} action="Open a new world" onSubmit={open} />
    </section>
  );
}

function StartPart(): JSX.Element | null {
  const app = useApp();
  const { outcome } = useFetched<{ readonly startingStates: readonly StartingState[] }>('starting-states');
  if (outcome?.ok !== true || outcome.value.startingStates.length === 0) return null;
  const start = async (name: string): Promise<void> => {
    const path = `starting-states/${encodeURIComponent(name)}`;
    app.showResult(await app.call('POST', path), `The world ${app.world.value} starts from ${name}.`);
  };
  return (
    <section aria-label="Starting states">
      <h2>Starting states</h2>
      <ul class="presets">
        {outcome.value.startingStates.map(({ name, description }) => (
          <li key={name}>
            <Action onClick={() => start(name)}>{name}</Action>
            <span class="muted small">{description}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
