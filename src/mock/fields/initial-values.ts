import type { Json, JsonObject } from '../../core/index.ts';
import { DEEDS, FIRST_STATES, plainWord, wordsListed } from '../../generation/index.ts';
import { type Schema, typesOf } from '../../spec/index.ts';
import { snakeCase } from '../../wire/index.ts';
import { firstVersions } from '../facts/versions.ts';
import type { MockContext } from '../model/context.ts';

const COUNT =
  /(?:^|[a-z_-])counts?$|^(?:account_?)?balance$|^(?:number_?of|num_)[a-z_]|^current_?(?:size|usage|uses|number)$|(?:^|_|amount_?)(?:paid|refunded|captured|received)$|(?:^|_)(?:sent|delivered|processed|opened|clicked|bounced|opens|clicks|bounces|complaints|rejects|unsubs|unsubscribes)(?:_(?:total|daily|weekly|monthly))?$|^progress(?:_?percent(?:age)?)?$|^percent(?:age)?_?(?:complete|completed|done)$|^(?:comments|(?:dis)?likes|favou?rites|bookmarks|views|(?:up|down)?votes|replies|shares|forks|stars|stargazers|watchers|downloads|attempts|retries|uses)$/i;
/** Verbs of properties about actions, which have not happened to a new item. */
const DEED = `(?:${[...DEEDS].join('|')})`;
/** Names of instants at which something was done. A new item has none. */
const DONE = new RegExp(
  `^${DEED}_?(?:at|on|date|time|timestamp)$|^date_?${DEED}$|^last_?(?:login|used|seen|accessed|run|error)|^(?:first|last)_?${DEED}_?(?:at|on|date|time|timestamp)$`,
  'i',
);
const WHETHER_DONE = new RegExp(`^(?:is_?|was_?|has_?been_?)?${DEED}$`, 'i');
/** What is proven after the creation: `email_verified`, `DKIMVerified`. */
const WHETHER_PROVEN = /^(?!.*un(?:verified|confirmed)$).*(?:verified|confirmed)$/i;
/** What keeps an item out of lists. */
const WHETHER_HIDDEN = /^(?:is_?)?(?:hidden|trashed)$/i;
/** What the caller has not done to a new item. */
const WHETHER_BY_CALLER =
  /^(?:is_?|has_?|(?:i|viewer|user|current_?user)_?ha(?:s|ve)_?)?(?:(?:dis)?liked|bookmarked|favou?rited|followed|following|starred|watching|muted|(?:up|down)?voted)(?:_?by_?(?:me|viewer|current_?user))?$/i;
const WHETHER_ON = /^(?:is_?)?(?:active|enabled|open|valid)$/i;
/** Names of properties that a new item does not have: errors, results, predecessors. */
const LATER = new RegExp(
  `^(?:errors?|warnings?|failures?|next|previous|prev)$|^(?:error|failure|cancel{1,2}ation|refund|dispute)_?[a-z_]+$|^${DEED}_?(?:by|reason)$|^[a-z_]+_?cause$|_(?:error|failure)(?:_[a-z]+)?$|^${DEED}$|${DONE.source}`,
  'i',
);
const STATE = /(?:^|_)(?:status|state|phase|stage)$/;

const DAY = 86_400_000;
/** Names of instants at which an item that was just created begins. */
const BEGINS =
  /(?:^|_)(?:issued|starts?|started|begins?|uploaded|registered|submitted|placed|requested|joined|activated|effective|queued|enqueued|initiated|accepted|occurred)(?:_?(?:at|on|date|time|timestamp|from))?$|^valid_?from$|^(?:time|timestamp)$/;
/** Names of counts, which are not instants: `days_requested`. */
const COUNTED = /^(?:days|hours|minutes|seconds|nights|units|seats|items|count|number|num|total|quantity|qty|amount)_/;
/** The same without a word for a time, which the description then has: `User registration date in Unix timestamp`. */
const BEGINNINGS =
  /^(?:registration|registered|invitation|invited|submission|subscription|signup|enrollment|enrolled)$/i;
const SAYS_INSTANT = /\b(?:date|time|timestamp|epoch)\b/i;
/** A time that is only called so; the description then says of what: `Date the message was sent`. */
const PLAIN_TIME = /^(?:date|time|date_?time|ts)$/i;
const SAYS_MADE = /\b(?:sent|created|posted|placed)\b/i;
const SAYS_TIME = /(?:^|_)(?:date|time|timestamp)$/;
/** What is done to a thing when it is made, and when an invitation is made. */
const SAYS_ENTERED =
  /\b(?:was|is|were) (?:first )?(?:logged|placed|posted|recorded|submitted|uploaded)\b|\binvit(?:e|ation) was sent\b/i;
const ENDS = /(?:^|_)(?:expir(?:es|y|ation)|ends?|valid_?until|due)(?:_?(?:at|on|date|time|timestamp))?$/;
/** Names of the instant at which a thing itself ended. */
const OVER = /^(?:date_?)?(?:end|ended|hangup|disconnect|stop|finish)_?(?:at|on|date|time|timestamp)?$/i;

/** Whether a property says when a thing itself ended, which has not happened to a new one. */
export function endsItself(name: string): boolean {
  return OVER.test(name);
}

/** Whether a new item lacks the property: it is `null` if possible, else left out. */
export function comesLater(name: string): boolean {
  return LATER.test(name);
}

