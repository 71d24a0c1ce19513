import { createHash } from 'node:crypto';
import type { Severity } from '../../findings/index.ts';
import { withoutIndexes } from '../../findings/index.ts';
import type { Cause, Finding } from '../model/events.ts';
import { getOr } from '../model/get-or.ts';

/** The kinds of causes that findings share. */
type CauseKind = Cause['kind'];

/** The number of operations with the same fault that make it a fault of the whole API. */
const EVERYWHERE = 3;
/** The checks of credentials that are not enforced. */
const MISSING_ACCEPTED = 'auth.missing-accepted';
const INVALID_ACCEPTED = 'auth.invalid-accepted';

/** The number of different broken requests that an operation accepts before it counts as not validating. */
const UNVALIDATED = 3;

const RANK: Readonly<Record<Severity, number>> = { error: 0, warning: 1, info: 2 };

/**
 * Links findings with one cause to one of them (`because`), and gives all the same `cause`. A finding takes
 * the first kind of cause that it shares with another; causes are never chained. Findings that follow from
 * another already, or are flaky, are unchanged.
 */
export function withSharedCauses(findings: readonly Finding[]): readonly Finding[] {
  const leading = new Set(findings.flatMap(({ because }) => because ?? []));
  const open = findings.filter(
    ({ because, flaky, fingerprint }) => because === undefined && flaky !== true && !leading.has(fingerprint),
  );
  const anonymous = new Set(
    open.flatMap(({ check, operation }) => (check === MISSING_ACCEPTED ? (operation ?? []) : [])),
  );
  const caused = new Map<Finding, { readonly cause: Cause; readonly lead: Finding }>();
  for (const { kind, keyOf, isEnough } of RULES) {
    const groups = new Map<string, Finding[]>();
    for (const finding of open) {
      const key = caused.has(finding) ? undefined : keyOf(finding, anonymous);
      if (key !== undefined) getOr(groups, key, () => []).push(finding);
    }
    for (const [key, members] of groups) {
      if (!isEnough(members)) continue;
      const lead = leadOf(members);
      const cause: Cause = { id: idOf(kind, key), kind, findings: members.length };
      for (const member of members) caused.set(member, { cause, lead });
    }
  }
  return findings.map((finding) => {
    const found = caused.get(finding);
    if (found === undefined) return finding;
    const { cause, lead } = found;
    return lead === finding ? { ...finding, cause } : { ...finding, cause, because: lead.fingerprint };
  });
}

/** A rule for shared causes. Rules are tried in order. */
interface Rule {
  readonly kind: CauseKind;
  /**
   * Findings with the same key share a cause; undefined if the rule does not apply. `anonymous`: operations
   * that answer without a credential.
   */
  readonly keyOf: (finding: Finding, anonymous: ReadonlySet<string>) => string | undefined;
  readonly isEnough: (members: readonly Finding[]) => boolean;
}

const RULES: readonly Rule[] = [
  // The service converts values of one type to another: a number where a string is documented.
  {
    kind: 'everywhere',
    keyOf: ({ check, message, severity }) => {
      const [, wanted, sent = ''] = (check === 'reject.wrong-type' && WRONG_TYPE.exec(message)) || [];
      return wanted === undefined ? undefined : key(check, wanted, typeof parsed(sent), severity);
    },
    isEnough: (members) => placesOf(members, placeOf) >= EVERYWHERE,
  },
  // The service does not validate a component in any operation.
  {
    kind: 'unvalidated',
    keyOf: ({ check, pointer, severity }) =>
      isAccepted(check) && componentOf(pointer) !== undefined ? key(componentOf(pointer), severity) : undefined,
    isEnough: (members) => !members.every(isOfDecoder) && placesOf(members, ({ pointer }) => pointer) >= UNVALIDATED,
  },
  // The service reads every body so: null as an absent value, any media type, no body as an empty one.
  {
    kind: 'everywhere',
    keyOf: (finding) => (isOfDecoder(finding) ? key(finding.check, finding.severity) : undefined),
    isEnough: (members) => placesOf(members, placeOf) >= EVERYWHERE,
  },
  // The service asks for no credential: a request that needs none may have an invalid one as well.
  {
    kind: 'everywhere',
    keyOf: ({ check, operation, severity }, anonymous) =>
      check === MISSING_ACCEPTED || (check === INVALID_ACCEPTED && operation !== undefined && anonymous.has(operation))
        ? key(MISSING_ACCEPTED, severity)
        : undefined,
    isEnough: (members) => placesOf(members, placeOf) >= EVERYWHERE,
  },
  // One refusal, after a broken request and after a valid one.
  {
    kind: 'place',
    keyOf: ({ check, operation, messagePointer, expected, actual, severity }) =>
      (check === ERROR_SHAPE || check.startsWith('schema.')) && operation !== undefined && messagePointer !== undefined
        ? key(operation, withoutIndexes(messagePointer), expected, templateOf(actual), severity)
        : undefined,
    isEnough: (members) =>
      members.some(({ check }) => check === ERROR_SHAPE) && members.some(({ check }) => check !== ERROR_SHAPE),
  },
  // Null for every absent value of one component.
  {
    kind: 'component',
    keyOf: ({ check, pointer, severity }) =>
      check === 'schema.nullability' && componentOf(pointer) !== undefined
        ? key(check, componentOf(pointer), severity)
        : undefined,
    isEnough: (members) => placesOf(members, ({ pointer }) => pointer) >= 2,
  },
  // The same rule of one component of the document, in any operation that refers to it.
  {
    kind: 'component',
    keyOf: ({ check, pointer, keyword, severity }) =>
      componentOf(pointer) === undefined ? undefined : key(check, pointer, keyword, severity),
    isEnough: (members) => placesOf(members, placeOf) >= 2,
  },
  // The same fault at the same place of one operation's answers, in any alternative of the schema.
  {
    kind: 'place',
    keyOf: ({ check, operation, messagePointer, keyword, severity }) =>
      check.startsWith('schema.') && operation !== undefined && messagePointer !== undefined
        ? key(check, operation, withoutIndexes(messagePointer), keyword, severity)
        : undefined,
    isEnough: (members) => members.length >= 2,
  },
  // The same failure inside the service: one stack trace, one error message.
  {
    kind: 'answer',
    keyOf: ({ check, exchange, severity }) => {
      const { status = 0, body } = exchange?.response ?? {};
      return (status < 500 && !LEAKED.has(check)) || body === undefined || body.encoding === 'base64'
        ? undefined
        : key(check === ECHO ? ECHO : '', String(status), sentenceOf(body.text), severity);
    },
    isEnough: (members) => placesOf(members, placeOf) >= 2,
  },
  {
    kind: 'everywhere',
    keyOf: ({ check, keyword, messagePointer, expected, actual, severity }) =>
      OF_THE_API.test(check)
        ? key(
            check,
            keyword,
            withoutIndexes(messagePointer ?? ''),
            check.startsWith('status.') ? '' : templateOf(expected),
            // The value of a header field is data.
            check === 'header.schema' ? '' : templateOf(actual),
            severity,
          )
        : undefined,
    isEnough: (members) => placesOf(members, placeOf) >= EVERYWHERE,
  },
  {
    kind: 'unvalidated',
    keyOf: ({ check, operation, severity }) =>
      isAccepted(check) && operation !== undefined ? key(operation, severity) : undefined,
    isEnough: (members) => !members.every(isOfDecoder) && members.length >= UNVALIDATED,
  },
];

