import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { useApp } from '../client/app.ts';
import { PAGE_TITLES, PAGES, type PageName } from '../model/route.ts';
import { CheckPage } from '../pages/check.tsx';
import { DataPage } from '../pages/data.tsx';
import { OperationsPage } from '../pages/operations.tsx';
import { RequestsPage } from '../pages/requests.tsx';
import { RulesPage } from '../pages/rules.tsx';
import { UsePage } from '../pages/use.tsx';
import { WorldsPage } from '../pages/worlds.tsx';
import { Announcer } from './announcer.tsx';
import { HelpDialog, HelpSwitch } from './help.tsx';
import { Message } from './message.tsx';
import { TokenForm } from './token-form.tsx';
import { WorldChoice } from './world-choice.tsx';

const VIEWS: Readonly<Record<PageName, () => JSX.Element>> = {
  requests: RequestsPage,
  data: DataPage,
  operations: OperationsPage,
  rules: RulesPage,
  worlds: WorldsPage,
  use: UsePage,
  check: CheckPage,
};

export function Shell(): JSX.Element {
  const { route, facts, control } = useApp();
  const { page } = route.value;
  const title = facts.value?.title ?? 'standin';
  useEffect(() => {
    document.title = `${PAGE_TITLES[page]} – ${title}`;
  }, [page, title]);
  const View = VIEWS[page];
  const reach = control.reach.value;
  return (
    <div class="shell">
      <button type="button" class="skip" onClick={skipToMain}>
        Skip to the content
      </button>
      <header class="top">
        <p class="brand">
          <strong>{title}</strong> <span class="muted">{facts.value?.version}</span>
        </p>
        <WorldChoice />
        <HelpSwitch />
      </header>
      <nav class="pages" aria-label="Pages">
        <ul>
          {PAGES.map((each) => (
            <li key={each}>
              <a href={`#/${each}`} aria-current={each === page ? 'page' : undefined}>
                {PAGE_TITLES[each]}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <main id="main">
        <h1 class="hidden" tabIndex={-1}>
          {PAGE_TITLES[page]}
        </h1>
        {reach === 'away' ? (
          <p class="notice" role="status">
            The mock or its state cannot be reached. The page goes on as soon as it is back.
          </p>
        ) : null}
        {reach === 'locked' ? <TokenForm /> : <View key={page} />}
      </main>
      <Message />
      <Announcer />
      <HelpDialog />
    </div>
  );
}

function skipToMain(): void {
  document.querySelector<HTMLElement>('main h1')?.focus();
}
