import type { Json } from '../core/index.ts';
import type { Refusal } from './refusal.ts';

/** What an error body can tell. */
export interface Facts {
  readonly refusal: Refusal;
  readonly path: string;
  readonly title: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** Where the operation is documented for people, if the document says so. */
  readonly documentation: string | undefined;
}

type Meaning = (facts: Facts, name: string) => readonly (Json | undefined)[];

const MEANINGS: Readonly<Record<string, Meaning>> = {
  'code, errorcode, errcode, errorid, slug': ({ refusal }) => [refusal.code, refusal.status, String(refusal.status)],
  'status, statuscode, httpstatus, httpcode': ({ refusal, title }) => [refusal.status, String(refusal.status), title],
  'message, msg, errormessage, detail, description, errordescription, reason, hint, text, explanation': ({
    refusal,
  }) => [refusal.message],
  details: ({ refusal }) => [refusal.message, []],
  'title, statustext, name, summary': ({ title }) => [title],
  error: ({ refusal }) => [refusal.code, refusal.message, true],
  errors: ({ refusal }) => [refusal.message],
  type: ({ refusal }) => ['about:blank', refusal.code],
  'instance, uri, url, requesturi, requestpath': ({ path }) => [path],
  path: ({ refusal, path }) => [refusal.violations.length === 1 ? refusal.violations[0]?.pointer : path],
  'field, property, pointer, location, param, parameter, source': ({ refusal }) => [refusal.violations[0]?.pointer],
  'keyword, rule': ({ refusal }) => [refusal.violations[0]?.keyword],
  'timestamp, time, date': ({ now }) => [new Date(now).toISOString(), now],
  'success, ok': () => [false],
  'documentation, documentationurl, docs, docsurl, docurl, helpurl, moreinfo': ({ documentation }) => [documentation],
};

const BY_NAME: ReadonlyMap<string, Meaning> = new Map(
  Object.entries(MEANINGS).flatMap(([names, meaning]) => names.split(', ').map((name) => [name, meaning] as const)),
);

/** What a field of that name can say of a refusal, best first; nothing where the name means nothing here. */
export function meaningsOf(name: string, facts: Facts): readonly Json[] {
  const meaning = BY_NAME.get(name.toLowerCase().replace(/[_-]/g, ''));
  return (meaning?.(facts, name) ?? []).filter((value) => value !== undefined);
}
