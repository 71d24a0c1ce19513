import type { HttpRequest, Json, JsonObject } from '../../../../core/index.ts';
import {
  CASELESS,
  caselessByApi,
  duplicateRefusal,
  itemProperties,
  pointerTo,
  type Resource,
  textsOfDuplicates,
} from '../../../../resources/index.ts';
import { type Operation, type PlacedText, propertiesOf } from '../../../../spec/index.ts';
import { fieldValue, jsonEquals, valueAt, withHeldProperties, withoutValueAt } from '../../../../wire/index.ts';
import { asItsPath, drawCreate } from '../../../fixtures/put-create.ts';
import { isConflict } from '../../../hints/conflicts.ts';
import { type CaseContext, type ExchangeResult, hasMade, isSuccess } from '../../../model/case-context.ts';
import { placedSentences, sentencesOf } from '../../../model/document-sentence.ts';
import { inconclusive, NO_ITEM_PATH, PASSED, skipped } from '../../../model/flow.ts';
import type { Stimulus } from '../../../model/purpose.ts';
import type { StepEnd } from '../../../model/step-end.ts';
import {
  bodyAsObject,
  drawRequest,
  openPurpose,
  type PreparedRequest,
  sentItem,
  sentObject,
  validPurpose,
} from '../../../requests/draw-request.ts';
import { placeOnTarget } from '../../../requests/locations.ts';
import { itemPart, propertiesSent, withPart } from '../../../requests/written-part.ts';
import { renameParameters } from '../../../resource-index/paths.ts';
import { pathPlaces } from '../../../responses/comparison.ts';
import { createdId, pathParametersOf } from '../../../responses/created-id.ts';
import { inOtherCase } from '../../../responses/letter-case.ts';
import type { PlanContext } from '../../planner.ts';
import { endLife, type LifeAct, lifeCollectionOf, lifeEntityOf } from './life.ts';
import { followLocation } from './life-reads.ts';
import { isTaken, modestRequest } from './modest.ts';
import { withSeveral } from './several.ts';

/**
 * The order of attempts at a create: with all optional parts, several items in lists and instants in another time
 * zone, with several items in lists, with all optional parts, with the smallest numbers, with other values, with
 * required parts only.
 */
const WAYS = ['elsewhere', 'several', 'all', 'modest', 'again', 'required'] as const;
/** Attempts with what a service may refuse although the schema allows it: a refusal is not judged. */
const DARING: ReadonlySet<string> = new Set(['elsewhere', 'several']);

/** How a write differs from the one before. */
interface Variation {
  readonly way: (typeof WAYS)[number];
  readonly conflicting: boolean;
  /** The request with several items in its lists; undefined if it has no list that can be longer. */
  readonly several: HttpRequest | undefined;
}

function variant(
  caseContext: CaseContext,
  operation: Operation,
  whole: PreparedRequest,
  { way, conflicting, several }: Variation,
): PreparedRequest | undefined {
  const longer = several === undefined ? undefined : { ...whole, request: several };
  if (way === 'several') return longer;
  if (way === 'modest') return modestRequest(caseContext, operation, whole);
  if (way === 'again' && !conflicting) return undefined;
  return way === 'elsewhere' ? elsewhere(caseContext, operation, longer ?? whole) : whole;
}

const ZONE = '+05:30';
const AHEAD = 330 * 60_000;

/** The same instants in another time zone (RFC 3339 §4.2); undefined if the request has none. */
function elsewhere(
  caseContext: CaseContext,
  operation: Operation,
  drawn: PreparedRequest,
): PreparedRequest | undefined {
  const part = itemPart(caseContext, operation);
  const object = propertiesSent(drawn.request, part);
  const moved = Object.entries(object).flatMap(([name, value]) => {
    const isMoment = typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:[0-5]\d(\.\d+)?Z$/.test(value);
    const there = isMoment ? new Date(Date.parse(value) + AHEAD).toISOString().replace(/(\.000)?Z$/, ZONE) : undefined;
    return there === undefined ? [] : [[name, there] as const];
  });
  if (moved.length === 0) return undefined;
  const request = withPart(drawn.request, part, { ...object, ...Object.fromEntries(moved) });
  return isTaken(caseContext, operation, request) ? { ...drawn, request } : undefined;
}

