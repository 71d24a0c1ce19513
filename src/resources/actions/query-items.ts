import { lastSegment, type Operation } from '../../spec/index.ts';
import { entityShownIn } from '../evidence/evidence.ts';
import { type Segment, segmentsOf } from '../model/paths.ts';
import { plain, singular } from '../model/words.ts';
import { requestSchema } from '../schema/bodies.ts';
import type { Shapes } from '../schema/shape.ts';
import { callIdIn, namesIn } from './call-names.ts';

/** An operation on the item that its query names: `GET /agent?username=`. */
export interface QueryItemCall {
  readonly operation: Operation;
  readonly deed: 'create' | 'read' | 'replace' | 'patch' | 'delete';
  /** The path, which is the same for all of them. */
  readonly base: readonly Segment[];
}

const DEED_OF = { GET: 'read', POST: 'create', PUT: 'replace', PATCH: 'patch', DELETE: 'delete' } as const;

/**
 * The operations of paths where each item has the same path, and a required query parameter names it: `GET /agent?username=` answers one
 * agent, and `POST /agent` takes one with that name. Nothing stands below such a path.
 */
export function callsOnQueryItems(
  shapes: Shapes,
  operations: readonly Operation[],
): readonly (readonly QueryItemCall[])[] {
  const byPath = new Map<string, Operation[]>();
  const above = new Set<string>();
  for (const each of operations) {
    const end = each.path.indexOf('/{');
    if (end >= 0) above.add(each.path.slice(0, end));
    else if (!/[{?]/.test(each.path)) byPath.set(each.path, [...(byPath.get(each.path) ?? []), each]);
  }
  return [...byPath].flatMap(([path, own]) => {
    // Methods and words are known without a look at the operations, of which a large document has hundreds.
    const isWritten = own.some(({ method }) => WRITES.has(method));
    const calls = isWritten && !above.has(path) && isOfOne(path) ? callsOf(shapes, path, own) : [];
    return calls.length === 0 ? [] : [calls];
  });
}

/** What many things have in common, so that it names none of them: `GET /quote?currency=`. */
const SHARED =
  /^(?:currency|country|language|locale|lang|type|kind|category|group|status|state|date|day|month|year|city|region|unit|mode)(?:code|name)?$/;

const WRITES = new Set(['PUT', 'PATCH', 'DELETE']);

/** Whether the last word of a path is one thing, or what is known of one: `agent`, `AgentDetails`. */
function isOfOne(path: string): boolean {
  const word = plain(lastSegment(path)).replace(/details$/, '');
  return singular(word) === word;
}

function callsOf(shapes: Shapes, path: string, own: readonly Operation[]): readonly QueryItemCall[] {
  const base = segmentsOf(path);
  const last = base.at(-1);
  const read = own.find(({ method }) => method === 'GET');
  const create = own.find(({ method }) => method === 'POST');
  const sent = create && shapes.maybe(requestSchema(create));
  if (read === undefined || sent === undefined || last?.kind !== 'literal') return [];
  const [only, ...others] = read.parameters.filter((each) => each.in === 'query' && each.required);
  if (SHARED.test(plain(only?.name ?? ''))) return [];
  const id = callIdIn(shapes, read, base);
  if (only === undefined || others.length > 0 || id?.text !== only.name) return [];
  const shown = shapes.maybe(entityShownIn(shapes, read, last.text)?.found.schema);
  if (shown === undefined || shown.spelled(id.text).length === 0) return [];
  const names = (operation: Operation): boolean =>
    namesIn(shapes, operation).some(({ text }) => plain(text) === plain(id.text));
  return own.flatMap((operation): readonly QueryItemCall[] => {
    const deed = DEED_OF[operation.method as keyof typeof DEED_OF];
    return deed === 'create' || names(operation) ? [{ operation, deed, base }] : [];
  });
}
