import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { useApp } from '../client/app.ts';
import { type ReportedFinding, type ReportedRun, runFromReport } from '../model/report-file.ts';
import { hashOf } from '../model/route.ts';
import { counted } from '../model/words.ts';
import { Prose } from '../parts/bits.tsx';
import { JsonView } from '../parts/json.tsx';

/** The results of a run from its `json` report. The file is not uploaded. */
export function CheckPage(): JSX.Element {
  const { report } = useApp();
  const [fault, setFault] = useState('');
  const [isOver, setOver] = useState(false);
  const read = async (file: File | undefined): Promise<void> => {
    if (file === undefined) return;
    const run = runFromReport(await file.text());
    setFault(typeof run === 'string' ? run : '');
    if (typeof run !== 'string') report.value = run;
  };
  return (
    <div class="page">
      <section aria-label="Report of a run">
        <h2>A run of the check</h2>
        <label
          class={`drop${isOver ? ' over' : ''}`}
          onDragOver={(event) => {
            event.preventDefault();
            setOver(true);
          }}
          onDragLeave={() => setOver(false)}
          onDrop={(event) => {
            event.preventDefault();
            setOver(false);
            void read(event.dataTransfer?.files[0]);
          }}
        >
          <span>
            Drop the <code>json</code> report of a run here, or choose it:
          </span>
          <input
            type="file"
            accept=".json,.ndjson,application/json"
            onChange={(event) => void read(event.currentTarget.files?.[0])}
          />
        </label>
        <p class="muted small">
          <code>standin check URL openapi.yaml --report json=run.json</code> writes one.
        </p>
        {fault === '' ? null : (
          <p class="failed" role="alert">
            <Prose text={fault} />
          </p>
        )}
      </section>
      {report.value === undefined ? null : <Story run={report.value} />}
    </div>
  );
}

function Story({ run }: { readonly run: ReportedRun }): JSX.Element {
  const counts = Object.entries(run.counts).filter(([, count]) => count > 0);
  return (
    <section aria-label="Findings">
      <h2>
        {run.title} at {run.target}
      </h2>
      <p class="meta">
        {counts.map(([verdict, count]) => (
          <span key={verdict} class={verdict}>
            {count.toLocaleString('en')} {verdict}
          </span>
        ))}
        <span>{counted(run.findings.length, 'finding')}</span>
      </p>
      {run.reasons.map((each) => (
        <p key={each}>
          <Prose text={each} />
        </p>
      ))}
      <ul class="cards">
        {run.findings.map((each) => (
          <FoundCard key={each.fingerprint} finding={each} />
        ))}
      </ul>
    </section>
  );
}

function FoundCard({ finding }: { readonly finding: ReportedFinding }): JSX.Element {
  const { check, severity, endpoint, operation, position, expected, actual, message, count, curl, script } = finding;
  return (
    <li class="panel card">
      <details>
        <summary>
          <span class={`tag ${severity}`}>{severity}</span> <Prose text={message} />
          {count > 1 ? <span class="muted"> × {count.toLocaleString('en')}</span> : null}
        </summary>
        <p class="meta">
          <code>{check}</code>
          <span>{endpoint}</span>
          {position === undefined ? null : (
            <span>
              {position.file}:{position.line}
            </span>
          )}
        </p>
        <dl class="fields">
          <div>
            <dt>expected</dt>
            <dd>{expected}</dd>
          </div>
          <div>
            <dt>actual</dt>
            <dd>{actual}</dd>
          </div>
        </dl>
        <Sent finding={finding} />
        {curl === undefined && script === undefined ? null : (
          <pre tabIndex={0} role="group" aria-label="Shows it again">
            {curl ?? script}
          </pre>
        )}
        {operation === undefined ? null : <TryLink finding={finding} operation={operation} />}
      </details>
    </li>
  );
}

function Sent({ finding: { exchange } }: { readonly finding: ReportedFinding }): JSX.Element | null {
  if (exchange === undefined) return null;
  const { request, response } = exchange;
  return (
    <>
      <h4>
        {request.method} {request.url}
      </h4>
      <BodyText text={request.body?.text} label="Content of the request" />
      {response === undefined ? null : (
        <>
          <h4>{response.status}</h4>
          <BodyText text={response.body?.text} label="Content of the answer" />
        </>
      )}
    </>
  );
}

function BodyText({ text, label }: { readonly text: string | undefined; readonly label: string }): JSX.Element | null {
  if (text === undefined || text === '') return null;
  try {
    return <JsonView value={JSON.parse(text)} label={label} />;
  } catch {
    return (
      <pre tabIndex={0} role="group" aria-label={label}>
        {text}
      </pre>
    );
  }
}

interface TryLinkProps {
  readonly finding: ReportedFinding;
  readonly operation: string;
}

/** Opens the operation with the request of the finding in the try-it form. */
function TryLink({ finding: { exchange }, operation }: TryLinkProps): JSX.Element | null {
  const { draft, facts } = useApp();
  if (facts.value?.operations.some(({ id }) => id === operation) !== true) return null;
  const take = (): void => {
    if (exchange === undefined) return;
    const { method, url, headers, body } = exchange.request;
    const { pathname, search } = new URL(url);
    const kept = headers.filter(
      ([name, value]) => !/^(host|connection|content-length)$/i.test(name) && !/\[redacted\]/.test(value),
    );
    draft.value = {
      operation,
      method,
      target: `${pathname}${search}`,
      headers: kept,
      ...(body?.text === undefined ? {} : { body: body.text }),
    };
  };
  return (
    <a class="button" href={hashOf('operations', [operation])} onClick={take}>
      Try it on this mock
    </a>
  );
}
