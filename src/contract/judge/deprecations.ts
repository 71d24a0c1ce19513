import {
  type Api,
  type Lifecycle,
  lifecycleOf,
  type MediaType,
  type Operation,
  type Schema,
} from '../../spec/index.ts';
import { dayOf, fieldValue, parseStructuredDate } from '../../wire/index.ts';
import type { DeprecatedPart } from '../model/events.ts';
import type { Exchange } from '../model/exchange.ts';
import { getOr } from '../model/get-or.ts';
import { annotatingSchemas, isDeprecated } from '../responses/deprecated-places.ts';
import { endOf } from '../responses/sunsets.ts';

/** Keeps the lifecycle fields that the target sent, and which callers used what. */
export interface DeprecationBook {
  saw(exchange: Exchange): void;
  used(operation: string, messagePointer: string | undefined, caller: string): void;
  /** The Sunset field of an operation's last answer. */
  sunsetOf(operation: string): string | undefined;
  /** `redact` takes secrets out of what the target sent. */
  parts(
    api: Api,
    operations: readonly Operation[],
    now: number,
    redact: (text: string) => string,
  ): readonly DeprecatedPart[];
}

type SentBy = DeprecatedPart['sent'];

export function createDeprecations(): DeprecationBook {
  const sent = new Map<string, SentBy>();
  const uses = new Map<string, Map<string, number>>();
  return {
    saw({ operation, response }) {
      if (operation === undefined || response.status > 399) return;
      const [deprecation, sunset, link] = ['deprecation', 'sunset', 'link'].map((name) =>
        fieldValue(response.headers, name),
      );
      sent.set(operation.id, {
        ...(deprecation === undefined ? {} : { deprecation }),
        ...(sunset === undefined ? {} : { sunset }),
        ...(link === undefined ? {} : { link }),
      });
    },
    used(operation, messagePointer, caller) {
      const key = `${operation} ${messagePointer ?? ''}`;
      const callers = getOr(uses, key, () => new Map<string, number>());
      callers.set(caller, (callers.get(caller) ?? 0) + 1);
    },
    sunsetOf: (operation) => sent.get(operation)?.sunset,
    parts: (api, operations, now, redact) =>
      operations.flatMap((operation) =>
        deprecationMarks(api, operation, sent.get(operation.id) ?? {}).map((part) => {
          const callers = uses.get(`${operation.id} ${part.messagePointer ?? ''}`) ?? new Map<string, number>();
          const redacted = Object.entries(sent.get(operation.id) ?? {}).map(([name, text]) => [name, redact(text)]);
          return describe(api, operation, part, { sent: Object.fromEntries(redacted), callers, now });
        }),
      ),
  };
}

interface DeprecationMark {
  readonly kind: DeprecatedPart['kind'];
  readonly messagePointer?: string;
  readonly pointer: string;
  readonly lifecycle: Lifecycle;
}

/**
 * All deprecated parts of an operation: those that the document marks, and the operation itself if its
 * answers say so.
 */
function deprecationMarks(api: Api, operation: Operation, sent: SentBy): readonly DeprecationMark[] {
  const marks: DeprecationMark[] = [];
  const { pointer } = operation;
  const lifecycle = withSent(operation, sent);
  if (lifecycle.deprecated || lifecycle.sunset !== undefined) marks.push({ kind: 'operation', pointer, lifecycle });
  for (const parameter of operation.parameters) {
    if (!parameter.lifecycle.deprecated) continue;
    const messagePointer = `/${parameter.in}/${parameter.name}`;
    marks.push({ kind: 'parameter', messagePointer, pointer: parameter.pointer, lifecycle: parameter.lifecycle });
  }
  const bodies: readonly MediaType[] = [
    ...(operation.body?.content ?? []),
    ...operation.responses.flatMap(({ content }) => content),
  ];
  const seen = new Set<string>();
  for (const { schema } of bodies)
    if (schema !== undefined) properties(api, schema, '/body', { marks, seen, depth: 0 });
  for (const header of operation.responses.flatMap(({ headers }) => headers)) {
    if (!header.lifecycle.deprecated) continue;
    const messagePointer = `/header/${header.name.toLowerCase()}`;
    marks.push({ kind: 'header', messagePointer, pointer: header.pointer, lifecycle: header.lifecycle });
  }
  return marks;
}

