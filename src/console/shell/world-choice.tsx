import type { JSX } from 'preact';
import { useApp } from '../client/app.ts';
import { useFetched } from '../client/use-fetched.ts';

interface Worlds {
  readonly worlds: readonly { readonly name: string }[];
}

/** The world that all pages are about. */
export function WorldChoice(): JSX.Element {
  const { world } = useApp();
  const { outcome, again } = useFetched<Worlds>('worlds');
  const found = outcome?.ok === true ? outcome.value.worlds.map(({ name }) => name) : [];
  const names = [...new Set(['default', world.value, ...found])];
  return (
    <label class="world">
      World
      <select
        value={world.value}
        onFocus={again}
        onChange={(event) => {
          world.value = event.currentTarget.value;
        }}
      >
        {names.map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}