/** Creates the item of the life cycle. */
export function createStep(context: PlanContext, resource: Resource, operation: Operation): LifeAct {
  return async (caseContext, life) => {
    const failures: StepEnd[] = [];
    let conflicting = false;
    for (const way of WAYS) {
      // A record of an earlier run may have the same name. The first conflict is taken for one of
      // amounts.
      const apart = conflicting && way !== 'modest' ? `/${caseContext.salt}/again` : '';
      const optional = way === 'required' ? 'required' : 'all';
      const isDaring = DARING.has(way);
      const at = `stateful/${resource.name}/create/${isDaring ? 'all' : way}/${caseContext.attempt}${apart}`;
      const drawing = { use: 'fresh', optional, whole: optional === 'all', making: true } as const;
      const whole = await drawCreate(caseContext, context.index, operation, {
        at,
        draw: (place) => drawRequest(caseContext, operation, { at: place, ...drawing }),
      });
      if (typeof whole === 'string') return endLife(life, inconclusive(whole));
      const { request } = whole;
      const several = isDaring ? withSeveral(context, caseContext, operation, { request, at }) : undefined;
      const drawn = variant(caseContext, operation, whole, { way, conflicting, several });
      if (drawn === undefined) continue;
      const sent = sentItem(caseContext, operation, drawn.request);
      const free = whole.free === undefined ? {} : { free: whole.free };
      const story: Stimulus = { kind: 'created', ...(sent === undefined ? {} : { sent }), ...free };
      // Whether other time zones and longer lists are accepted is not judged here.
      const quiet = isDaring ? { quiet: true } : {};
      const purpose = validPurpose(drawn.prepared, story);
      const answer = await caseContext.exchange(drawn.request, { operation, purpose, ...quiet });
      conflicting ||= !isDaring && isConflict(answer);
      if (!hasMade(answer)) {
        if (!isDaring) failures.push(answer.end);
        continue;
      }
      const made = createdId(context.index, resource, operation, { request: drawn.request, exchange: answer.exchange });
      const { status, headers } = answer.exchange.response;
      const location = [201, 303].includes(status)
        ? placeOnTarget(answer.exchange, fieldValue(headers, 'location'))
        : undefined;
      if (location !== undefined) life.location = location;
      life.maker = operation;
      // If a 303 leads to another resource, its target can still be read.
      const elsewhere = made === undefined && status === 303 && !answer.failed;
      const why = resource.id === undefined ? NO_ITEM_PATH : 'the answer to the create shows no id of the new item';
      if (elsewhere) return endLife(life, await followLocation(caseContext, life), why);
      if (made === undefined) return endLife(life, answer.end, why);
      life.path = made.path;
      life.scope = { template: operation.path, path: made.scope };
      if (made.id !== undefined) {
        life.id = made.id;
        life.earlier.push(made.id);
      }
      life.slow = status === 202;
      life.byJob = life.slow && made.entity === undefined;
      life.apart = apart;
      // A taken id was replaced while the request was sent.
      const creation = { ...drawn.request, body: answer.exchange.request.body };
      if (creation.body.kind === 'parsed') life.body = creation.body.value;
      const item = sentItem(caseContext, operation, creation);
      if (item !== undefined) life.sent = chosenIn(caseContext, operation, item);
      life.creation = creation;
      life.isLeast = way === 'required';
      if (made.entity !== undefined) life.seen = made.entity;
      life.faulty = answer.failed;
      return answer.end;
    }
    return endLife(life, failures[0] ?? PASSED, 'it could not be created');
  };
}

/** The sent item without the values that the path decides: the item's own path may not have them. */
function chosenIn({ model }: CaseContext, operation: Operation, sent: JsonObject): JsonObject {
  const chosen = pathPlaces({ operation, model }).reduce<Json>((item, place) => withoutValueAt(item, place), sent);
  return bodyAsObject(chosen) ?? sent;
}