/** The lifecycle of an operation. Dates of its answers fill in for missing dates of the document. */
function withSent(operation: Operation, sent: SentBy): Lifecycle {
  const { lifecycle } = operation;
  const since = lifecycle.since ?? (sent.deprecation === undefined ? undefined : parseStructuredDate(sent.deprecation));
  const sunset = endOf(operation, sent.sunset)?.at;
  return {
    ...lifecycle,
    deprecated: lifecycle.deprecated || sent.deprecation !== undefined,
    ...(since === undefined ? {} : { since }),
    ...(sunset === undefined ? {} : { sunset }),
  };
}

const DEEPEST = 5;

/** A walk over a schema. `parts` gets what is deprecated. */
interface MarkWalk {
  readonly marks: DeprecationMark[];
  readonly seen: Set<string>;
  readonly depth: number;
}

function properties(api: Api, schema: Schema, place: string, { marks, seen, depth }: MarkWalk): void {
  const rule = api.deref(schema);
  if (typeof rule === 'boolean' || depth > DEEPEST) return;
  for (const part of [...(rule.allOf ?? []), ...(rule.anyOf ?? []), ...(rule.oneOf ?? [])])
    properties(api, part, place, { marks, seen, depth: depth + 1 });
  if (rule.items !== undefined) properties(api, rule.items, `${place}/*`, { marks, seen, depth: depth + 1 });
  for (const [name, member] of Object.entries<Schema>(rule.properties ?? {})) {
    const at = `${place}/${name}`;
    if (isDeprecated(api, member) && !seen.has(at)) {
      seen.add(at);
      const schemas = annotatingSchemas(api, member);
      const pointer =
        api.pointerOf(member) ?? schemas.map((each) => api.pointerOf(each)).find((each) => each !== undefined);
      // Lifecycle facts beside a reference win over those of its target.
      const lifecycle = Object.assign({}, ...schemas.map((each) => lifecycleOf(each)).reverse(), { deprecated: true });
      marks.push({ kind: 'property', messagePointer: at, pointer: pointer ?? '', lifecycle });
    }
    properties(api, member, at, { marks, seen, depth: depth + 1 });
  }
}

const DAY = 86_400_000;

/** Who sent a deprecated part, and when it is asked. */
interface UseFacts {
  readonly sent: SentBy;
  readonly callers: ReadonlyMap<string, number>;
  readonly now: number;
}

function describe(
  api: Api,
  operation: Operation,
  part: DeprecationMark,
  { sent, callers, now }: UseFacts,
): DeprecatedPart {
  const { kind, messagePointer, pointer, lifecycle } = part;
  const { since, sunset, successor, documentation } = lifecycle;
  const position = api.lineOf(pointer);
  return {
    kind,
    operation: operation.id,
    endpoint: `${operation.method} ${operation.path}`,
    ...(messagePointer === undefined ? {} : { messagePointer }),
    pointer,
    ...(position === undefined ? {} : { position }),
    ...(since === undefined ? {} : { since: dayOf(since) }),
    ...(sunset === undefined ? {} : { sunset: dayOf(sunset), daysLeft: Math.floor((sunset - now) / DAY) }),
    ...(successor === undefined ? {} : { successor }),
    ...(documentation === undefined ? {} : { documentation }),
    sent: kind === 'operation' ? sent : {},
    uses: [...callers].map(([caller, count]) => ({ caller, count })).sort((a, b) => b.count - a.count),
  };
}
