import { createHash } from 'node:crypto';
import type { Cause, Finding, Severity } from '../model/events.ts';
import { withoutIndexes } from '../model/fingerprint.ts';
import { getOr } from '../model/get-or.ts';

/** Why findings belong together. */
type CauseKind = Cause['kind'];

/** Operations that show the same before it is a rule of the API as a whole. */
const EVERYWHERE = 3;
/** Findings of broken requests that one operation accepts before it is said to check little. */
const UNVALIDATED = 3;

const RANK: Readonly<Record<Severity, number>> = { error: 0, warning: 1, info: 2 };

/**
 * Findings with one cause point to one of them, which stands for all (`because`), and share a `cause`. A finding takes the first kind of cause that
 * it shares with another one; causes are never chained. A finding that follows from another one already, or is flaky, stays as it is.
 */
export function withSharedCauses(findings: readonly Finding[]): readonly Finding[] {
  const leading = new Set(findings.flatMap(({ because }) => because ?? []));
  const open = findings.filter(
    ({ because, flaky, fingerprint }) => because === undefined && flaky !== true && !leading.has(fingerprint),
  );
  const caused = new Map<Finding, { readonly cause: Cause; readonly lead: Finding }>();
  for (const kind of KINDS) {
    const groups = new Map<string, Finding[]>();
    for (const finding of open) {
      const key = caused.has(finding) ? undefined : KEYS[kind](finding);
      if (key !== undefined) getOr(groups, key, () => []).push(finding);
    }
    for (const [key, members] of groups) {
      if (!isEnough(kind, members)) continue;
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

const KINDS: readonly CauseKind[] = ['component', 'answer', 'everywhere', 'unvalidated'];

const KEYS: Readonly<Record<CauseKind, (finding: Finding) => string | undefined>> = {
  // The same rule of one component of the document, at any operation that refers to it.
  component: ({ check, pointer, keyword, severity }) =>
    pointer?.startsWith('/components/') === true || pointer?.startsWith('/definitions/') === true
      ? key(check, pointer, keyword, severity)
      : undefined,
  // The same trouble inside the service: one stack trace, one sentence of an error.
  answer: ({ exchange, severity }) => {
    const { status = 0, body } = exchange?.response ?? {};
    return status < 500 || body === undefined || body.encoding === 'base64'
      ? undefined
      : key(String(status), sentenceOf(body.text), severity);
  },
  everywhere: ({ check, keyword, messagePointer, expected, actual, severity }) =>
    !OF_THE_API.test(check)
      ? undefined
      : key(
          check,
          keyword,
          withoutIndexes(messagePointer ?? ''),
          check.startsWith('status.') ? '' : templateOf(expected),
          templateOf(actual),
          severity,
        ),
  unvalidated: ({ check, operation, severity }) =>
    check.startsWith('reject.') && operation !== undefined ? key(operation, severity) : undefined,
};

/** Areas whose rules are those of a server or framework, and not of one operation. */
const OF_THE_API = /^(header|method|auth|content-type|protocol|cors|error|caching|conditional|status)\./;

function isEnough(kind: CauseKind, members: readonly Finding[]): boolean {
  if (kind === 'unvalidated') return members.length >= UNVALIDATED;
  const places = new Set(members.map(({ operation, pointer }) => operation ?? pointer ?? '')).size;
  return places >= (kind === 'everywhere' ? EVERYWHERE : 2);
}

/** The one that is easiest to look at: the gravest, one that can be repeated, the smallest; else the first. */
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
  // A group has members.
  return lead as Finding;
}

/** Words without what differs from request to request: quoted parts, numbers, ids, times, paths. Of a stack trace, its first two lines. */
function sentenceOf(text: string): string {
  const lines = text.split(/\\n|\n/);
  const trace = lines.findIndex((line) => /^\s*at .+:\d+/.test(line));
  const told =
    trace < 0
      ? text.slice(0, 600)
      : lines
          .slice(0, trace + 1)
          .join(' ')
          .slice(0, 600);
  return templateOf(told).replace(/\d+/g, '…');
}

/** The same with its numbers, which may be statuses. */
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

/** Eight hexadecimal digits of the kind and the key: no seed, order or shard goes in. */
function idOf(kind: CauseKind, text: string): string {
  return createHash('sha256').update(`${kind} ${text}`).digest('hex').slice(0, 8);
}
