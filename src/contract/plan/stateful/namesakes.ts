import type { Resource } from '../../../resources/index.ts';
import { type Operation, propertiesOf } from '../../../spec/index.ts';
import { type CaseContext, type ExchangeResult, isSuccess, tookEffect } from '../../model/case-context.ts';
import { type Act, type Flow, inconclusive, PASSED, planCase, single, skipped } from '../../model/flow.ts';
import type { StepEnd } from '../../model/step-end.ts';
import { drawRequest, openPurpose, type PreparedRequest, validPurpose } from '../../requests/draw-request.ts';
import { itemPart, propertiesSent, withPart } from '../../requests/written-part.ts';
import type { PlanContext } from '../planner.ts';

/** Creates two items, with the same values where the service takes that: a delete must remove one of them. */
export function planNamesakes(context: PlanContext, resource: Resource): readonly Flow[] {
  const [create, read, remove] = (['create', 'read', 'delete'] as const).map((role) =>
    context.index.operation(resource, role),
  );
  if (create === undefined || read === undefined || remove === undefined || resource.singleton) return [];
  if (context.options.safeOnly === true || !context.operations.includes(remove) || context.index.isPlacing(create))
    return [];
  if (resource.id?.property === undefined || !context.asks('state.delete-takes-others', remove)) return [];
  const request = { method: remove.method, path: remove.path, query: '' };
  const description = `${resource.singular}: a delete leaves another item alone`;
  const id = `stateful/${resource.name}/delete-leaves-namesakes`;
  const expectation = { kind: 'valid', text: 'the second item' } as const;
  const planned = planCase({ id, phase: 'stateful', operation: remove, description }, request, expectation);
  return [single(planned, resource.name, removingOne(resource, { create, read, remove }), 'apart')];
}

interface Operations {
  readonly create: Operation;
  readonly read: Operation;
  readonly remove: Operation;
}

function removingOne(resource: Resource, { create, read, remove }: Operations): Act {
  return async (caseContext) => {
    const at = `namesakes/${create.id}/${caseContext.attempt}`;
    const drawn = await drawRequest(caseContext, create, { at, use: 'fresh', optional: 'all', making: true });
    if (typeof drawn === 'string') return inconclusive(drawn);
    const making = () =>
      caseContext.exchange(drawn.request, { operation: create, purpose: validPurpose(drawn.prepared), quiet: true });
    const one = madeBy(caseContext, await making());
    const twin = one === undefined ? undefined : madeBy(caseContext, await making());
    if (one === undefined) return inconclusive('nothing could be made');
    const like = twin === undefined ? await similar(caseContext, create, drawn) : undefined;
    const isAlone = twin === undefined && like === undefined;
    const spare = isAlone ? await caseContext.fixtures.create(caseContext, resource, 'all') : undefined;
    const other = spare?.proven === false ? undefined : (twin ?? like ?? spare?.path);
    if (other === undefined) {
      await caseContext.fixtures.discard(caseContext, create, one);
      return skipped('no second item could be made');
    }
    const end = await removeAndLook(caseContext, { read, remove, alike: twin !== undefined }, one, other);
    await caseContext.fixtures.discard(caseContext, create, other);
    return end;
  };
}

/**
 * Another item with the same values, but for its texts: where equal items are refused, a text such as a name or a code
 * must be unique. Texts that begin with those of the first item are tried first. Undefined if the service takes none.
 */
async function similar(
  caseContext: CaseContext,
  create: Operation,
  { request }: PreparedRequest,
): Promise<Path | undefined> {
  const at = `namesakes/${create.id}/${caseContext.attempt}/similar`;
  const drawn = await drawRequest(caseContext, create, { at, use: 'fresh', optional: 'all', making: true });
  if (typeof drawn === 'string') return undefined;
  const part = itemPart(caseContext, create);
  const [sent, others] = [propertiesSent(request, part), propertiesSent(drawn.request, part)];
  const properties = propertiesOf(caseContext.api, part.schema);
  const isText = (name: string): boolean => {
    const rule = caseContext.api.deref(properties[name]?.schema ?? true);
    return typeof sent[name] === 'string' && typeof rule === 'object' && rule.enum === undefined;
  };
  const texts = Object.entries(others).filter(([name]) => isText(name));
  if (texts.length === 0) return undefined;
  const like = withPart(drawn.request, part, { ...sent, ...Object.fromEntries(texts) });
  if (caseContext.keeps(create, like) !== true) return undefined;
  let near = like;
  for (const [name] of texts) {
    const changed = nearTexts(String(sent[name])).map((text) =>
      withPart(near, part, { ...propertiesSent(near, part), [name]: text }),
    );
    near = changed.find((request) => caseContext.keeps(create, request) === true) ?? near;
  }
  // Mostly one of the texts is unique: then the others may be equal.
  const single = texts.flatMap(([name]) => {
    const changed = nearTexts(String(sent[name])).map((text) => withPart(request, part, { ...sent, [name]: text }));
    return changed.find((each) => caseContext.keeps(create, each) === true) ?? [];
  });
  const bodies = [...(texts.length > 1 ? single.slice(0, MOST_SINGLE) : []), near, like];
  for (const body of new Set(bodies)) {
    const answer = await caseContext.exchange(body, { operation: create, purpose: openPurpose(), quiet: true });
    const made = madeBy(caseContext, answer);
    if (made !== undefined) return made;
  }
  return undefined;
}

const MOST_SINGLE = 4;

/** The text with its last character once more, and with another last character, which most patterns allow. */
function nearTexts(text: string): readonly string[] {
  const last = [...text].at(-1) ?? '';
  const other = /\d/.test(last) ? String((Number(last) + 1) % 10) : last === 'a' ? 'b' : 'a';
  return [`${text}${last}`, `${text.slice(0, text.length - last.length)}${other}`];
}

type Path = NonNullable<ReturnType<CaseContext['madeBy']>>['path'];

function madeBy(caseContext: CaseContext, answer: ExchangeResult): Path | undefined {
  return isSuccess(answer) ? caseContext.madeBy(answer.exchange)?.path : undefined;
}

async function removeAndLook(
  caseContext: CaseContext,
  { read, remove, alike }: Pick<Operations, 'read' | 'remove'> & { readonly alike: boolean },
  one: Path,
  other: Path,
): Promise<StepEnd> {
  if (JSON.stringify(one) === JSON.stringify(other)) return skipped('both were given the same id');
  const deleting = await drawRequest(caseContext, remove, { at: `namesakes/${remove.id}`, use: 'fresh', path: one });
  const looking = await drawRequest(caseContext, read, { at: `namesakes/${read.id}`, use: 'read', path: other });
  if (typeof deleting === 'string' || typeof looking === 'string') return inconclusive('no request could be made');
  const purpose = openPurpose();
  const before = await caseContext.exchange(looking.request, { operation: read, purpose, quiet: true });
  if (!isSuccess(before)) return inconclusive('the second item cannot be read');
  const deletion = await caseContext.exchange(deleting.request, { operation: remove, purpose, quiet: true });
  if (!tookEffect(deletion)) return PASSED;
  const story = { kind: 'beside-deleted', remove: remove.id, alike } as const;
  return (await caseContext.exchange(looking.request, { operation: read, purpose: openPurpose(story) })).end;
}
