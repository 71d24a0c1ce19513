import type { JSX } from 'preact';
import { useApp } from '../client/app.ts';
import { copyText } from '../client/copy-text.ts';
import { useFetched } from '../client/use-fetched.ts';
import type { UsedPartFacts } from '../model/control-types.ts';
import { hashOf } from '../model/route.ts';
import { countText } from '../model/words.ts';
import { Action, RefusalLine, Status } from '../parts/bits.tsx';

/** Use of deprecated parts by client, and coverage of operations. */
export function UsePage(): JSX.Element {
  const { outcome, again } = useFetched<{ readonly used: readonly UsedPartFacts[] }>('deprecations');
  return (
    <div class="page">
      <section aria-label="Deprecated parts in use">
        <div class="actions">
          <h2>Deprecated parts in use</h2>
          <button type="button" onClick={again}>
            Refresh
          </button>
          {outcome?.ok === true && outcome.value.used.length > 0 ? <TicketCopy used={outcome.value.used} /> : null}
        </div>
        {outcome?.ok !== true ? <RefusalLine outcome={outcome} /> : <UsedList used={outcome.value.used} />}
      </section>
      <CalledList />
    </div>
  );
}

const nameOf = ({ operation, pointer }: UsedPartFacts): string =>
  pointer === undefined ? operation : `${operation} ${pointer}`;

function UsedList({ used }: { readonly used: readonly UsedPartFacts[] }): JSX.Element {
  if (used.length === 0) return <p class="muted">No request has used a deprecated part of the document.</p>;
  return (
    <ul class="cards">
      {used.map((each) => (
        <li key={nameOf(each)} class="panel card">
          <div class="card-head">
            <div class="card-text">
              <a href={hashOf('operations', [each.operation])}>{each.operation}</a>
              {each.pointer === undefined ? null : <code> {each.pointer}</code>}{' '}
              <span class="muted">
                {each.kind}, used {countText(each.count, 'time')}
                {each.successor === undefined ? '' : `; use ${each.successor}`}
              </span>
            </div>
            <DaysLeft part={each} />
          </div>
          <ul class="plain small">
            {each.clients.map(({ client, count }) => (
              <li key={client}>
                {client}: {count.toLocaleString('en')}
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  );
}

function DaysLeft({ part: { daysToSunset, sunset } }: { readonly part: UsedPartFacts }): JSX.Element | null {
  if (daysToSunset === undefined) return null;
  return daysToSunset < 0 ? (
    <span class="tag error">gone since {sunset?.slice(0, 10)}</span>
  ) : (
    <span class="tag warning">{countText(daysToSunset, 'day')} left</span>
  );
}

function TicketCopy({ used }: { readonly used: readonly UsedPartFacts[] }): JSX.Element {
  const app = useApp();
  const copy = (): Promise<void> => copyText(app, ticketText(used), 'Copied as the text of a ticket.');
  return <Action onClick={copy}>Copy as ticket</Action>;
}

function ticketText(used: readonly UsedPartFacts[]): string {
  const lines = used.map((each) => {
    const end = each.sunset === undefined ? '' : `, removed on ${each.sunset.slice(0, 10)}`;
    const instead = each.successor === undefined ? '' : `, use ${each.successor}`;
    const by = each.clients.map(({ client, count }) => `  - ${client}: ${count}`).join('\n');
    return `- [ ] \`${nameOf(each)}\` (deprecated ${each.kind}${end}${instead}), used ${countText(each.count, 'time')}\n${by}`;
  });
  return `## Deprecated parts of the API in use\n\n${lines.join('\n')}\n`;
}

/** Coverage of the document's operations by the requests that this page has seen for the chosen world. */
function CalledList(): JSX.Element {
  const { live, facts, world } = useApp();
  const operations = facts.value?.operations ?? [];
  const calls = live.calls.value.of(world.value);
  const total = [...calls.values()].flatMap((statuses) => [...statuses.values()]).reduce((sum, each) => sum + each, 0);
  const missed = live.uncounted.value;
  const reached = operations.filter(({ id }) => calls.has(id));
  const rest = operations.filter(({ id }) => !calls.has(id));
  return (
    <section aria-label="Operations called">
      <h2>Operations called</h2>
      <p class="muted">
        {reached.length} of {countText(operations.length, 'operation')}, by {countText(total, 'request')} to world{' '}
        {world.value}
        {missed === 0 ? '.' : `. ${countText(missed, 'request')} came too fast for this page and are not counted.`}
      </p>
      {operations.length === 0 ? null : (
        <progress aria-label="Operations called" max={operations.length} value={reached.length} />
      )}
      <ul class="called">
        {reached.map(({ id, method, path }) => (
          <li key={id}>
            <a href={hashOf('operations', [id])}>
              <span class="method">{method}</span>
              {path}
            </a>
            <span class="actions">
              {[...(calls.get(id) ?? [])]
                .sort(([a], [b]) => a - b)
                .map(([status, count]) => (
                  <span key={status} class="small">
                    <Status status={status} /> × {count.toLocaleString('en')}
                  </span>
                ))}
            </span>
          </li>
        ))}
      </ul>
      {rest.length === 0 ? null : (
        <details>
          <summary>{countText(rest.length, 'operation')} not called</summary>
          <ul class="called">
            {rest.map(({ id, method, path }) => (
              <li key={id}>
                <a href={hashOf('operations', [id])}>
                  <span class="method">{method}</span>
                  {path}
                </a>
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}
