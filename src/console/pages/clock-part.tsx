import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { useApp } from '../client/app.ts';
import { useFetched } from '../client/use-fetched.ts';
import type { ShortOperation } from '../model/control-types.ts';
import { Action, RefusalLine } from '../parts/bits.tsx';

interface Clock {
  readonly now: string;
  readonly offset: number;
}

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const STEPS = [
  ['An hour on', HOUR],
  ['A day on', DAY],
  ['30 days on', 30 * DAY],
] as const;

/** The clock of the world, which sunsets, tokens and dates of records are compared with. */
export function ClockPart(): JSX.Element {
  const app = useApp();
  const { outcome } = useFetched<Clock>('clock');
  const [instant, setInstant] = useState('');
  const move = async (change: object): Promise<void> => {
    const moved = await app.call<Clock>('PUT', 'clock', change);
    app.showResult(moved, moved.ok ? `It is ${shownTime(moved.value.now)} in world ${app.world.value}.` : '');
    await app.loadFacts();
  };
  if (outcome?.ok !== true) return <RefusalLine outcome={outcome} />;
  const { now, offset } = outcome.value;
  return (
    <section aria-label="Time">
      <h2>Time</h2>
      <p>
        <strong class="now">{shownTime(now)}</strong>{' '}
        <span class="muted">{offset === 0 ? 'as on this machine' : `${daysText(offset)} than on this machine`}</span>
      </p>
      <div class="actions">
        {STEPS.map(([text, advance]) => (
          <Action key={text} onClick={() => move({ advance })}>
            {text}
          </Action>
        ))}
        {offset === 0 ? null : (
          <Action kind="primary" onClick={() => move({ offset: 0 })}>
            Back to the present
          </Action>
        )}
      </div>
      <form
        class="actions"
        onSubmit={(event) => {
          event.preventDefault();
          void move({ now: new Date(`${instant}:00Z`).toISOString() });
        }}
      >
        <input
          type="datetime-local"
          required
          aria-label="Another time, UTC"
          value={instant}
          onInput={(event) => setInstant(event.currentTarget.value)}
        />
        <button type="submit">Go to this time (UTC)</button>
      </form>
      <Sunsets move={move} />
    </section>
  );
}

/** One button for the day after each sunset date of the document. */
function Sunsets({ move }: { readonly move: (change: object) => Promise<void> }): JSX.Element | null {
  const { facts, route } = useApp();
  const wantedSunset = route.value.query['sunset'];
  const byDay = new Map<string, ShortOperation[]>();
  for (const operation of facts.value?.operations ?? [])
    if (operation.sunset !== undefined)
      byDay.set(operation.sunset, [...(byDay.get(operation.sunset) ?? []), operation]);
  if (byDay.size === 0) return null;
  return (
    <>
      <h3>The day after a sunset</h3>
      <ul class="presets">
        {[...byDay].sort().map(([sunset, gone]) => (
          <li key={sunset} class={gone.some(({ id }) => id === wantedSunset) ? 'asked' : ''}>
            <Action onClick={() => move({ now: new Date(Date.parse(sunset) + DAY).toISOString() })}>
              The day after {sunset.slice(0, 10)}
            </Action>
            <span class="muted small">{gone.map(({ id }) => id).join(', ')}</span>
          </li>
        ))}
      </ul>
    </>
  );
}

const shownTime = (instant: string): string => `${instant.slice(0, 10)} ${instant.slice(11, 16)} UTC`;

function daysText(offset: number): string {
  const size = Math.abs(offset);
  const [count, unit] = size >= DAY ? [Math.round(size / DAY), 'day'] : [Math.round(size / HOUR), 'hour'];
  return `${count.toLocaleString('en')} ${unit}${count === 1 ? '' : 's'} ${offset > 0 ? 'later' : 'earlier'}`;
}
