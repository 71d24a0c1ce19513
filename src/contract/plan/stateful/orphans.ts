import { type Resource, refusesWhileReferred } from '../../../resources/index.ts';
import { type Operation, type PlacedText, wordsOf } from '../../../spec/index.ts';
import { escapeRegExp } from '../../../wire/index.ts';
import { tookEffect } from '../../model/case-context.ts';
import { describedAnswer, placedSentences, sentencesOf } from '../../model/document-sentence.ts';
import { type Act, type Flow, inconclusive, PASSED, planCase, single } from '../../model/flow.ts';
import type { Purpose, Stimulus } from '../../model/purpose.ts';
import { drawRequest, openPurpose, validPurpose } from '../../requests/draw-request.ts';
import { idIn } from '../../responses/created-id.ts';
import { groupOf, type PlanContext } from '../planner.ts';
import { createUnder, ownerId } from './lists/nested-list.ts';
import { entityInAnswer } from './writes/writes.ts';

/**
 * Deletes an item that other records refer to, if the document has a 409 for that, or says that they are
 * deleted too.
 */
export function planOrphans(context: PlanContext): readonly Flow[] {
  if (context.options.safeOnly === true) return [];
  return context.model.resources.flatMap((child) =>
    namesOf(child).flatMap((relation) => {
      const parent = context.model.resource(relation.resource);
      const remove = parent === undefined ? undefined : context.index.operation(parent, 'delete');
      const read = context.index.operation(child, 'read');
      const create = context.index.operation(child, 'create');
      if (parent === undefined || remove === undefined || read === undefined || create === undefined) return [];
      if (parent === child || !context.operations.includes(remove) || relation.pointer?.endsWith('*') === true)
        return [];
      if (relation.pointer === undefined && context.index.ownerOf(read.path, child) !== parent) return [];
      const promise = promiseOf(context, remove, { child, parent });
      return promise !== undefined && relation.required
        ? [plan(context, { parent, child, remove, read, ...promise, ...placeOf(relation) })]
        : [];
    }),
  );
}

/** How a record refers to another one: with a property, or with its path. */
type Name = Pick<Resource['relations'][number], 'resource' | 'required'> & { readonly pointer?: string };

function namesOf({ relations, parent }: Resource): readonly Name[] {
  if (parent === undefined || relations.some(({ resource }) => resource === parent.resource)) return relations;
  return [...relations, { resource: parent.resource, required: true }];
}

const placeOf = ({ pointer }: Name): { readonly pointer?: string } => (pointer === undefined ? {} : { pointer });

/** The documented effect of a delete on referring records, and the sentence that says so of them. */
interface CascadeRule {
  readonly promise: '409' | 'deleted';
  readonly sentence?: PlacedText;
  /** What a 409 says of records of the child in some state. */
  readonly conflict?: PlacedText;
}

/** A sentence about the records of the child counts more than a 409 that may be about something else. */
function promiseOf(
  { model }: PlanContext,
  remove: Operation,
  { child, parent }: Pick<Family, 'child' | 'parent'>,
): CascadeRule | undefined {
  const taken = takesWithIt(remove, child, parent);
  if (taken !== undefined) return { promise: 'deleted', sentence: taken };
  if (!refusesWhileReferred(remove)) return undefined;
  const refused = refusesBecauseOf(remove, child);
  const conflict = describedAnswer(remove, '409');
  const names = (resource: Resource): boolean =>
    conflict !== undefined && new RegExp(`\\b${nameOf(resource)}\\b`, 'i').test(conflict.text);
  const isOfChild = names(child);
  // `The member still has bookings` is about bookings, not about the reviews of the member.
  const isOfOthers = !isOfChild && model.resources.some((each) => each !== parent && names(each));
  if (refused === undefined && isOfOthers) return undefined;
  return {
    promise: '409',
    ...(refused === undefined ? {} : { sentence: refused }),
    ...(isOfChild && conflict !== undefined ? { conflict } : {}),
  };
}

const TAKEN =
  /\b((are|is|get|gets|will be) (also |then )?(deleted|removed|dropped|erased)|cascad\w*|(deletes?|removes?) (also )?(all |its |their |every )|(deleted|removed|gone),? (together|too|as well)|also (deletes?|removes?)|(deletes?|removes?)\b[^.]* (with|and|including) ((all |each )?(of )?(its|their|the|every)|all) )/i;
const KEPT = /\b(not|never|without|remain|stay|kept|keep|unless|except)\b/i;
/** The referring records have a delete of their own: `Comments are deleted with DELETE /comments/{id}.` */
const BY_ITSELF =
  /\b(separately|individually|one by one|(with|by|via|through|using|over) (\w+ ){0,3}(`?delete\b|`?\/|(method|operation|endpoint|request|call|route)s?\b))/i;

/**
 * The sentence of the delete that says that records of the other resource are deleted too: `Bookings of
 * the room are deleted with it`, `Deleted, with its comments`.
 */
function takesWithIt(remove: Operation, child: Resource, parent: Resource): PlacedText | undefined {
  const named = new RegExp(`\\b${nameOf(child)}\\b`, 'i');
  // What is deleted with what: either side may be named first. `with the comment id` says how.
  const withIt = new RegExp(
    `\\b(deleted|removed|gone|dropped|erased),? (together |along )?(with|including) (it|them|(\\w+ ){0,3}(${nameOf(child)}|${nameOf(parent)}))\\b(?! (id|key|name|number|token)s?\\b)`,
    'i',
  );
  return sentencesOf(remove).find(
    ({ text }) =>
      named.test(text) && (TAKEN.test(text) || withIt.test(text)) && !KEPT.test(text) && !BY_ITSELF.test(text),
  );
}

