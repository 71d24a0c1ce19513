import type { Json } from '../../core/index.ts';
import { isArray, jsonEquals, stringifyJson } from '../../wire/index.ts';
import { type Check, defineCheck, type Seen } from '../check.ts';
import { jsonOf } from '../stage.ts';

/** Names of members that differ, leaving out what services keep for themselves. */
function changed(before: Json, after: Json): readonly string[] {
  if (typeof before !== 'object' || before === null || isArray(before)) return jsonEquals(before, after) ? [] : [''];
  if (typeof after !== 'object' || after === null || isArray(after)) return [''];
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].filter((name) => !OWN.test(name) && !jsonEquals(before[name] ?? null, after[name] ?? null));
}

/** Times, versions and counters move by themselves. */
const OWN =
  /(^|_|[a-z])(updated|modified|changed|accessed|seen|at|time|timestamp|date|version|revision|etag|count|views|hits)(_?at|_?on|_?time)?$/i;

function entity(seen: Seen): Json | undefined {
  return seen.response.status < 300 ? jsonOf(seen) : undefined;
}

/** Guard: only properties that the write had sent; times, versions and counters may move. */
export const idempotencyPut: Check = defineCheck({
  id: 'idempotency.put',
  tier: 2,
  severity: 'error',
  about: 'service',
  layer: 'value',
  question: 'Does the same PUT twice leave the same as once?',
  judge(seen) {
    const { story } = seen.purpose;
    const after = entity(seen);
    if (story.kind !== 'after-repeat' || after === undefined) return [];
    const names = changed(story.before, after).filter((name) => Object.hasOwn(story.sent, name));
    return names.map((name) => ({
      messagePointer: `/body/${name}`,
      subject: name,
      expected: 'the same after the second PUT (RFC 9110 §9.2.2)',
      actual: `${name} changed`,
      message: `The same ${story.write} sent twice changed ${name} a second time.`,
    }));
  },
});

/** Guard: 2xx, 404 and 410 are all fine for the second DELETE; only an error of the service or a conflict is not. */
export const idempotencyDelete: Check = defineCheck({
  id: 'idempotency.delete',
  tier: 2,
  severity: 'error',
  about: 'service',
  layer: 'purpose',
  question: 'Can the same DELETE be sent twice?',
  judge({ purpose: { story }, response: { status }, operation }) {
    if (story.kind !== 'after-delete' || !story.again || status < 300 || [401, 403, 404, 410, 429].includes(status))
      return [];
    if (status >= 500) return [];
    return [
      {
        messagePointer: '/status',
        keyword: String(status),
        expected: '2xx, 404 or 410',
        actual: String(status),
        message: `The second ${operation?.id ?? 'DELETE'} answers ${status}.`,
      },
    ];
  },
});

/** Guard: only after a write that was refused with 4xx, on an item that nobody else writes to. */
export const writeFailedChangedState: Check = defineCheck({
  id: 'write.failed-changed-state',
  tier: 2,
  severity: 'error',
  about: 'service',
  layer: 'free',
  question: 'Does a refused write leave everything as it was?',
  judge(seen) {
    const { story } = seen.purpose;
    const after = entity(seen);
    if (story.kind !== 'after-refusal' || after === undefined) return [];
    const names = changed(story.before, after);
    if (names.length === 0) return [];
    return [
      {
        subject: story.write,
        messagePointer: `/body/${names[0]}`,
        expected: stringifyJson(story.before),
        actual: stringifyJson(after),
        message: `${story.write} was refused (${story.refusal.status}) and still changed ${names.join(', ')}.`,
      },
    ];
  },
});

/** Guard: times, versions and counters may move. */
export const idempotencyGetSideEffect: Check = defineCheck({
  id: 'idempotency.get-side-effect',
  tier: 3,
  severity: 'info',
  about: 'service',
  layer: 'value',
  question: 'Does reading leave everything as it was?',
  judge(seen) {
    const { story } = seen.purpose;
    const after = entity(seen);
    if (story.kind !== 'after-reads' || after === undefined) return [];
    return changed(story.before, after).map((name) => ({
      messagePointer: `/body/${name}`,
      subject: name,
      expected: 'the same as before',
      actual: `${name} changed`,
      message: `Reading twice gives another ${name}.`,
    }));
  },
});

/** Guard: only optional properties that the first PUT set and the second left out; a default may take their place. */
export const putPartialUpdate: Check = defineCheck({
  id: 'put.partial-update',
  tier: 3,
  severity: 'info',
  about: 'service',
  layer: 'value',
  question: 'Does PUT take away what it leaves out?',
  judge(seen) {
    const { story } = seen.purpose;
    const after = entity(seen);
    if (story.kind !== 'partial-put' || typeof after !== 'object' || after === null || isArray(after)) return [];
    const { before, sent } = story;
    if (typeof before !== 'object' || before === null || isArray(before)) return [];
    const kept = Object.keys(before).filter(
      (name) =>
        !Object.hasOwn(sent, name) &&
        Object.hasOwn(after, name) &&
        jsonEquals(before[name] ?? null, after[name] ?? null),
    );
    return kept.map((name) => ({
      messagePointer: `/body/${name}`,
      subject: name,
      expected: `${name} gone or at its default (RFC 9110 §9.3.4)`,
      actual: `${name} as it was`,
      message: `A PUT without ${name} left it as it was.`,
    }));
  },
});

/** Guard: only where the service sends entity tags; 428 and 412 are both fine, and a service may ignore what it does not promise. */
export const conditional412: Check = defineCheck({
  id: 'conditional.412',
  tier: 3,
  severity: 'info',
  about: 'service',
  layer: 'purpose',
  question: 'Is a write with an outdated If-Match refused?',
  judge({ purpose: { story }, response: { status }, operation }) {
    if (story.kind !== 'condition' || !story.write || status < 200 || status > 299) return [];
    return [
      {
        messagePointer: '/status',
        expected: '412 (RFC 9110 §13.1.1)',
        actual: String(status),
        message: `${operation?.id ?? 'A write'} ignores an If-Match that cannot hold.`,
      },
    ];
  },
});
