import type { Json, JsonObject } from '../../core/index.ts';
import type { ShownForm, SupposedModel } from '../../resources/index.ts';
import { lastSegment, type Operation, templateNames } from '../../spec/index.ts';
import { formatPointer, isArray, isObject, singular, valueAt } from '../../wire/index.ts';
import { type CaseContext, isSuccess, jsonOf } from '../model/case-context.ts';
import { isPlainRead } from '../ownership/command-words.ts';
import { fillPath } from '../requests/substitute.ts';
import { valueForParameter } from '../responses/created-id.ts';
import { readAt } from './simple-reads.ts';

/** Items of a list whose lists below them are read until one is not empty. */
const MOST_PARENTS = 3;

/** Objects around a list or an item that are looked into. */
const MOST_DEPTH = 2;

/**
 * Where the answers of the target have the lists and items whose form the document does not describe. Reads only: each
 * list, those below the first items of a list, and the first item of each. What cannot be read, or shows no list, is left out.
 */
export async function shownForms(
  caseContext: CaseContext,
  { model, lists }: SupposedModel,
  planned: ReadonlySet<Operation>,
): Promise<ReadonlyMap<string, ShownForm>> {
  const forms = new Map<string, ShownForm>();
  for (const list of lists) {
    if (!planned.has(list)) continue;
    const found = await firstList(caseContext, list);
    if (found === undefined) continue;
    const { answer, place, items, path } = found;
    const { resource } = model.roleOf(list);
    const item = caseContext.api.operations.find((each) => each.method === 'GET' && each.path === resource?.itemPath);
    const shown = item === undefined ? undefined : await placeOfItem(caseContext, item, items[0], path);
    forms.set(list.id, { list: place, item: shown ?? likelyPlace(answer, place, lastSegment(list.path)) });
  }
  return forms;
}

/** A list that the target has shown. */
interface ShownList {
  readonly answer: Json;
  /** Where the list stands in the answer. */
  readonly place: readonly string[];
  readonly items: readonly Json[];
  /** Values of the parameters of its path. */
  readonly path: JsonObject;
}

/** The answer of a list; of one below an item, that of the first item which has any. */
async function firstList(caseContext: CaseContext, list: Operation): Promise<ShownList | undefined> {
  let empty: ShownList | undefined;
  for (const path of await parentsOf(caseContext, list)) {
    const shown = await listAt(caseContext, list, path);
    if (shown !== undefined && shown.items.length > 0) return shown;
    empty ??= shown;
  }
  return empty;
}

async function listAt(caseContext: CaseContext, list: Operation, path: JsonObject): Promise<ShownList | undefined> {
  const answer = await answerOf(caseContext, list, fillPath(list, path));
  const place = answer === undefined ? undefined : placeOfList(answer, lastSegment(list.path));
  if (answer === undefined || place === undefined) return undefined;
  return { answer, place, items: valueAt(answer, formatPointer(place)) as readonly Json[], path };
}

/** Values for the path of a list: none is needed, or the id of an item of the list above it. */
async function parentsOf(caseContext: CaseContext, { path }: Operation): Promise<readonly JsonObject[]> {
  const [parameter, ...others] = templateNames(path);
  if (parameter === undefined) return [{}];
  const above = path.slice(0, path.indexOf('/{'));
  const parents = caseContext.api.operations.find((each) => each.method === 'GET' && each.path === above);
  if (others.length > 0 || parents === undefined || !isPlainRead(parents)) return [];
  const items = (await listAt(caseContext, parents, {}))?.items ?? [];
  return items.slice(0, MOST_PARENTS).flatMap((item) => {
    const id = valueForParameter(`${above}/{${parameter}}`, item);
    return id === undefined ? [] : [{ [parameter]: id }];
  });
}

async function answerOf(caseContext: CaseContext, operation: Operation, path: string): Promise<Json | undefined> {
  const answer = await readAt(caseContext, operation, path);
  return isSuccess(answer) ? jsonOf(answer.exchange) : undefined;
}

/** Where the read of an item of a list shows it. */
async function placeOfItem(
  caseContext: CaseContext,
  item: Operation,
  listed: Json | undefined,
  path: JsonObject,
): Promise<readonly string[] | undefined> {
  const id = valueForParameter(item.path, listed);
  const names = templateNames(item.path);
  const above = names.slice(0, -1);
  if (id === undefined || above.some((name) => !Object.hasOwn(path, name))) return undefined;
  const answer = await answerOf(caseContext, item, fillPath(item, { ...path, [names.at(-1) ?? '']: id }));
  if (answer === undefined) return undefined;
  return placesIn(answer, (value) => String(valueForParameter(item.path, value)) === String(id))[0];
}

/** Where an item stands if none is there to be read: as the list does if the answer also says how the request went. */
function likelyPlace(answer: Json, place: readonly string[], word: string): readonly string[] {
  const last = place.at(-1);
  if (last === undefined) return [];
  if (last === word) return [...place.slice(0, -1), singular(word)];
  return isObject(answer) && Object.keys(answer).some((name) => OUTCOME.test(name)) ? place : [];
}

const OUTCOME = /^(?:success|ok|status|code|message|msg|error)$/i;

/** Where an answer has its list: the one that is called as the collection, the only one with objects, or the only one. */
function placeOfList(answer: Json, word: string): readonly string[] | undefined {
  const all = placesIn(answer, isArray);
  const ofObjects = placesIn(answer, (value) => isArray(value) && value.some(isObject));
  const likely = ofObjects.length > 0 ? ofObjects : all;
  return all.find((names) => names.at(-1) === word) ?? (likely.length === 1 ? likely[0] : undefined);
}

/** The names that lead to values of a kind, nearest to the root first. */
function placesIn(value: Json, isWanted: (value: Json) => boolean, depth = 0): readonly (readonly string[])[] {
  if (isWanted(value)) return [[]];
  if (!isObject(value) || depth > MOST_DEPTH) return [];
  const found = Object.entries(value).flatMap(([name, member]) =>
    placesIn(member, isWanted, depth + 1).map((names) => [name, ...names]),
  );
  return found.toSorted((one, other) => one.length - other.length);
}