/** Two creates must give two different ids. */
export function creatingAnother({ index }: PlanContext, resource: Resource, operation: Operation): LifeAct {
  return async (caseContext, life) => {
    const at = `stateful/${resource.name}/another/${caseContext.attempt}${life.apart ?? ''}`;
    // Under another parent the same id may name another item.
    const path = lifeCollectionOf(life, resource, operation);
    const drawn = await drawRequest(caseContext, operation, { at, use: 'fresh', optional: 'required', path });
    if (typeof drawn === 'string') return inconclusive(drawn);
    const beside = operation.parameters.every(({ in: place, name }) => place !== 'path' || Object.hasOwn(path, name));
    const body = life.body === undefined ? {} : { body: life.body };
    const story: Stimulus = beside
      ? { kind: 'duplicate-id', earlier: life.earlier, resource, ...body }
      : { kind: 'plain' };
    const answer = await caseContext.exchange(drawn.request, {
      operation,
      purpose: validPurpose(drawn.prepared, story),
    });
    const made = hasMade(answer)
      ? createdId(index, resource, operation, { request: drawn.request, exchange: answer.exchange })
      : undefined;
    const isTaken = beside && made?.id !== undefined && life.earlier.some((id) => jsonEquals(id, made.id ?? null));
    if (isTaken) life.over = 'its id is that of another';
    if (beside && made?.id !== undefined) life.earlier.push(made.id);
    if (made !== undefined && !isTaken) caseContext.fixtures.adopt(resource, made);
    return answer.end;
  };
}

function showsAny({ api }: CaseContext, resource: Resource, sent: JsonObject = {}): boolean {
  const properties = itemProperties(api, resource);
  return Object.keys(withHeldProperties(sent, resource.holder)).some((name) => Object.hasOwn(properties, name));
}

/** Sends the same create again: the document says that a duplicate must be refused. */
export function creatingAgain(resource: Resource, operation: Operation, taken?: string): LifeAct {
  return async (caseContext, life) => {
    if (life.creation === undefined) return skipped('nothing was created');
    const { property } = resource.id ?? {};
    const own = property === undefined ? undefined : valueAt(life.sent ?? {}, pointerTo(property));
    const named = own !== undefined && String(own) === String(life.id);
    if (!named && life.isLeast === true) return skipped('it was created with as little as possible');
    if (!named && (duplicateRefusal(operation) ?? taken) === undefined)
      return skipped('the document has no status for an existing record');
    // The answer does not describe what was sent: an upload session is not a file.
    if (!named && !showsAny(caseContext, resource, life.sent ?? sentItem(caseContext, operation, life.creation)))
      return skipped('the item shows nothing of what was sent');
    const send = async (
      request: HttpRequest,
      other?: Pick<OtherForm, 'form' | 'sentence'>,
    ): Promise<ExchangeResult> => {
      const { form, sentence } = other ?? {};
      const details = {
        ...(form === undefined ? {} : { form }),
        ...(sentence === undefined ? {} : { sentence }),
        ...(taken === undefined ? {} : { taken }),
      };
      const purpose = openPurpose({ kind: 'same-again', named, ...details });
      const answer = await caseContext.exchange(request, { operation, purpose });
      const made = isSuccess(answer) ? caseContext.madeBy(answer.exchange)?.path : undefined;
      if (made !== undefined && !named) await caseContext.fixtures.discard(caseContext, operation, made);
      return answer;
    };
    const answer = await send(life.creation);
    if (answer.failed || isSuccess(answer)) return answer.end;
    const other = otherForm(caseContext, operation, life.creation);
    const second = other === undefined ? answer : await send(other.request, other);
    const [composed, decomposed] = unicodeForms(caseContext, operation, life.creation) ?? [];
    if (second.failed || composed === undefined || decomposed === undefined) return second.end;
    const first = await caseContext.exchange(composed, { operation, purpose: openPurpose(), quiet: true });
    const made = isSuccess(first) ? caseContext.madeBy(first.exchange)?.path : undefined;
    const end = isSuccess(first)
      ? (await send(decomposed, { form: 'every string in another Unicode form' })).end
      : second.end;
    if (made !== undefined) await caseContext.fixtures.discard(caseContext, operation, made);
    return end;
  };
}

const NORMALISED = /\bnfk?[cd]\b|\bunicode\b[^.]*\b(normal|canonical|equivalen)|\bcanonical\w* equivalen/i;

