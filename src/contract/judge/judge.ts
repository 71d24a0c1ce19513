import { fingerprintOf, withoutIndexes } from '../../findings/index.ts';
import type { Operation, Position } from '../../spec/index.ts';
import type { Check, FindingDraft, RunCheck } from '../model/check.ts';
import type { Finding, RecordedExchange } from '../model/events.ts';
import type { Exchange } from '../model/exchange.ts';
import type { Phase } from '../model/phase.ts';
import type { PolicyLayer } from './check-policy.ts';
import type { DocumentPlace } from './document-place.ts';

export interface CheckResult {
  readonly check: Check;
  readonly draft: FindingDraft;
}

/**
 * Runs all checks, layer by layer. After a layer with an error, only `free` checks run. An error of the
 * schema layer explains only what is found of the same value: at its place, below it, or of a property around
 * it. The check's own severity decides what is an error: a cause that the user has made a warning still explains
 * later faults.
 */
export function judge(exchange: Exchange, layers: readonly PolicyLayer[]): readonly CheckResult[] {
  const spoken: CheckResult[] = [];
  const broken: string[] = [];
  let closed = false;
  const { responseEntity: entity = '' } =
    exchange.operation === undefined ? {} : exchange.model.roleOf(exchange.operation);
  for (const { free, checks } of layers) {
    if (closed && !free) continue;
    const before = [...broken];
    for (const check of checks) {
      for (const draft of check.judge(exchange)) {
        const place = draft.messagePointer ?? WHOLE_BODY;
        if (!free && before.some((each) => explains(each, place))) continue;
        spoken.push({ check, draft });
        if (free || (draft.severity ?? check.severity) !== 'error') continue;
        if (check.layer === 'schema')
          broken.push(...placesOf(place, entity).map((each) => brokenPlace(each, draft.keyword)));
        else closed = true;
      }
    }
  }
  return spoken;
}

const WHOLE_BODY = '/body';

/** A place in an answer, and the same place in the item that the answer holds: checks of items name that one. */
function placesOf(place: string, entity: string): readonly string[] {
  const around = `${WHOLE_BODY}${entity}`;
  return entity !== '' && place.startsWith(`${around}/`)
    ? [place, `${WHOLE_BODY}${place.slice(around.length)}`]
    : [place];
}

/**
 * The value that a schema error makes doubtful: an object that lacks what it must have may be another thing as a
 * whole, and so may a property with a broken member. An item of a list is doubtful only at the broken place.
 */
function brokenPlace(place: string, keyword: string | undefined): string {
  if (place === WHOLE_BODY) return place;
  const around = place.slice(0, place.lastIndexOf('/'));
  const isLack = keyword !== undefined && /required/i.test(keyword);
  return isLack || (around !== WHOLE_BODY && !isItem(around)) ? around : place;
}

function isItem(place: string): boolean {
  return /\/\d+$/.test(place);
}

/** Whether a broken place explains a finding at another: one below it, or a property that holds it. */
function explains(broken: string, place: string): boolean {
  const isProperty = place !== WHOLE_BODY && !isItem(place);
  return isAtOrBelow(place, broken) || (isProperty && isAtOrBelow(broken, place));
}

function isAtOrBelow(place: string, other: string): boolean {
  return place === other || place.startsWith(`${other}/`);
}

/** Redacts a string. `about` is its place in the message. */
type Redact = (text: string, about?: string) => string;

export interface FindingContext {
  readonly operation: Pick<Operation, 'id' | 'method' | 'path' | 'pointer'> | undefined;
  /** Default: what the draft names, or the operation. */
  readonly placeOf?: (draft: FindingDraft) => DocumentPlace | undefined;
  readonly lineOf: (pointer: string) => Finding['position'] | undefined;
  readonly case?: string;
  readonly phase?: Phase;
  readonly exchange?: RecordedExchange;
  readonly caller?: string;
  readonly input?: Position;
  readonly redact: Redact;
}

/** Turns the result of a check into the finding that reports show. */
export function toFinding(check: Check | RunCheck, draft: FindingDraft, context: FindingContext): Finding {
  const { operation } = context;
  const redact = (text: string): string => context.redact(text, draft.messagePointer);
  const { pointer, sentence } = context.placeOf?.(draft) ?? {
    pointer: draft.sentence?.pointer ?? draft.rule ?? draft.pointer ?? operation?.pointer,
    sentence: draft.sentence,
  };
  const position = pointer === undefined ? undefined : context.lineOf(pointer);
  const place =
    draft.pointer ??
    draft.place ??
    (draft.messagePointer === undefined ? undefined : withoutIndexes(draft.messagePointer));
  return {
    check: check.id,
    severity: draft.severity ?? check.severity,
    about: draft.about ?? check.about,
    tier: check.tier,
    ...(operation === undefined ? {} : { operation: operation.id, endpoint: `${operation.method} ${operation.path}` }),
    ...(pointer === undefined ? {} : { pointer }),
    ...(position === undefined ? {} : { position }),
    ...(sentence === undefined ? {} : { sentence: short(sentence.text) }),
    ...(draft.messagePointer === undefined ? {} : { messagePointer: redact(draft.messagePointer) }),
    ...(draft.keyword === undefined ? {} : { keyword: draft.keyword }),
    ...(draft.unkept === undefined ? {} : { unkept: draft.unkept }),
    expected: redact(draft.expected),
    actual: short(redact(draft.actual)),
    message: redact(draft.message),
    ...(context.exchange === undefined ? {} : { exchange: context.exchange }),
    fingerprint: fingerprintOf({
      check: check.id,
      operation: operation?.id,
      pointer: place,
      keyword: draft.keyword,
      subject: draft.subject,
    }),
    count: 1,
    ...(context.case === undefined ? {} : { case: context.case }),
    ...(context.phase === undefined ? {} : { phase: context.phase }),
    ...('wfc' in check && check.wfc !== undefined ? { wfc: check.wfc } : {}),
    ...(context.caller === undefined ? {} : { caller: context.redact(context.caller) }),
    ...(context.input === undefined ? {} : { input: context.input }),
  };
}

/** Findings are short. The whole value is in the exchange. */
function short(text: string): string {
  return text.length > 500 ? `${text.slice(0, 500)}… (${text.length} characters)` : text;
}
