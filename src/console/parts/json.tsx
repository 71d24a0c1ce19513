import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { FieldPairs, FoundViolation, ShownBody } from '../model/control-types.ts';
import { jsonLines, messagesByLine } from '../model/json-lines.ts';
import { countText } from '../model/words.ts';
import { Prose } from './bits.tsx';

const FIRST = 400;
const MOST = 20_000;

interface JsonViewProps {
  readonly value: unknown;
  readonly label: string;
  /** Pointer of the value in its message: `/body`. */
  readonly start?: string;
  readonly violations?: readonly FoundViolation[];
}

/** A JSON value with its violations marked. */
export function JsonView({ value, label, start = '', violations = [] }: JsonViewProps): JSX.Element {
  const [most, setMost] = useState(FIRST);
  const lines = jsonLines(value, start, most);
  const wrong = messagesByLine(lines, start, violations);
  return (
    <>
      <pre class="json" tabIndex={0} role="group" aria-label={label}>
        {lines.map(({ depth, pointer, name, text, kind }) => {
          const messages = wrong.get(pointer) ?? [];
          const line = (
            <>
              {'  '.repeat(Math.min(depth, 40))}
              {name === undefined ? null : <span class="j-name">{`${JSON.stringify(name)}: `}</span>}
              <span class={`j-${kind}`}>{text}</span>
            </>
          );
          return (
            <span key={pointer} class="j-line">
              {messages.length === 0 ? line : <mark title={messages.join('; ')}>{line}</mark>}
              {messages.map((each, at) => (
                <span key={at} class="j-why">
                  {' ← '}
                  <Prose text={each} />
                </span>
              ))}
              {'\n'}
            </span>
          );
        })}
      </pre>
      {lines.length < most || most >= MOST ? null : (
        <button type="button" onClick={() => setMost(MOST)}>
          Show all lines
        </button>
      )}
    </>
  );
}

/** Header fields of a message, folded up. */
export function FieldList({ fields }: { readonly fields: FieldPairs }): JSX.Element {
  if (fields.length === 0) return <p class="muted small">No header fields.</p>;
  return (
    <details>
      <summary>{countText(fields.length, 'header field')}</summary>
      <dl class="fields">
        {fields.map(([name, value], at) => (
          <div key={at}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

interface BodyViewProps {
  readonly body: ShownBody | null;
  readonly label: string;
  readonly violations?: readonly FoundViolation[];
}

export function BodyView({ body, label, violations = [] }: BodyViewProps): JSX.Element {
  if (body === null) return <p class="muted">No content.</p>;
  const { mediaType, value, items, bytes, limit, reason } = body;
  if (bytes !== undefined)
    return (
      <p class="muted">
        {bytes.toLocaleString('en')} bytes of {mediaType}
      </p>
    );
  if (limit !== undefined) return <p class="muted">More than {limit.toLocaleString('en')} bytes: it was not read.</p>;
  if (reason !== undefined) return <p class="failed">It cannot be read: {reason}</p>;
  const shown = items ?? value;
  return <JsonView value={shown} label={`${label}, ${mediaType}`} start="/body" violations={violations} />;
}
