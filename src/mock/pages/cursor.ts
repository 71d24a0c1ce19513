import type { Violation } from '../../core/index.ts';
import type { ListDetails } from '../../resources/index.ts';
import type { Entity } from '../../state/index.ts';
import { escapeToken } from '../../wire/index.ts';
import type { RequestContext } from '../model/context.ts';
import { asObject } from '../model/object.ts';
import type { Page } from '../model/page.ts';
import { type EntityPlace, idText, keyOf } from '../model/place.ts';
import { type Refusal, refuse } from '../model/refusal.ts';

/**
 * The start of the page in `matching`: after or before the entity that the cursor names. `all` are the
 * entities of the place in the same order, so that an entity which no longer matches still has a position.
 * `undefined`: the cursor never named an entity of this list.
 */
export function startOf(
  place: EntityPlace,
  all: readonly Entity[],
  matching: readonly Entity[],
  page: Page,
): number | undefined {
  if ((page.after ?? page.before) === undefined) return page.offset;
  const found = placeOfCursor(place, all, matching, page);
  return found === undefined || page.after !== undefined ? found : Math.max(0, found - page.limit);
}

/** How many of `matching` stand before the entity that the cursor names; with it, if what follows it is asked for. */
export function placeOfCursor(
  place: EntityPlace,
  all: readonly Entity[],
  matching: readonly Entity[],
  { after, before }: Page,
): number | undefined {
  const at = positionOf(place, all, after ?? before ?? '');
  if (at === undefined) return undefined;
  const passed = new Set(all.slice(0, Math.ceil(after === undefined ? at : at + 0.5)).map(({ key }) => key));
  const start = matching.findIndex(({ key }) => !passed.has(key));
  return start < 0 ? matching.length : start;
}

/** Index of the entity. If it was deleted but its number shows where it was: between two indexes. */
function positionOf(place: EntityPlace, all: readonly Entity[], id: string): number | undefined {
  const found = all.findIndex(({ key }) => key === id || (place.prefix !== undefined && key === place.prefix + id));
  if (found >= 0) return found;
  // A client that makes its own cursor from an item has only its id.
  // A cursor that must be longer than the id has zeros in front of it.
  const isOwn = (text: string): boolean => text === id || (id.startsWith('0') && text.padStart(id.length, '0') === id);
  const named = all.findIndex(({ key }) => isOwn(idText(place, key)));
  if (named >= 0) return named;
  // Items that no path names may show an id all the same.
  const shown =
    place.resource.id === undefined ? all.findIndex(({ value }) => keyOf(asObject(value)['id'] ?? null) === id) : -1;
  if (shown >= 0) return shown;
  const numbers = all.map(({ key }) => Number(idText(place, key)));
  const gone = /^\d{1,15}$/.test(id) ? Number(id) : Number.NaN;
  const counted = numbers.every((number, index) => index === 0 || number > (numbers[index - 1] ?? Number.NaN));
  const next = counted ? numbers.findIndex((number) => number > gone) : -1;
  return next < 0 || gone < 1 ? undefined : next - 0.5;
}

/**
 * The page of an unknown cursor: the first one if the cursor is the documented example, else one after the
 * last.
 */
export function pageOfUnknown(context: RequestContext, { page }: ListDetails, wanted: Page, total: number): Page {
  const { after, before, ...rest } = wanted;
  const name = after === undefined ? page.before : page.cursor;
  const parameter = context.operation.parameters.find((each) => each.in === 'query' && each.name === name);
  const isExample = parameter?.examples.some(({ value }) => String(value) === (after ?? before)) === true;
  return { ...rest, offset: isExample ? 0 : total };
}

/**
 * A cursor that this list did not issue is refused with 400, or 422 if only that is documented, because an
 * empty page would look like the end of the list. `undefined` if the document has neither, nor a range or
 * default for them.
 */
export function lostCursor(context: RequestContext, { page }: ListDetails, wanted: Page): Refusal | undefined {
  const has = (...statuses: readonly string[]): boolean =>
    context.operation.responses.some((spec) => statuses.includes(spec.status));
  if (!has('400', '422', '4XX', 'default')) return undefined;
  const parameter = (wanted.after === undefined ? page.before : page.cursor) ?? 'cursor';
  const message = `\`${parameter}\` names nothing in this list: ${JSON.stringify(wanted.after ?? wanted.before)}`;
  return refuse(has('422') && !has('400') ? 422 : 400, message, {
    code: 'invalid_cursor',
    violations: [cursorViolation(context, parameter, message)],
  });
}

/** A call by name has its cursor in the body. */
function cursorViolation({ role, request: { body } }: RequestContext, parameter: string, message: string): Violation {
  const isInBody = role.lists !== undefined || role.says === 'body';
  const sent = isInBody && body.kind === 'parsed' ? asObject(body.value) : {};
  return Object.hasOwn(sent, parameter)
    ? { code: 'body.schema', pointer: `/body/${escapeToken(parameter)}`, message }
    : { code: 'parameter.schema', pointer: `/query/${parameter}`, message };
}
