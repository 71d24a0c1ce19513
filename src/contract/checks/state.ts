import type { Json, JsonObject } from '../../core/index.ts';
import { mediaTypeFor } from '../../spec/index.ts';
import { isArray, jsonEquals, stringifyJson, valueAt } from '../../wire/index.ts';
import { type Check, type Draft, defineCheck, type Seen } from '../check.ts';
import { idIn } from '../created.ts';
import { jsonOf } from '../stage.ts';
import { placesOf } from '../unions.ts';
import { isOver } from './sunset.ts';

/** Guard: only after a delete that was answered with 2xx (not 202: it may take a while), on an id that we created. */
export const stateUseAfterDelete: Check = defineCheck({
  id: 'state.use-after-delete',
  tier: 1,
  severity: 'error',
  about: 'service',
  layer: 'purpose',
  question: 'Is what was deleted gone?',
  judge({ purpose: { story }, response: { status }, operation, request }) {
    if (story.kind !== 'after-delete' || story.again || story.deletion.status === 202) return [];
    if (status < 200 || status > 299) return [];
    return [
      {
        messagePointer: '/status',
        expected: '404 or 410',
        actual: String(status),
        message: `${operation?.id ?? request.method} still answers ${status} for what was deleted (${story.deletion.status}).`,
      },
    ];
  },
});

/** Guard: only right after a create that was answered with 2xx, with the id of that answer; after a 202 with patience. */
export const stateAvailableAfterCreate: Check = defineCheck({
  id: 'state.available-after-create',
  tier: 1,
  severity: 'error',
  about: 'service',
  layer: 'purpose',
  question: 'Can be read what was created?',
  judge(seen) {
    const {
      purpose: { story },
      response: { status },
      operation,
    } = seen;
    if (story.kind !== 'after-create' || (status !== 404 && status !== 410) || isOver(seen)) return [];
    return [
      {
        messagePointer: '/status',
        expected: '2xx',
        actual: String(status),
        message: `${operation?.id ?? 'Reading'} answers ${status} for what was just created.`,
      },
    ];
  },
});

/** The entity in an answer. */
function entityOf(seen: Seen, at: string): JsonObject | undefined {
  const value = valueAt(jsonOf(seen) ?? null, at);
  return typeof value === 'object' && value !== null && !isArray(value) && seen.response.status < 300
    ? value
    : undefined;
}

/** The same instant, number or text, however it is written. */
function same(sent: Json, read: Json): boolean {
  if (jsonEquals(sent, read)) return true;
  if (typeof sent === 'string' && typeof read === 'string') {
    if (sent.trim() === read.trim() || sent.toLowerCase() === read.toLowerCase()) return true;
    const instants = [sent, read].map((text) => (/^\d{4}-\d\d-\d\dT/i.test(text) ? Date.parse(text) : Number.NaN));
    return Math.floor((instants[0] ?? 0) / 1_000) === Math.floor((instants[1] ?? 1) / 1_000);
  }
  if (isArray(sent) && isArray(read))
    return sent.length === read.length && sent.every((item, index) => same(item, read[index] ?? null));
  if (
    typeof sent === 'object' &&
    sent !== null &&
    typeof read === 'object' &&
    read !== null &&
    !isArray(sent) &&
    !isArray(read)
  ) {
    return Object.entries(sent).every(([name, value]) => !Object.hasOwn(read, name) || same(value, read[name] ?? null));
  }
  return false;
}

/** Which of the sent properties read otherwise; its id and what the path says already are not the sender's to choose. */
function differing(seen: Seen, sent: JsonObject, read: JsonObject): readonly string[] {
  const { resource } = seen.operation === undefined ? {} : seen.model.roleOf(seen.operation);
  const given = new Set([resource?.id?.property, resource?.parent?.property]);
  for (const { name } of seen.operation?.parameters ?? []) given.add(name);
  return Object.keys(sent).filter(
    (name) => !given.has(name) && Object.hasOwn(read, name) && !same(sent[name] ?? null, read[name] ?? null),
  );
}

function difference(name: string, sent: Json, read: Json, what: string): Draft {
  return {
    messagePointer: `/body/${name}`,
    subject: name,
    expected: stringifyJson(sent),
    actual: stringifyJson(read),
    message: `${what}: ${name} was sent as ${stringifyJson(sent).slice(0, 80)} and is read as ${stringifyJson(read).slice(0, 80)}.`,
  };
}