/** One page of an error may show a credential or a stack trace at every path. */
const ECHO = 'leak.credential-echo';
const LEAKED = new Set(['leak.stack-trace', ECHO]);

const ERROR_SHAPE = 'reject.error-shape';

/** "must be a string or null, but is 4.5." */
const WRONG_TYPE = / must be an? (\w+)(?: or null)?, but is (.+)\.$/;

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Areas of checks that are about a server or framework, not about one operation. */
const OF_THE_API =
  /^((header|body|method|auth|content-type|protocol|cors|error|caching|conditional|status)\.|vacuous\.only-401-403$)/;

/** Checks of refusals: the wrong request was not accepted. */
const REFUSED = new Set(['reject.error-shape', 'reject.wrong-code', 'reject.foreign-code']);
const isAccepted = (check: string): boolean => check.startsWith('reject.') && !REFUSED.has(check);

/** Checks of what the reader of bodies accepts, whatever the operation does with it. */
const OF_DECODER = new Set(['reject.null', 'reject.empty-body', 'reject.unsupported-media-type']);
const isOfDecoder = ({ check }: Finding): boolean => OF_DECODER.has(check);

/** The pointer of the component that contains a rule. */
function componentOf(pointer = ''): string | undefined {
  return /^\/(?:components\/[^/]+|definitions)\/[^/]+/.exec(pointer)?.[0];
}

const placeOf = ({ operation, pointer }: Finding): string | undefined => operation ?? pointer;

function placesOf(members: readonly Finding[], place: (finding: Finding) => string | undefined): number {
  return new Set(members.map((member) => place(member) ?? '')).size;
}

/** The finding that is easiest to examine: the most severe, repeatable, shortest one; else the first. */
function leadOf(members: readonly Finding[]): Finding {
  const size = ({ curl, script }: Finding): number => (curl ?? script ?? '').length;
  const isRepeatable = ({ curl, script }: Finding): number => (curl === undefined && script === undefined ? 1 : 0);
  const isKnown = ({ known }: Finding): number => (known === undefined ? 0 : 1);
  const [lead] = [...members].sort(
    (a, b) =>
      isKnown(a) - isKnown(b) ||
      RANK[a.severity] - RANK[b.severity] ||
      isRepeatable(a) - isRepeatable(b) ||
      size(a) - size(b),
  );
  // A group is never empty.
  return lead as Finding;
}

/**
 * A message without the parts that vary: quoted strings, numbers, ids, times, paths. Of a stack trace, the
 * first two lines.
 */
function sentenceOf(text: string): string {
  const lines = text.split(/\\n|\n/);
  const trace = lines.findIndex((line) => /^\s*at .+:\d+/.test(line));
  const beginning =
    trace < 0
      ? text.slice(0, 600)
      : lines
          .slice(0, trace + 1)
          .join(' ')
          .slice(0, 600);
  return templateOf(beginning).replace(/\d+/g, '…');
}

/** The same with numbers, which may be statuses. */
function templateOf(text: string): string {
  return text
    .replace(/[0-9a-f]{8}-[0-9a-f-]{27}/gi, '…')
    .replace(/(["'`“]).*?["'`”]/g, '…')
    .replace(/\/[\w./{}-]+/g, '…')
    .replace(/\b[0-9a-f]{12,}\b/gi, '…');
}

function key(...parts: readonly (string | undefined)[]): string {
  return JSON.stringify(parts.map((part) => part ?? ''));
}

/** Eight hexadecimal digits of kind and key. Seed, order and shard do not change them. */
function idOf(kind: CauseKind, text: string): string {
  return createHash('sha256').update(`${kind} ${text}`).digest('hex').slice(0, 8);
}
