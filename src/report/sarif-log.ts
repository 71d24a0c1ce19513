import type { Json, JsonObject } from '../core/index.ts';
import { encodePathSegment, stringifyJson } from '../wire/index.ts';
import { inertJson } from './escape-text.ts';

/** The text of a SARIF 2.1.0 file with one run. */
export function sarifLog(run: JsonObject): string {
  const log: Json = { $schema: 'https://json.schemastore.org/sarif-2.1.0.json', version: '2.1.0', runs: [run] };
  return `${inertJson(stringifyJson(log, 2))}\n`;
}

/** `schema.write-only-leaked` as `SchemaWriteOnlyLeaked`, as code scanning shows names. */
export function ruleName(id: string): string {
  return id.replace(/(?:^|[^a-z0-9]+)([a-z0-9])/gi, (_, first: string) => first.toUpperCase());
}

/** A URI reference of a file name or URL as the user gave it (SARIF §3.4.3). */
export function fileUri(file: string): string {
  if (/^https?:\/\//.test(file)) return URL.canParse(file) ? new URL(file).href : encodePathSegment(file);
  const segments = file
    .replaceAll('\\', '/')
    .split('/')
    .map((segment) => encodePathSegment(segment));
  const path = segments.join('/');
  return path.startsWith('/') ? `file://${path}` : path === '' ? 'unknown' : path;
}
