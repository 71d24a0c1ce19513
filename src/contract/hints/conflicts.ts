import type { HttpRequest } from '../../core/index.ts';
import { duplicateRefusal, plainWords, type ResourceModel } from '../../resources/index.ts';
import type { ExchangeResult } from '../model/case-context.ts';
import type { Exchange } from '../model/exchange.ts';
import { hintPlaces, namedPlaces } from './hint-places.ts';
import { quotedIn } from './quoted-words.ts';
import { type RefusalEntry, refusalEntries } from './refusal-entries.ts';
import { saysUnique } from './refusal-hints.ts';
import { scalarsIn } from './shown-values.ts';

/**
 * Whether a valid request was refused because of a conflict. A record of an earlier run may have the same
 * name.
 */
export function isConflict(result: ExchangeResult): boolean {
  return result.kind === 'answered'
    ? result.exchange.response.status === 409 || saysTaken(result.exchange)
    : result.missed.failure.code === 'id-taken';
}

/**
 * Whether a 400 or 422 says that another record has a value of the request: `name "blue" already exists`. One without words says what the
 * document says of it.
 */
export function saysTaken({ api, operation, request, response }: Exchange): boolean {
  if (operation === undefined || (response.status !== 400 && response.status !== 422)) return false;
  const all = refusalEntries(response.body);
  if (all.length === 0) return duplicateRefusal(operation) === String(response.status);
  const entries = all.filter(({ text }) => saysUnique(text));
  if (entries.length === 0) return false;
  const places = hintPlaces(api, operation);
  return entries.some((entry) => namedPlaces(entry, places, request).length > 0 || quotesBody(entry, request));
}

/** Whether a sentence has a value of the body in quotes. A body that is one of several forms has no places of its own. */
function quotesBody({ text }: RefusalEntry, { body }: HttpRequest): boolean {
  const quoted = quotedIn(text);
  return body.kind === 'parsed' && scalarsIn(body.value).some((each) => each !== null && quoted.includes(String(each)));
}

/** Words for more than what a record has left: `amount is larger than what is left`, `insufficient funds`. */
const EXHAUSTED =
  /\b(?:exceed(?:s|ed|ing)?|(?:larger|greater|higher|bigger|more) than)\b[^.]*\b(?:left|remain\w*|available|balance|funds|stock|outstanding|refundable)\b|\b(?:insufficient|not enough) (?:funds|balance|stock|credits?|inventory)\b/i;

/** Whether a refusal says that a number of the request is more than a record has left, which no schema says; or the document says so of it. */
export function saysExhausted({ operation, model, response: { status, body } }: Exchange): boolean {
  if (![400, 409, 422].includes(status)) return false;
  if (refusalEntries(body).some(({ text }) => EXHAUSTED.test(text))) return true;
  const described = operation?.responses.find((each) => each.status === String(status))?.description ?? '';
  return described.split(/[.;,\n]/).some((part) => EXHAUSTED.test(part) || isMoreThanHeld(part, model));
}

/** Whether a text speaks of more than a record has: `more guests than the cabin sleeps`, `exceeds the limit of the account`. */
function isMoreThanHeld(part: string, model: ResourceModel): boolean {
  const [, held = ''] = MORE_THAN.exec(part) ?? [];
  const words = plainWords(held);
  return (
    held !== '' &&
    model.resources.some(({ singular }) => {
      const noun = plainWords(singular).trim();
      return noun !== '' && words.includes(` ${noun} `);
    })
  );
}

const MORE_THAN = /\b(?:exceed(?:s|ed|ing)?|(?:more|larger|greater|higher|bigger)\b[^.]*\bthan)\b(.*)/i;