/** The same for a time of which the description says what was done then: `send_time`, “The date and time a campaign was sent.” */
export function tellsLater(name: string, description: string): boolean {
  const isTime = /(?:^|_)(?:at|on|date|time|timestamp)$/.test(snakeCase(name)) && !STAMP.test(name);
  return isTime && SAYS_DONE.test(description) && momentOf(name, description) === undefined;
}

const STAMP = /creat|updat|modif|chang|edit/i;
const SAYS_DONE = new RegExp(`\\b(?:was|were|has been|have been) (?:(?:last|first|successfully) )?${DEED}\\b`, 'i');

/** The begin or end of a new item in milliseconds from now, by the name of the property. */
export function momentOf(name: string, description = ''): number | undefined {
  if (ENDS.test(snakeCase(name))) return 30 * DAY;
  if (COUNTED.test(snakeCase(name))) return undefined;
  if (PLAIN_TIME.test(name) && SAYS_MADE.test(description)) return 0;
  if (SAYS_TIME.test(snakeCase(name)) && SAYS_ENTERED.test(description)) return 0;
  return BEGINS.test(snakeCase(name)) || (BEGINNINGS.test(name) && SAYS_INSTANT.test(description)) ? 0 : undefined;
}

const LIFETIME = /^(?:ttl|time_?to_?live|life_?time|expires_?in|valid_?for|expires_?after)(?:_?(?:s|secs?|seconds))?$/i;

/** Milliseconds until a new item ends, where the client sends its lifetime in seconds: `ttl`, `expires_in`. */
export function lifetimeOf(name: string, sent: JsonObject): number | undefined {
  if (!ENDS.test(snakeCase(name))) return undefined;
  const [, seconds] = Object.entries(sent).find(([each]) => LIFETIME.test(each)) ?? [];
  return typeof seconds === 'number' && seconds > 0 ? seconds * 1000 : undefined;
}

/**
 * The value of a property of a new item: a count is zero, a version is the first one, nothing has been done
 * to it (`null`, `false`), and its state is the first suitable one of the enumeration. `undefined` if the
 * property is about something else.
 */
export function beginningOf(mock: MockContext, name: string, property: Schema): Json | undefined {
  return (
    undoneOf(mock, name, property) ??
    (STATE.test(snakeCase(name)) ? firstState(mock, name, property) : undefined) ??
    (/^direction$/i.test(name) ? outbound(mock, name, property) : undefined)
  );
}

/** What a client makes goes out: the direction of a message or call that it sends. */
function outbound({ api }: MockContext, name: string, property: Schema): Json | undefined {
  const target = api.deref(property);
  const listed =
    typeof target === 'boolean' ? [] : (target.enum ?? wordsListed([name], [], [target.description ?? '']));
  const values = listed.filter((value) => typeof value === 'string');
  const out = values.filter((value) => /^out/i.test(value));
  return values.some((value) => /^in/i.test(value)) ? (out.find((value) => /api$/i.test(value)) ?? out[0]) : undefined;
}

/** The same for counters and properties about actions, which ignore an example. */
export function undoneOf(mock: MockContext, name: string, property: Schema): Json | undefined {
  const switched = DONE.test(name) ? null : switchOf(mock, name, property);
  const isAlone = mock.fieldsOf(property).properties.size === 0;
  const isCount = isAlone && (COUNT.test(name) || SAYS_COUNT.test(descriptionOf(mock, property)));
  const values = [...(isCount ? [0, '0'] : firstVersions(name)), ...(switched === undefined ? [] : [switched])];
  return values.find((value) => mock.validator.accepts(property, value, 'response'));
}

/** `Total number of members.` */
const SAYS_COUNT =
  /^\W*(?:the )?(?:current )?total (?:sum|number|count) of\b(?!.*(?:amount|price|cost|currency|money))/i;

function descriptionOf({ api }: MockContext, property: Schema): string {
  const target = api.deref(property);
  return typeof target === 'object' ? (target.description ?? '') : '';
}

function switchOf(mock: MockContext, name: string, property: Schema): boolean | undefined {
  if (!typesOf(mock.api, property).includes('boolean')) return undefined;
  if (WHETHER_DONE.test(name) || WHETHER_PROVEN.test(name) || WHETHER_HIDDEN.test(name)) return false;
  if (WHETHER_BY_CALLER.test(name)) return false;
  return WHETHER_ON.test(name) ? true : undefined;
}

/**
 * The first value of an enumeration that is a state of a new item; of a sorted enumeration, the earliest
 * state.
 */
function firstState(mock: MockContext, name: string, property: Schema): Json | undefined {
  const target = mock.api.deref(property);
  if (typeof target === 'boolean') return undefined;
  const described = target.enum ?? wordsListed([name], [], [target.description ?? '']);
  const listed = described.filter((value) => typeof value === 'string');
  const rankOf = (value: string): number => FIRST_STATES.indexOf(plainWord(value));
  const fresh = listed.filter((value) => rankOf(value) >= 0 && mock.validator.accepts(property, value, 'response'));
  const isSorted =
    listed.length > 2 && listed.every((value, index) => index === 0 || (listed[index - 1] ?? '') <= value);
  const [first] = isSorted ? fresh.toSorted((a, b) => rankOf(a) - rankOf(b)) : fresh;
  // Documents mostly list states in the order in which a thing goes through them.
  const isOpen = (value: string): boolean =>
    !DEEDS.has(plainWord(value)) && mock.validator.accepts(property, value, 'response');
  return first ?? listed.find(isOpen);
}
