import type { Json } from '../../core/index.ts';
import type { ShownForm, SupposedModel } from '../../resources/index.ts';
import { type Operation, templateNames } from '../../spec/index.ts';
import { formatPointer, isArray, isObject, singular, valueAt } from '../../wire/index.ts';
import { type CaseContext, isSuccess, jsonOf } from '../model/case-context.ts';
import { fillPath } from '../requests/substitute.ts';
import { valueForParameter } from '../responses/created-id.ts';
import { readAt } from './simple-reads.ts';

/** Objects around a list or an item that are looked into. */
const MOST_DEPTH = 2;

/**
 * Where the answers of the target have the lists and items whose form the document does not describe. Reads only: each
 * list, and the first item of it. What cannot be read, or shows no list, is left out.
 */
export async function shownForms(
  caseContext: CaseContext,
  { model, lists }: SupposedModel,
  planned: ReadonlySet<Operation>,
): Promise<ReadonlyMap<string, ShownForm>> {
  const forms = new Map<string, ShownForm>();
  for (const list of lists) {
    if (!planned.has(list) || list.path.includes('{')) continue;
    const answer = await answerOf(caseContext, list, list.path);
    if (answer === undefined) continue;
    const { resource } = model.roleOf(list);
    const item = caseContext.api.operations.find(
      (each) => each.method === 'GET' && each.path === resource?.itemPath && templateNames(each.path).length === 1,
    );
    const word = list.path.split('/').at(-1) ?? '';
    const place = placeOfList(answer, word);
    if (place === undefined) continue;
    const first = (valueAt(answer, formatPointer(place)) as readonly Json[])[0];
    const shown = item === undefined ? undefined : await placeOfItem(caseContext, item, first);
    forms.set(list.id, { list: place, item: shown ?? likelyPlace(answer, place, word) });
  }
  return forms;
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
): Promise<readonly string[] | undefined> {
  const id = valueForParameter(item.path, listed);
  const [parameter = ''] = templateNames(item.path);
  const answer = id === undefined ? undefined : await answerOf(caseContext, item, fillPath(item, { [parameter]: id }));
  if (id === undefined || answer === undefined) return undefined;
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