/** Two creates whose texts end with the same letter, composed and decomposed, where the document calls them equal. */
function unicodeForms(
  caseContext: CaseContext,
  operation: Operation,
  request: HttpRequest,
): readonly [HttpRequest, HttpRequest] | undefined {
  const texts = textsOfDuplicates(operation);
  const part = itemPart(caseContext, operation);
  const properties = propertiesOf(caseContext.api, part.schema);
  let [composed, decomposed] = [request, request];
  for (const [name, value] of Object.entries(propertiesSent(request, part))) {
    const rule = caseContext.api.deref(properties[name]?.schema ?? true);
    const own = typeof rule === 'object' ? (rule.description ?? '') : '';
    if (typeof value !== 'string' || ![own, ...texts].some((text) => NORMALISED.test(text))) continue;
    for (const left of [2, 1, 0]) {
      const begin = value.slice(0, Math.max(0, value.length - left));
      const [one, other] = [`${begin}\u00e9`, `${begin}e\u0301`];
      const withOne = withPart(composed, part, { ...propertiesSent(composed, part), [name]: one });
      const withOther = withPart(decomposed, part, { ...propertiesSent(decomposed, part), [name]: other });
      if (caseContext.keeps(operation, withOne) !== true || caseContext.keeps(operation, withOther) !== true) continue;
      [composed, decomposed] = [withOne, withOther];
      break;
    }
  }
  return composed === request ? undefined : [composed, decomposed];
}

const SPACELESS =
  /(white ?space|blanks?|spaces)[^.]*(ignored|trimmed|removed|stripped|not count)|(ignor|trim|strip)\w*[^.]*(white ?space|blanks?|spaces)/i;

interface OtherForm {
  /** The difference in words. */
  readonly form: string;
  readonly request: HttpRequest;
  /** The sentence that calls both forms equal. */
  readonly sentence?: PlacedText | undefined;
}

/** The same create with its unique value in another form that the document calls equal. */
function otherForm(caseContext: CaseContext, operation: Operation, request: HttpRequest): OtherForm | undefined {
  const part = itemPart(caseContext, operation);
  const sent = propertiesSent(request, part);
  const properties = propertiesOf(caseContext.api, part.schema);
  const descriptions = textsOfDuplicates(operation);
  const sentences = sentencesOf(operation).filter(({ text }) =>
    descriptions.some((each) => each.replace(/\s+/g, ' ').includes(text)),
  );
  const { resource, unique: groups = [] } = caseContext.model.roleOf(operation);
  const unique = groups.flat();
  const forms = (value: string): readonly (readonly [string, RegExp, string])[] => [
    ['in the other letter case', CASELESS, inOtherCase(value)],
    ['with spaces around it', SPACELESS, ` ${value} `],
  ];
  for (const [name, value] of Object.entries(sent)) {
    const rule = Object.hasOwn(properties, name) ? caseContext.api.deref(properties[name]?.schema ?? true) : true;
    const own = typeof rule === 'object' ? (rule.description ?? '') : '';
    const isNamed = unique.includes(name) || descriptions.some((text) => new RegExp(`\\b${name}s?\\b`, 'i').test(text));
    const general = resource !== undefined && isNamed ? caselessByApi(caseContext.api, name, resource) : undefined;
    const sentenceWith = (words: RegExp): PlacedText | undefined => {
      const pointer = caseContext.api.pointerOf(properties[name]?.schema ?? true) ?? operation.pointer;
      return [...placedSentences(own, pointer), ...sentences, ...(general === undefined ? [] : [general])].find(
        ({ text }) => words.test(text),
      );
    };
    const texts = isNamed ? [own, ...descriptions, general?.text ?? ''] : [own];
    if (typeof value !== 'string') continue;
    for (const [form, words, other] of forms(value)) {
      if (other === value || !texts.some((text) => words.test(text))) continue;
      const like = withPart(request, part, { ...sent, [name]: other });
      if (like !== request && caseContext.keeps(operation, like) === true)
        return { form: `\`${name}\` ${form}`, request: like, sentence: sentenceWith(words) };
    }
  }
  // The text may call what is unique by another name: then it is among all the strings.
  for (const turn of [0, 1]) {
    let like = request;
    let change: Pick<OtherForm, 'form' | 'sentence'> | undefined;
    for (const [name, value] of Object.entries(sent)) {
      const [form, words, other] = (typeof value === 'string' ? forms(value)[turn] : undefined) ?? [];
      if (words === undefined || other === value || !descriptions.some((text) => words.test(text))) continue;
      const changed = withPart(like, part, { ...propertiesSent(like, part), [name]: other ?? '' });
      if (changed === like || caseContext.keeps(operation, changed) !== true) continue;
      like = changed;
      change = { form: `every string ${form}`, sentence: sentences.find(({ text }) => words.test(text)) };
    }
    if (change !== undefined) return { ...change, request: like };
  }
  return undefined;
}

