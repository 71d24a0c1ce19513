import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { useApp } from '../client/app.ts';

/** Asks for the control token, which is kept in this tab only. */
export function TokenForm(): JSX.Element {
  const { control } = useApp();
  const [token, setToken] = useState('');
  const unlock = (event: Event): void => {
    event.preventDefault();
    control.unlock(token);
  };
  return (
    <form class="page narrow" onSubmit={unlock}>
      <h2>This mock asks for its control token</h2>
      <p class="muted">{control.refusal.value}</p>
      <p class="muted">
        The token is the value of <code>--control-token</code>. It is kept until this tab is closed.
      </p>
      <label class="field">
        Control token
        <input
          type="password"
          autocomplete="off"
          value={token}
          onInput={(event) => setToken(event.currentTarget.value)}
        />
      </label>
      <button type="submit" class="primary">
        Unlock
      </button>
    </form>
  );
}
