import { render } from 'preact';
import { AppContext, createConsoleApp } from '../client/app.ts';
import { createControl } from '../client/control.ts';
import { createKeys, listenForKeys } from '../client/keys.ts';
import { KeysContext } from '../client/keys-context.ts';
import { createLive } from '../client/live.ts';
import { followFocus, goBack } from './focus.ts';
import { Shell } from './shell.tsx';

/** Renders the console into its page. */
export function startConsole(view: Window): void {
  const { document } = view;
  const place = document.getElementById('console');
  const prefix = document.querySelector<HTMLMetaElement>('meta[name=control-prefix]')?.content;
  if (place === null || prefix === undefined) return;
  const control = createControl(new URL('./', document.baseURI), prefix, view.sessionStorage);
  const app = createConsoleApp(control, createLive(control), view);
  const keys = createKeys(view.localStorage);
  listenForKeys(keys, view, () => goBack(app));
  followFocus(app, view);
  app.world.subscribe(() => void app.loadFacts());
  render(
    <AppContext.Provider value={app}>
      <KeysContext.Provider value={keys}>
        <Shell />
      </KeysContext.Provider>
    </AppContext.Provider>,
    place,
  );
}
