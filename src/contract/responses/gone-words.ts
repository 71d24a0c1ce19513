import type { Json } from '../../core/index.ts';
import { isStateName } from '../../resources/index.ts';
import type { Operation, Parameter } from '../../spec/index.ts';
import { isObject, jsonEquals } from '../../wire/index.ts';

const GONE = /^(deleted|removed|expired|archived|trashed|closed|cancell?ed|revoked|terminated|destroyed|inactive)$/i;
/** Names of flags and of end times: `deleted`, `archived_at`, `deleteTime`, `deletionTimestamp`. */
const MARK =
  /^((is_?)?(deleted|removed|archived|trashed|destroyed)(_?(at|on|date|time))?|(delete|deletion|purge)_?(at|on|date|time|timestamp))$/i;

/** What marks an item as deleted: the name of a flag or an end time, or the value of a state. */
interface Mark {
  readonly place: string;
  readonly value: Json;
  readonly word: string;
}

/** Marks up to two levels deep. */
function marksOf(value: Json | undefined, above = '', depth = 0): readonly Mark[] {
  if (!isObject(value) || depth > 2) return [];
  return Object.entries(value).flatMap(([name, member]) => {
    const place = `${above}/${name}`;
    if (isStateName(name) && typeof member === 'string' && GONE.test(member))
      return [{ place, value: member, word: member }];
    if (MARK.test(name) && member !== null && member !== false && member !== '')
      return [{ place, value: member, word: name }];
    return marksOf(member, place, depth + 1);
  });
}

/**
 * Whether an item that is still shown after a delete is marked as deleted. A mark that the item had before
 * the delete does not count: a closed ticket is closed whether it was deleted or not.
 */
export function saysGone(after: Json | undefined, before?: Json): boolean {
  const earlier = marksOf(before);
  return marksOf(after).some(
    ({ place, value }) => !earlier.some((each) => each.place === place && jsonEquals(each.value, value)),
  );
}

/** The names of the properties of an item that mark it as deleted: `deletedAt`, `deleteTime`. */
export function deletionMarks(item: Json | undefined): readonly string[] {
  return marksOf(item).flatMap(({ place, word }) => (place === `/${word}` && OF_DELETION.test(word) ? [word] : []));
}

const OF_DELETION = /delet|trash|remov/i;

const ON = /^(?:is_?)?(?:active|enabled|visible|published|listed|public|available)$/i;
const OFF = /^(?:is_?)?(?:hidden|disabled|inactive|unlisted|private|draft)$/i;

/** Whether a flag of an item says that it is not in use, so that lists may leave it out: `active: false`, `hidden: true`. */
export function isSwitchedOff(item: Json | undefined): boolean {
  if (!isObject(item)) return false;
  return Object.entries(item).some(([name, value]) =>
    value === false ? ON.test(name) : value === true && (OFF.test(name) || MARK.test(name)),
  );
}

/** Names of parameters with which a list shows deleted items as well, or only those. */
const OPT_IN =
  /^((with|include|including|show|only)[_-]?)?(is[_-]?)?(soft[_-]?)?(deleted|removed|archived|trashed|trash)([_-]?(items?|records?|only))?$/i;

/** Whether a list shows deleted items only if a parameter asks for them, and a query does not. */
export function leavesOutGone({ parameters }: Operation, query: string): boolean {
  const optIn = parameters.filter(({ in: place, name }) => place === 'query' && OPT_IN.test(name));
  const sent = new URLSearchParams(query);
  return optIn.some(isOffByDefault) && !optIn.some(({ name }) => sent.has(name));
}

/** Without a default, `deleted` may be a filter that lets all items through if it is not sent. */
function isOffByDefault({ name, schema }: Parameter): boolean {
  if (typeof schema !== 'object' || schema.type !== 'boolean' || schema.default === true) return false;
  return schema.default === false || /^(with|include|show)/i.test(name);
}

/** Words of a delete that only changes the item. */
const SOFT = /\b(soft|logical(ly)?|marks?|marked|flags?|flagged|deactivat\w+|becomes?|sets?|set to)\b/i;
const VERB = '(e|es|s|ing|l?ing|l?ation|ion|al|ure)?';

/**
 * Whether the description of a delete names a mark that the item had before it (`Close a ticket`). The item
 * may then look the same after the delete.
 */
export function keepsMarks({ id, summary = '', description = '', responses }: Operation, before: Json): boolean {
  const successes = responses.flatMap((each) => (each.status.startsWith('2') ? [each.description] : []));
  const text = [id.replace(/([a-z])([A-Z])/g, '$1 $2'), summary, description, ...successes].join('. ');
  return marksOf(before).some(
    ({ word }) => SOFT.test(text) || new RegExp(`\\b${stemOf(word)}${VERB}\\b`, 'i').test(text),
  );
}

/** `closed`, `is_deleted` and `archivedAt` have the stems of `close`, `delete` and `archive`. */
function stemOf(word: string): string {
  const plain = word.replace(/^is_?/i, '').replace(/_?(at|on|date|time|timestamp)$/i, '');
  return plain.replace(/^cancelled$/i, 'cancel').replace(/ed$/i, '');
}