/** Only some records count: `open orders`, `unpaid invoices`. */
const SOME =
  '(?:open|active|current|pending|running|unfinished|outstanding|upcoming|future|live|due|overdue|confirmed|booked|published|not \\w+|un(?!der|it)\\w+ed|unpaid)';
/** What a record does by being there, not by its state: `is attached`, `are in it`, `still exist`. */
const THERE =
  '(?:(?:still|also|all|yet|already) )*(?:(?:in|on|at|of|under|inside|within|below|for|with) (?:it|them|the|this|that|an?)\\b|left\\b|there\\b|attached|assigned|linked|associated|connected|using|used|refer|point|nam(?:e|ing)|depend|belong|bound|exist|present|stored|registered|found)';

/** Whether a text names the records of the child, and not only those of them in a state: `A copy of the book is on loan`. */
function namesAnyOf(text: string, child: Resource): boolean {
  const one = nameOf(child);
  const inState = new RegExp(
    `\\b${SOME} (?:\\w+ )?${one}\\b|\\b${one} (?:(?:of|in|on|at|for|below|under) (?:an?|the|this|that|it|its)(?: \\w+)?? )?(?:that |which )?(?:is|are|was|were|has|have|had)(?: been)? (?!${THERE})`,
    'i',
  );
  return new RegExp(`\\b${one}\\b`, 'i').test(text) && !inState.test(text);
}

/** The 409 of a delete, or the sentence of its description that refuses it, that names the records of the child. */
function refusesBecauseOf({ description, responses, pointer }: Operation, child: Resource): PlacedText | undefined {
  const sentences = placedSentences(description, `${pointer}/description`).filter(({ text }) =>
    /\b(cannot|can ?not|can['’]t|refused|must not|unless|only if|not (be )?(deleted|removed))\b/i.test(text),
  );
  const conflicts = responses
    .filter(({ status }) => status === '409')
    .map((each) => ({ text: each.description, pointer: `${each.pointer}/description` }));
  return [...conflicts, ...sentences].find(({ text }) => namesAnyOf(text, child));
}

/** A pattern for the names of a resource. */
function nameOf({ name, singular }: Resource): string {
  const [plural, one] = [name.split('.').at(-1) ?? name, singular].map((word) =>
    escapeRegExp(word).replaceAll('_', '[ _]'),
  );
  return `(${plural}|${one}s?)`;
}

interface Family extends CascadeRule {
  readonly parent: Resource;
  readonly child: Resource;
  readonly remove: Operation;
  readonly read: Operation;
  /** The place in the child that refers to the parent. Undefined if the path of the child contains the parent. */
  readonly pointer?: string;
}

function plan(context: PlanContext, family: Family): Flow {
  const { remove, child, parent } = family;
  const description = `${parent.singular}: delete while a ${child.singular} names it`;
  const request = { method: remove.method, path: remove.path, query: '' };
  const planned = planCase(
    { id: `stateful/${remove.id}/named-by-${child.name}`, phase: 'stateful', operation: remove, description },
    request,
    {
      kind: 'any',
      text: '409, or nothing that names what is gone',
    },
  );
  return single(planned, groupOf(context, remove), deleteParent(context, family), 'alone');
}

function deleteParent(context: PlanContext, family: Family): Act {
  const { parent, child, remove, read, promise, sentence, conflict, pointer } = family;
  return async (caseContext) => {
    const owner = await caseContext.fixtures.item(caseContext, parent, 'fresh');
    if (!owner.proven || !owner.ours) return inconclusive(`no ${parent.singular} could be made`);
    const made = await createUnder(context, caseContext, { resource: child, parent }, { owner, name: 'orphan' });
    if (typeof made === 'string') return inconclusive(made);
    const drawn = await drawRequest(caseContext, remove, { at: `orphans/${remove.id}`, use: 'read', path: owner.path });
    const look = await drawRequest(caseContext, read, { at: `orphans/${read.id}`, use: 'read', path: made.path });
    if (typeof drawn === 'string' || typeof look === 'string') return inconclusive('no request could be made');
    const purpose: Purpose = { ...validPurpose(drawn.prepared), relational: true };
    const deletion = await caseContext.exchange(drawn.request, { operation: remove, purpose, quiet: true });
    if (!tookEffect(deletion)) return PASSED;
    const left = await caseContext.exchange(look.request, { operation: read, purpose, quiet: true });
    const entity = entityInAnswer(caseContext, read, left);
    const id = ownerId({ parent }, owner);
    if (id === undefined) return PASSED;
    // The record that names the item is gone as well: the delete was not to be done at all.
    if (entity === undefined && promise === '409' && sentence !== undefined) {
      const refused: Stimulus = { kind: 'in-state', property: child.name, state: 1, because: child.name };
      return caseContext.again(deletion.exchange, { operation: remove, purpose: openPurpose(refused) }).end;
    }
    if (entity === undefined) return PASSED;
    const place = pointer === undefined ? {} : { pointer };
    const rule = { ...(sentence === undefined ? {} : { sentence }), ...(conflict === undefined ? {} : { conflict }) };
    const shown = `${wordsOf(child.singular).join(' ')} ${String(idIn(child, entity) ?? '')}`.trim();
    const story = {
      kind: 'orphan',
      owner: id,
      parent,
      remove: remove.id,
      promise,
      child: shown,
      ...place,
      ...rule,
    } as const;
    return (await caseContext.exchange(look.request, { operation: read, purpose: openPurpose(story) })).end;
  };
}