/** Guard: only properties whose value the write was to change, and which still have exactly the value from before. */
export const stateUpdateNotVisible: Check = defineCheck({
  id: 'state.update-not-visible',
  tier: 1,
  severity: 'error',
  about: 'service',
  layer: 'value',
  question: 'Is an update to be seen?',
  judge(seen) {
    const { story } = seen.purpose;
    if (story.kind !== 'after-update') return [];
    const read = entityOf(seen, story.responseEntity);
    const { before, sent } = story;
    if (read === undefined || typeof before !== 'object' || before === null || isArray(before)) return [];
    return differing(seen, sent, read)
      .filter((name) => Object.hasOwn(before, name) && jsonEquals(before[name] ?? null, read[name] ?? null))
      .map((name) => difference(name, sent[name] ?? null, read[name] ?? null, `A ${story.by} is not to be seen`));
  },
});

/**
 * Guard: texts may be trimmed or change case, instants may be written otherwise; a property that is not shown counts only where the
 * entity documents it as something to be read, and it was sent with more than nothing; what an
 * update left as it was belongs to `state.update-not-visible`, digits beyond 2^53 to `schema.int64-precision`.
 */
export const stateRoundtripLossy: Check = defineCheck({
  id: 'state.roundtrip-lossy',
  tier: 2,
  severity: 'error',
  about: 'service',
  layer: 'value',
  question: 'Is read what was written?',
  judge(seen) {
    const { story } = seen.purpose;
    if (story.kind !== 'after-create' && story.kind !== 'after-update') return [];
    const read = entityOf(seen, story.responseEntity);
    if (
      read === undefined ||
      story.sent === undefined ||
      typeof story.sent !== 'object' ||
      story.sent === null ||
      isArray(story.sent)
    )
      return [];
    const sent: JsonObject = story.sent;
    const before = story.kind === 'after-update' ? story.before : undefined;
    const lost = lostNames(seen, sent, read).map((name) =>
      difference(name, sent[name] ?? null, null, 'What was written cannot be read'),
    );
    const changed = differing(seen, sent, read)
      .filter((name) => !isBeyond(sent[name]) && !isBeyond(read[name]))
      .filter((name) => before === undefined || !jsonEquals(valueAt(before, `/${name}`) ?? null, read[name] ?? null))
      .map((name) => difference(name, sent[name] ?? null, read[name] ?? null, 'What is read is not what was written'));
    return [...lost, ...changed];
  },
});

/** Properties that were sent, that the entity documents, and that are not there. */
function lostNames(seen: Seen, sent: JsonObject, read: JsonObject): readonly string[] {
  const { resource } = seen.operation === undefined ? {} : seen.model.roleOf(seen.operation);
  const rule = resource === undefined ? true : seen.api.deref(resource.schema);
  if (typeof rule === 'boolean') return [];
  return Object.keys(sent).filter((name) => {
    const member = rule.properties?.[name];
    const shown = member === undefined ? true : seen.api.deref(member);
    const hidden = [member, shown].some((each) => typeof each === 'object' && each.writeOnly === true);
    return member !== undefined && !hidden && !Object.hasOwn(read, name) && !isNothing(sent[name]);
  });
}

function isNothing(value: Json | undefined): boolean {
  if (value === undefined || value === null || value === '' || value === false) return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
}

function isBeyond(value: Json | undefined): boolean {
  return typeof value === 'bigint' || (typeof value === 'number' && Math.abs(value) > Number.MAX_SAFE_INTEGER);
}

/** Guard: only integers beyond 2^53 that we sent, read back as another number that is near, and literals that lost their digits to an exponent. */
export const schemaInt64Precision: Check = defineCheck({
  id: 'schema.int64-precision',
  tier: 2,
  severity: 'error',
  about: 'service',
  layer: 'schema',
  question: 'Does an int64 keep all its digits?',
  judge(seen) {
    const { story } = seen.purpose;
    const literals = lossyLiterals(seen);
    if (story.kind !== 'after-create' && story.kind !== 'after-update') return literals;
    const read = entityOf(seen, story.responseEntity);
    if (
      read === undefined ||
      story.sent === undefined ||
      typeof story.sent !== 'object' ||
      story.sent === null ||
      isArray(story.sent)
    )
      return literals;
    const sent: JsonObject = story.sent;
    const lost = differing(seen, sent, read)
      .filter((name) => isBeyond(sent[name]) && ['number', 'bigint', 'string'].includes(typeof read[name]))
      .map((name) => difference(name, sent[name] ?? null, read[name] ?? null, 'Digits were lost'));
    return [...literals, ...lost];
  },
});

