import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { type ConsoleApp, useApp } from '../client/app.ts';
import { withCookies } from '../client/cookies.ts';
import { download } from '../client/download.ts';
import { type AnswerContent, readAnswer } from '../client/read-answer.ts';
import type { DrawnRequest, FieldPairs, ShownExchange, WholeOperation } from '../model/control-types.ts';
import { shownBodyText } from '../model/copies.ts';
import { hashOf } from '../model/route.ts';
import { sentBody } from '../model/sent-body.ts';
import { countText } from '../model/words.ts';
import { Action, SelectField, Status } from '../parts/bits.tsx';
import { Editor } from '../parts/editor.tsx';
import { FieldList, JsonView } from '../parts/json.tsx';

interface Draft {
  readonly target: string;
  /** Header fields, one in each line. */
  readonly fields: string;
  readonly body: string;
  /** Another number for each request that the form gets. */
  readonly number: number;
}

interface Answer {
  readonly status: number;
  readonly headers: FieldPairs;
  readonly content: AnswerContent | undefined;
  readonly entry: { readonly sequence: number; readonly duration: number } | undefined;
}

interface TryItProps {
  readonly operation: WholeOperation;
  readonly from: string | undefined;
}

/** A generated request of the operation, valid or with one violation, to edit and to send to the chosen world. */
export function TryIt({ operation, from }: TryItProps): JSX.Element {
  const app = useApp();
  const [draft, setDraft] = useState<Draft>();
  const [broken, setBroken] = useState('');
  const [refused, setRefused] = useState('');
  const [answer, setAnswer] = useState<Answer>();
  const [turn, setTurn] = useState(0);
  const mediaTypes = (operation.body?.content ?? []).map((each) => each.mediaType);
  const [mediaType, setMediaType] = useState('');
  const drafts = useRef(0);
  const show = (request: DrawnRequest): void => {
    drafts.current += 1;
    setDraft(draftOf(request, drafts.current));
  };
  const draw = async (next: number, place: string, wanted = mediaType): Promise<void> => {
    const [keyword = '', pointer = ''] = place.split(' ', 2);
    const typed = wanted === '' ? {} : { mediaType: wanted };
    const drawn = await app.call<DrawnRequest>('POST', `operations/${encodeURIComponent(operation.id)}/draw`, {
      turn: next,
      ...(place === '' ? typed : { breaks: { pointer, keyword } }),
    });
    setTurn(next);
    setRefused(drawn.ok ? '' : drawn.detail);
    if (drawn.ok) show(drawn.value);
  };
  useEffect(() => {
    if (app.draft.peek()?.operation === operation.id) show(app.draft.peek() as DrawnRequest);
    else if (from === undefined) void draw(0, '');
    else
      void app.call<ShownExchange>('GET', `journal/${encodeURIComponent(from)}`).then((found) => {
        if (found.ok) show(requestOf(found.value));
        else void draw(0, '');
      });
    app.draft.value = undefined;
  }, []);
  const [sending, setSending] = useState<AbortController>();
  const send = async (): Promise<void> => {
    if (draft === undefined) return;
    const stop = new AbortController();
    setSending(stop);
    setAnswer(await sendDraft(app, operation.method, draft, stop.signal));
    setSending(undefined);
  };
  const places = operation.breakable.map(({ pointer, keyword }) => `${keyword} ${pointer}`);
  return (
    <div class="panel try">
      <div class="actions">
        <h3>Try it</h3>
        <SelectField
          label="Kind of request"
          value={broken}
          options={['', ...places].map((each) => [each, each === '' ? 'Valid request' : `Breaks ${each}`])}
          onChoose={(place) => {
            setBroken(place);
            void draw(turn, place);
          }}
        />
        {mediaTypes.length < 2 || broken !== '' ? null : (
          <SelectField
            label="Media type of the content"
            value={mediaType}
            options={['', ...mediaTypes].map((each) => [each, each === '' ? 'Any media type' : each])}
            onChoose={(wanted) => {
              setMediaType(wanted);
              void draw(turn, '', wanted);
            }}
          />
        )}
        <Action onClick={() => draw(turn + 1, broken)}>Another one</Action>
      </div>
      {refused === '' ? null : (
        <p class="failed" role="alert">
          {refused}
        </p>
      )}
      {draft === undefined ? null : (
        <>
          <label class="field">
            Path and query
            <input
              type="text"
              class="mono"
              spellcheck={false}
              value={draft.target}
              onInput={(event) => setDraft({ ...draft, target: event.currentTarget.value })}
            />
          </label>
          <label class="field">
            Header fields, one a line
            <textarea
              class="mono"
              spellcheck={false}
              rows={Math.min(6, Math.max(2, draft.fields.split('\n').length))}
              value={draft.fields}
              onInput={(event) => setDraft({ ...draft, fields: event.currentTarget.value })}
            />
          </label>
          {operation.body === undefined && draft.body === '' ? null : (
            <Editor
              key={draft.number}
              label="Content of the request"
              text={draft.body}
              isJson={isJsonField(draft.fields)}
              onChange={(body) => setDraft((before) => (before === undefined ? before : { ...before, body }))}
            />
          )}
          <div class="actions">
            <Action kind="primary" onClick={send}>
              Send
            </Action>
            {sending === undefined ? null : (
              <button type="button" onClick={() => sending.abort()}>
                Stop
              </button>
            )}
            <span class="muted small">in world {app.world.value}</span>
          </div>
        </>
      )}
      {answer === undefined ? null : <Answered answer={answer} />}
    </div>
  );
}

