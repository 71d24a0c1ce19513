import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { useApp } from '../client/app.ts';
import { copyText } from '../client/copy-text.ts';
import { useFetched } from '../client/use-fetched.ts';
import type { FieldPairs, FoundViolation, PlaceInDocument, ShownExchange } from '../model/control-types.ts';
import { type CopyForm, copiesOf } from '../model/copies.ts';
import { hashOf } from '../model/route.ts';
import { clockTimeOf, readablePath } from '../model/words.ts';
import { Action, DetailHead, Prose, RefusalLine, Status } from '../parts/bits.tsx';
import { BodyView, FieldList } from '../parts/json.tsx';

/** One exchange with its violations marked, and actions for it. */
export function OpenedRequest({ sequence }: { readonly sequence: string }): JSX.Element {
  const app = useApp();
  const { outcome } = useFetched<ShownExchange>(`journal/${encodeURIComponent(sequence)}`);
  const back = hashOf('requests');
  if (outcome?.ok !== true)
    return (
      <section class="detail" aria-label="Request">
        <DetailHead back={back} title={`Request ${sequence}`} />
        <RefusalLine outcome={outcome} />
      </section>
    );
  const exchange = outcome.value;
  const { request, response, operation, violations, origin, world, client, at, duration } = exchange;
  const again = async (): Promise<void> => {
    const sent = await app.control.call<{ readonly sequence: number | null; readonly status: number }>(
      'POST',
      `journal/${sequence}/replay`,
    );
    if (
      app.showResult(sent, sent.ok ? `Sent again: ${sent.value.status}.` : '') &&
      sent.ok &&
      sent.value.sequence !== null
    )
      location.hash = hashOf('requests', [String(sent.value.sequence)]);
  };
  const isOfRequest = ({ code }: FoundViolation): boolean => !code.startsWith('response.');
  return (
    <section class="detail" aria-label={`Request ${sequence}`}>
      <DetailHead
        back={back}
        title={
          <>
            <span class="method">{request.method}</span> {readablePath(request.path)}
            {request.query === '' ? '' : `?${request.query}`}
          </>
        }
      >
        <Action onClick={again}>Send again</Action>
        {operation === undefined ? null : (
          <a class="button" href={hashOf('operations', [operation], { from: sequence })}>
            Try it
          </a>
        )}
      </DetailHead>
      <p class="meta">
        <Status status={response.status} />
        <span>
          {operation === undefined ? 'no operation' : <a href={hashOf('operations', [operation])}>{operation}</a>}
        </span>
        <span>from {origin}</span>
        <span>world {world}</span>
        <span>{clockTimeOf(at)}</span>
        <span>{Math.round(duration)} ms</span>
        <span>{client}</span>
      </p>
      {violations.length === 0 ? null : <Faults violations={violations} />}
      <h3>Request</h3>
      <BodyView body={request.body} label="Content of the request" violations={violations.filter(isOfRequest)} />
      <FieldList fields={request.headers} />
      <h3>Answer</h3>
      <BodyView
        body={response.body}
        label="Content of the answer"
        violations={violations.filter((each) => !isOfRequest(each))}
      />
      <FieldList fields={answerFields(response)} />
      <Copies exchange={exchange} />
    </section>
  );
}

/** Header fields of an answer. The journal keeps the media type with the content. */
function answerFields({ headers, body }: ShownExchange['response']): FieldPairs {
  return body === null ? headers : [['Content-Type', body.mediaType], ...headers];
}

function Faults({ violations }: { readonly violations: readonly FoundViolation[] }): JSX.Element {
  return (
    <ul class="faults" aria-label="Violations">
      {violations.map((each) => (
        <li key={`${each.pointer} ${each.code} ${each.rule ?? ''} ${each.message}`}>
          <p>
            <code>{each.pointer}</code> <Prose text={each.message} />
          </p>
          {each.rule === undefined ? null : <PlaceLines pointer={each.rule} />}
        </li>
      ))}
    </ul>
  );
}

/** Lines of the document around the violated rule. */
export function PlaceLines({ pointer }: { readonly pointer: string }): JSX.Element | null {
  const { outcome } = useFetched<PlaceInDocument>(`document/place?pointer=${encodeURIComponent(pointer)}`);
  if (outcome?.ok !== true) return null;
  const { file, line, lines } = outcome.value;
  return (
    <figure class="place">
      <figcaption>
        {file}:{line}
      </figcaption>
      {lines.length === 0 ? null : (
        <pre tabIndex={0} role="group" aria-label={`Lines of ${file}`}>
          {lines.map((each) => (
            <span key={each.line} class={each.line === line ? 'here' : ''}>
              <span class="number">{String(each.line).padStart(5)} </span>
              {each.text || ' '}
            </span>
          ))}
        </pre>
      )}
    </figure>
  );
}

function Copies({ exchange }: { readonly exchange: ShownExchange }): JSX.Element {
  const app = useApp();
  const { control, facts } = app;
  const [shown, show] = useState<CopyForm>();
  const template = facts.value?.operations.find(({ id }) => id === exchange.operation)?.path;
  const copy = async (form: CopyForm): Promise<void> => {
    show(form);
    await copyText(app, form.text, `Copied as ${form.name}.`);
  };
  return (
    <>
      <h3>Copy as</h3>
      <div class="actions">
        {copiesOf(exchange, control.apiRoot, template).map((form) => (
          <Action key={form.name} label={`Copy as ${form.name}`} onClick={() => copy(form)}>
            {form.name}
          </Action>
        ))}
      </div>
      {shown === undefined ? null : (
        <pre tabIndex={0} role="group" aria-label={`Copied as ${shown.name}`}>
          {shown.text}
        </pre>
      )}
    </>
  );
}