/** Integers beyond 2^53 that are written with an exponent or a fraction, at places whose format is int64. */
function lossyLiterals({ response, documented, api }: Seen): readonly Draft[] {
  const { body } = response;
  if (body.kind !== 'parsed' || documented === undefined || !/\d[eE]|\.\d/.test(body.text)) return [];
  const schema = mediaTypeFor(documented.content, body.mediaType)?.schema;
  if (schema === undefined) return [];
  const literals = new Set((body.text.match(/-?\d+(?:\.\d+)?[eE][+-]?\d+|-?\d{16,}\.\d+/g) ?? []).map(Number));
  return placesOf(api, schema, body.value, 'int64')
    .filter(
      ({ value }) => typeof value === 'number' && Math.abs(value) > Number.MAX_SAFE_INTEGER && literals.has(value),
    )
    .map(({ pointer, rule, value }) => ({
      ...(rule === undefined ? {} : { pointer: rule }),
      messagePointer: `/body${pointer}`,
      expected: 'an integer with all its digits',
      actual: String(value),
      message: `${pointer} is an int64 and is written as ${String(value)}: its last digits are lost.`,
    }));
}

/** Guard: only collections that were read whole, and items that do have an id. */
export const stateListOmitsCreated: Check = defineCheck({
  id: 'state.list-omits-created',
  tier: 2,
  severity: 'error',
  about: 'service',
  layer: 'value',
  question: 'Does the list hold what was created, and not what was deleted?',
  judge({ purpose: { story }, operation }) {
    if (story.kind !== 'listed') return [];
    const ids = story.items.flatMap((item) => idIn(story.resource, item) ?? []);
    const there = ids.some((id) => String(id) === String(story.id));
    if (there !== story.gone || (!there && !story.complete)) return [];
    return [
      {
        keyword: story.gone ? 'deleted' : 'created',
        expected: story.gone ? 'the list without it' : 'the list with it',
        actual: `${ids.length} items, ${there ? 'it among them' : 'it not among them'}`,
        message: `${operation?.id ?? 'The list'} ${story.gone ? 'still holds what was deleted' : 'does not hold what was created'}.`,
      },
    ];
  },
});

/** Guard: only ids in answers to creates of our own. */
export const stateDuplicateId: Check = defineCheck({
  id: 'state.duplicate-id',
  tier: 2,
  severity: 'error',
  about: 'service',
  layer: 'value',
  question: 'Does everything that is created get an id of its own?',
  judge(seen) {
    const { story } = seen.purpose;
    if (story.kind !== 'duplicate-id' || seen.operation === undefined || seen.response.status > 299) return [];
    const at = seen.model.roleOf(seen.operation).responseEntity;
    const id = at === undefined ? undefined : idIn(story.resource, valueAt(jsonOf(seen) ?? null, at));
    if (id === undefined || !story.earlier.some((earlier) => String(earlier) === String(id))) return [];
    return [
      {
        expected: 'a new id',
        actual: stringifyJson(id),
        message: `${seen.operation.id} gave the id ${stringifyJson(id)} twice.`,
      },
    ];
  },
});

/** Guard: only where the entity shows its id. */
export const stateUnstableId: Check = defineCheck({
  id: 'state.unstable-id',
  tier: 3,
  severity: 'info',
  about: 'service',
  layer: 'value',
  question: 'Does an item answer under the id that it shows?',
  judge(seen) {
    const { story } = seen.purpose;
    if (story.kind !== 'after-create' || story.id === undefined || seen.operation === undefined) return [];
    const { resource } = seen.model.roleOf(seen.operation);
    const id = resource === undefined ? undefined : idIn(resource, valueAt(jsonOf(seen) ?? null, story.responseEntity));
    if (id === undefined || seen.response.status > 299 || String(id) === String(story.id)) return [];
    return [
      {
        expected: stringifyJson(story.id),
        actual: stringifyJson(id),
        message: `Asked for ${stringifyJson(story.id)}, ${seen.operation.id} answers with ${stringifyJson(id)}.`,
      },
    ];
  },
});

/** Guard: followed right after the answer that holds it, with the values that it names, to an operation that has worked in this run (else the operation is at fault, not the link); a conflict or a refusal of the body is no broken link. */
export const stateLinkBroken: Check = defineCheck({
  id: 'state.link-broken',
  tier: 1,
  severity: 'error',
  about: 'service',
  layer: 'purpose',
  question: 'Is there something behind every documented link?',
  judge({ purpose: { story }, response: { status }, operation, hasWorked }) {
    if (story.kind !== 'link' || !hasWorked || ![404, 405, 410, 501].includes(status)) return [];
    return [
      {
        pointer: story.pointer,
        messagePointer: '/status',
        expected: `${operation?.id ?? 'the linked operation'} to answer`,
        actual: String(status),
        message: `The link ${story.name} leads to ${operation?.id ?? 'an operation'}, which answers ${status}.`,
      },
    ];
  },
});