function Answered({ answer }: { readonly answer: Answer }): JSX.Element {
  const { status, headers, content, entry } = answer;
  return (
    <div class="answer" role="status">
      <p class="meta">
        {status === 0 ? <span class="tag error">no answer</span> : <Status status={status} />}
        {entry === undefined ? null : (
          <>
            <span>{Math.round(entry.duration)} ms</span>
            <a href={hashOf('requests', [String(entry.sequence)])}>
              {status >= 400 ? 'See why it was refused' : 'See it among the requests'}
            </a>
          </>
        )}
      </p>
      <AnsweredContent content={content} />
      <FieldList fields={headers} />
    </div>
  );
}

function AnsweredContent({ content }: { readonly content: AnswerContent | undefined }): JSX.Element {
  if (content === undefined || content.file.size === 0) return <p class="muted">No content.</p>;
  const { text, picture, file } = content;
  const value = text === undefined ? undefined : jsonOf(text);
  if (value !== undefined) return <JsonView value={value} label="Content of the answer" />;
  return (
    <>
      {picture === undefined ? null : <img class="picture" src={picture} alt="Content of the answer" />}
      {text === undefined ? (
        <p class="actions">
          <span class="muted">
            {countText(file.size, 'byte')} of {file.type}
          </span>
          <Action onClick={() => download('answer', file)}>Download</Action>
        </p>
      ) : (
        <pre tabIndex={0} role="group" aria-label="Text of the answer">
          {text.slice(0, 20_000)}
        </pre>
      )}
    </>
  );
}

function draftOf({ target, headers, body = '', mediaType }: DrawnRequest, number: number): Draft {
  const isTyped = headers.some(([name]) => name.toLowerCase() === 'content-type');
  const fields = mediaType === undefined || isTyped ? headers : [['content-type', mediaType] as const, ...headers];
  return {
    target,
    fields: fields.map(([name, value]) => `${name}: ${value}`).join('\n'),
    body: indent(body),
    number,
  };
}

/** Whether the content is JSON, as far as the header fields say. */
function isJsonField(fields: string): boolean {
  const [, type = 'json'] = /^\s*content-type\s*:\s*(.*)$/im.exec(fields) ?? [];
  return /json/i.test(type);
}

function indent(body: string): string {
  const value = jsonOf(body);
  return value === undefined ? body : JSON.stringify(value, null, 2);
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Header fields that a browser sets by itself, and those that the journal does not contain. */
const LEFT_OUT = /^(host|connection|content-length|accept-encoding|user-agent|origin|referer|sec-.*|standin-world)$/i;

function requestOf({ request }: ShownExchange): DrawnRequest {
  const { path, query, headers, method, body } = request;
  const kept = headers.filter(([name, value]) => !LEFT_OUT.test(name) && !/\[redacted\]/.test(value));
  const text = shownBodyText(body);
  return {
    method,
    target: query === '' ? path : `${path}?${query}`,
    headers: kept,
    ...(text === undefined ? {} : { body: text }),
  };
}

async function sendDraft(
  app: ConsoleApp,
  method: string,
  { target, fields, body }: Draft,
  signal: AbortSignal,
): Promise<Answer> {
  const { control, world } = app;
  const headers = new Headers();
  const cookies: string[] = [];
  for (const line of fields.split('\n')) {
    const [, name, value = ''] = /^\s*([^:\s]+)\s*:\s*(.*)$/.exec(line) ?? [];
    if (name?.toLowerCase() === 'cookie') cookies.push(value);
    else if (name !== undefined) setField(headers, name, value);
  }
  if (world.value !== 'default') headers.set('standin-world', world.value);
  const canHold = body !== '' && method !== 'GET' && method !== 'HEAD';
  const init = {
    method,
    headers,
    signal,
    ...(canHold ? { body: sentBody(body, headers.get('content-type') ?? '') } : {}),
  };
  const response = await withCookies(document, cookies.join('; '), () => control.send(target, init)).catch(
    () => undefined,
  );
  const content = response === undefined ? undefined : await readAnswer(response).catch(() => undefined);
  if (signal.aborted) return { status: 0, headers: [], content: undefined, entry: undefined };
  const path = target.split('?')[0] ?? '';
  const found = await app.call<{
    readonly entries: readonly { readonly sequence: number; readonly duration: number }[];
  }>('GET', `journal?limit=1&path=${encodeURIComponent(path)}`);
  const entry = found.ok ? found.value.entries.at(-1) : undefined;
  return { status: response?.status ?? 0, headers: [...(response?.headers ?? [])], content, entry };
}

function setField(headers: Headers, name: string, value: string): void {
  try {
    headers.append(name, value);
  } catch {
    // A field that a browser cannot send is left out; the journal shows the sent request.
  }
}
