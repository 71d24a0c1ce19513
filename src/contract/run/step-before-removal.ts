import { isPathBelow, type ResourceModel } from '../../resources/index.ts';
import { type Api, type Operation, operationTexts, sentencesIn } from '../../spec/index.ts';
import { escapeRegExp } from '../../wire/index.ts';

const STEP_FIRST = /\b(?:first|before|must|has to|have to|needs? to|unless|only|until)\b/i;
const MUST_BE = '\\b(?:must|has to|have to|needs? to|should)(?: first)? be ';

/** What is needed to find the step: the document, and what it says of its operations. */
interface StepContext {
  readonly api: Api;
  readonly model: ResourceModel;
}

/**
 * The action on an item that the document or a refusal asks for before the item may be deleted: `POST /devices/{id}/disable`
 * where "a device has to be disabled first". Undefined if none is named, or several are.
 */
export function stepBeforeRemoval(
  { api, model }: StepContext,
  remove: Operation,
  refusal: string,
): Operation | undefined {
  const { kind, resource } = model.roleOf(remove);
  if (kind !== 'delete' || resource === undefined || resource.singleton) return undefined;
  const actions = api.operations.filter((each) => {
    const rest = each.path.slice(remove.path.length);
    const isAction = isPathBelow(each.path, remove.path) && !rest.includes('{') && each.method !== 'GET';
    return isAction && each.method !== 'DELETE' && model.roleOf(each).kind === 'action';
  });
  if (actions.length === 0) return undefined;
  const sentences = demandsIn([refusal, ...operationTexts(remove), ...refusalsOf(remove)]);
  const demanded = actions.filter((each) => mentions(sentences, `${MUST_BE}${formsOf(each).done}`));
  const named = actions.filter((each) => {
    const { verb, done } = formsOf(each);
    return mentions(sentences, `\\b${done}|\\b${verb} (?:the|it|this|its|all)\\b`);
  });
  const [only, ...others] = demanded.length > 0 ? demanded : named;
  return others.length === 0 ? only : undefined;
}

function refusalsOf({ responses }: Operation): readonly string[] {
  return responses.filter(({ status }) => status.startsWith('4')).map(({ description }) => description);
}

/** The sentences that say what must be done first. */
function demandsIn(texts: readonly string[]): readonly string[] {
  return texts.flatMap((text) => sentencesIn(text)).filter((each) => STEP_FIRST.test(each));
}

function mentions(sentences: readonly string[], pattern: string): boolean {
  const words = new RegExp(pattern, 'i');
  return sentences.some((each) => words.test(each));
}

/** Patterns for the verb of an action and its participle: `stop` and `stopped`, `archive` and `archived`. */
function formsOf({ path }: Operation): { readonly verb: string; readonly done: string } {
  const verb = escapeRegExp(path.split(/[/:]/).at(-1) ?? '');
  const end = verb.at(-1) ?? '';
  return { verb, done: `${verb.replace(/[ey]$/i, '')}(?:${end}?e|i?e)d\\b` };
}
