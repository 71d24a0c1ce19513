import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { useApp } from '../client/app.ts';
import { canFollow, chosenFile, droppedFile } from '../client/growing-files.ts';
import type { GrowingFile } from '../client/opened-report.ts';
import type { ReportedFinding, ReportedRun } from '../model/report-file.ts';
import { hashOf } from '../model/route.ts';
import { countText } from '../model/words.ts';
import { Prose } from '../parts/bits.tsx';
import { JsonView } from '../parts/json.tsx';

/** The results of a run from its `json` report, also while it is written. The file is not uploaded. */
export function CheckPage(): JSX.Element {
  const { report } = useApp();
  const [isOver, setOver] = useState(false);
  const run = report.run.value;
  const follow = async (growing: Promise<GrowingFile | undefined>): Promise<void> => {
    const file = await growing;
    if (file !== undefined) await report.follow(file);
  };
  const open = (files: FileList | null | undefined): void => {
    const [file] = files ?? [];
    if (file !== undefined) void report.read(file);
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
            const growing = droppedFile(event.dataTransfer?.items);
            if (growing === undefined) open(event.dataTransfer?.files);
            else void follow(growing);
          }}
        >
          <span>
            Drop the <code>json</code> report of a run here, or choose it:
          </span>
          <input
            type="file"
            accept=".json,.ndjson,application/json"
            onClick={(event) => {
              const growing = chosenFile();
              if (growing === undefined) return;
              event.preventDefault();
              void follow(growing);
            }}
            onChange={(event) => open(event.currentTarget.files)}
          />
        </label>
        <p class="muted small">
          <code>standin check URL openapi.yaml --report json=run.json</code> writes one at the end of a run,{' '}
          <code>standin check URL openapi.yaml --json &gt; run.json</code> while it runs.{' '}
          {canFollow()
            ? 'The page follows a file that grows.'
            : 'This browser reads a file once: choose it again later.'}
        </p>
        {report.fault.value === '' ? null : (
          <p class="failed" role="alert">
            <Prose text={report.fault.value} />
          </p>
        )}
        {report.followed.value === undefined ? null : (
          <p class="actions">
            <span>
              Following {report.followed.value}
              {run === undefined ? '' : `: ${run.done.toLocaleString('en')} of ${countText(run.planned, 'case')}`}
            </span>
            <button type="button" onClick={() => report.stop()}>
              Stop
            </button>
          </p>
        )}
      </section>
      {run === undefined ? null : <Story run={run} />}
    </div>
  );
}

function Story({ run }: { readonly run: ReportedRun }): JSX.Element {
  const counts = Object.entries(run.counts).filter(([, count]) => count > 0);
  const found = countText(run.findings.length, 'finding');
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
        <span>{found}</span>
      </p>
      {run.reasons
        .filter((each) => each !== found)
        .map((each) => (
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