/**
 * Creates an item with the same name under another parent, or in another collection if there is no parent.
 * The first item must not change. A service whose names are unique across parents may refuse.
 */
export function placingAnother(context: PlanContext, resource: Resource, operation: Operation): LifeAct {
  return async (caseContext, life) => {
    const parent = context.index.ownerOf(operation.path, resource);
    const other = parent === undefined ? undefined : await caseContext.fixtures.item(caseContext, parent, 'fresh');
    const beside = other?.proven === true ? renameParameters(other.path, parent?.itemPath, operation.path) : undefined;
    const at = `stateful/${resource.name}/another/${caseContext.attempt}`;
    const path = { ...life.path, ...beside };
    const drawing = { use: 'fresh', optional: 'required', making: true } as const;
    const drawn =
      beside === undefined
        ? await drawCreate(caseContext, context.index, operation, {
            at,
            draw: (place) => drawRequest(caseContext, operation, { at: place, ...drawing }),
          })
        : await drawRequest(caseContext, operation, { at, ...drawing, path });
    if (typeof drawn === 'string') return inconclusive(drawn);
    const request = asItsPath(caseContext, context.index, operation, drawn.request);
    const purpose = { ...validPurpose(drawn.prepared), relational: true };
    return (await caseContext.exchange(request, { operation, purpose })).end;
  };
}

/** Creates an item, deletes it, and creates another one, whose id must be new. */
export function creatingAfterDelete(context: PlanContext, resource: Resource, operation: Operation): LifeAct {
  return async (caseContext, life) => {
    if (life.deletion?.kind !== 'answered') return skipped('nothing was deleted');
    const path = lifeCollectionOf(life, resource, operation);
    const draw = (turn: string): Promise<PreparedRequest | string> =>
      drawRequest(caseContext, operation, {
        at: `stateful/${resource.name}/${turn}/${caseContext.attempt}`,
        use: 'fresh',
        optional: 'required',
        path,
      });
    const [youngest, next] = [await draw('youngest'), await draw('next')];
    if (typeof youngest === 'string') return inconclusive(youngest);
    if (typeof next === 'string') return inconclusive(next);
    const { property } = resource.id ?? {};
    if (property !== undefined && valueAt(sentObject(next.request) ?? {}, pointerTo(property)) !== undefined)
      return skipped('the client names the item');
    const earlier = life.earlier.filter((id) => String(id) !== String(life.id));
    const purpose = openPurpose({ kind: 'duplicate-id', earlier, resource });
    const first = await caseContext.exchange(youngest.request, { operation, purpose });
    const made = isSuccess(first)
      ? createdId(context.index, resource, operation, { request: youngest.request, exchange: first.exchange })
      : undefined;
    if (made?.id === undefined) return skipped('the answer names no id');
    await caseContext.fixtures.discard(caseContext, operation, made.path);
    const story: Stimulus = { kind: 'after-youngest', resource, gone: made.id };
    const answer = await caseContext.exchange(next.request, { operation, purpose: validPurpose(next.prepared, story) });
    const other = isSuccess(answer) ? caseContext.madeBy(answer.exchange)?.path : undefined;
    if (other !== undefined) await caseContext.fixtures.discard(caseContext, operation, other);
    return answer.end;
  };
}

/** If nothing can be created, the life cycle begins with an existing item. */
export function adoptStep(resource: Resource, operation: Operation): LifeAct {
  return async (caseContext, life) => {
    const at = `stateful/${resource.name}/adopt`;
    const drawn = await drawRequest(caseContext, operation, { at, use: 'fresh' });
    if (typeof drawn === 'string') return endLife(life, inconclusive(drawn));
    const answer = await caseContext.exchange(drawn.request, { operation, purpose: validPurpose(drawn.prepared) });
    if (!isSuccess(answer)) return endLife(life, answer.end, 'no such record was found');
    // An item that no list shows may exist under any name. The life cycle continues with the first
    // one.
    life.path = { ...pathParametersOf(caseContext.api, drawn.request), ...drawn.prepared.known.path };
    const entity = lifeEntityOf(caseContext, operation, answer);
    if (entity !== undefined) life.seen = entity;
    return answer.end;
  };
}
