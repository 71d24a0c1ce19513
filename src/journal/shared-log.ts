import { type Body, type Json, type JsonObject, type SharedLog, StandinError } from '../core/index.ts';
import type { Api } from '../spec/index.ts';
import { isArray, isObject, parseJson, type Redaction, stringifyJson } from '../wire/index.ts';
import { entryAsJson, secretsOf } from './entry-as-json.ts';
import type { RecordedEntry } from './ring.ts';

/** Longer lines leave the bodies out. */
const LONGEST = 64 * 1024;

/** An exchange as other processes see it: without secrets. */
export function logLineOf(entry: RecordedEntry, redaction: Redaction): string {
  const shown = entryAsJson({ ...entry, sequence: 0 }, redaction.knowing(secretsOf(entry, redaction)));
  const line = stringifyJson(shown);
  if (line.length <= LONGEST) return line;
  const without = (message: Json | undefined): JsonObject => ({ ...objectIn(message), body: null });
  return stringifyJson({ ...shown, request: without(shown['request']), response: without(shown['response']) });
}

/** The exchange that a line tells of. Throws `state.damaged`. */
export function entryFrom(line: string, api: Api | undefined): RecordedEntry {
  const parsed = parseJson(line, { maxDepth: 100_000 });
  if (!parsed.ok) throw new StandinError('state.damaged', `A line of the shared journal is damaged: ${parsed.reason}.`);
  const record = objectIn(parsed.value);
  const request = objectIn(record['request']);
  const response = objectIn(record['response']);
  const operation = typeof record['operation'] === 'string' ? api?.operation(record['operation']) : undefined;
  return {
    at: Number(record['at']),
    duration: Number(record['duration']),
    world: String(record['world']),
    ...(operation === undefined ? {} : { operation }),
    client: String(record['client']),
    origin: String(record['origin']),
    request: {
      method: String(request['method']),
      path: String(request['path']),
      query: String(request['query']),
      headers: fieldsIn(request),
      body: bodyIn(request['body']),
    },
    response: { status: Number(response['status']), headers: fieldsIn(response), body: bodyIn(response['body']) },
    // Only `lineOf` writes these lines.
    violations: (record['violations'] ?? []) as unknown as RecordedEntry['violations'],
  };
}

const objectIn = (value: Json | undefined): JsonObject => (isObject(value) ? value : {});

const fieldsIn = ({ headers }: JsonObject): RecordedEntry['request']['headers'] =>
  // Only `lineOf` writes these lines.
  (headers ?? []) as unknown as RecordedEntry['request']['headers'];

function bodyIn(value: Json | undefined): Body {
  const { mediaType, value: parsed, items, bytes, limit, reason } = objectIn(value);
  const type = String(mediaType ?? '');
  if (parsed !== undefined) return { kind: 'parsed', mediaType: type, value: parsed, text: '' };
  if (items !== undefined && isArray(items)) return { kind: 'stream', mediaType: type, items };
  if (bytes !== undefined) return { kind: 'bytes', mediaType: type, bytes: new Uint8Array(Number(bytes)) };
  if (limit !== undefined) return { kind: 'oversize', mediaType: type, limit: Number(limit) };
  if (reason !== undefined) return { kind: 'unreadable', mediaType: type, text: '', reason: String(reason) };
  return { kind: 'none' };
}

/** What this process has taken in of what the others tell. */
export interface LogReader {
  tell(entry: RecordedEntry): void;
  /** Takes in what is new. `begin` is called first where everything before was cleared. */
  take(begin: () => void, each: (line: string) => void): Promise<void>;
  clear(): Promise<void>;
}

/** `log` may be another after a reload of the document; its lines are the same. */
export function createGathering(log: () => SharedLog | undefined, redaction: () => Redaction): LogReader {
  let cursor = '';
  // One after another: two at once would take the same lines in.
  let last: Promise<unknown> = Promise.resolve();
  return {
    tell(entry) {
      const to = log();
      if (to !== undefined) to.append(logLineOf(entry, redaction()));
    },
    take(begin, each) {
      const next = last.then(async () => {
        const newLines = await log()?.since(cursor);
        if (newLines === undefined) return;
        cursor = newLines.cursor;
        if (newLines.cleared) begin();
        for (const { text, own } of newLines.lines) if (!own || newLines.cleared) each(text);
      });
      last = next.catch(() => undefined);
      return next;
    },
    async clear() {
      await log()?.clear();
    },
  };
}
