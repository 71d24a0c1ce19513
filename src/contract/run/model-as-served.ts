import type { Json } from '../../core/index.ts';
import { inferResources, type Resource, type ResourceModel, supposeModel } from '../../resources/index.ts';
import { type Operation, propertiesOf, templateNames } from '../../spec/index.ts';
import { isArray, isObject, valueAt, withoutSeparators } from '../../wire/index.ts';
import { type CaseContext, isSuccess, jsonOf } from '../model/case-context.ts';
import { fillPath } from '../requests/substitute.ts';
import { idIn } from '../responses/created-id.ts';
import type { RunRecord } from '../result/run-record.ts';
import { createCaseContext } from './create-case-context.ts';
import { ofNoCase } from './outage-tools.ts';
import { shownForms } from './shown-forms.ts';
import { readAt } from './simple-reads.ts';

/** A resource whose items show several ids, of which the path of an item may take another one than its name says. */
interface AmbiguousResource {
  readonly resource: Resource;
  readonly list: Operation;
  readonly read: Operation;
  /** Names of the other ids. */
  readonly others: readonly string[];
}

/** A model, and what differs in it from the document, in sentences. */
export interface ServedModel {
  readonly model: ResourceModel;
  readonly notes: readonly string[];
}

/** Other ids that are tried for an item. */
const MOST_IDS = 3;

const ITS_OWN =
  /^(?:uuid|guid|uid|slug|key|sid)$|(?:_|[a-z\d])(?:id|Id|ID|uuid|Uuid|UUID|uid|Uid|UID|slug|Slug|key|Key)$/;

/**
 * The model in which paths of items take the ids that the target takes, and collections whose answers the document does
 * not describe have the form that the target shows. Where an item of a list is not found by its `id`, and is found by
 * another id that it shows (`documentId`), the other one is its id. Reads only. Undefined if all is as the document says.
 */
export async function modelAsServed(run: RunRecord, stopped: () => boolean): Promise<ServedModel | undefined> {
  const { api, model } = run.options;
  const caseContext = createCaseContext(run.context, ofNoCase('identity', 'reach'), 0);
  const supposed = supposeModel(api);
  const shown =
    supposed === undefined ? undefined : await shownForms(caseContext, supposed, new Set(run.plan.operations));
  const found: (readonly [string, { readonly id: string }])[] = [];
  const notes: string[] = [];
  for (const each of ambiguousResources(run)) {
    if (stopped()) return undefined;
    const id = await servedId(caseContext, each);
    if (id === undefined) continue;
    notes.push(`${each.read.path} finds items by \`${id}\`, and not by \`${each.resource.id?.property ?? 'id'}\``);
    const its = api.operations.filter((operation) => model.roleOf(operation).resource === each.resource);
    found.push(...its.map((operation) => [operation.id, { id }] as const));
  }
  const corrections = { operations: Object.fromEntries(found) };
  const inferred = shown === undefined ? undefined : supposeModel(api, corrections, shown);
  if (inferred !== undefined) {
    for (const { path } of inferred.lists)
      notes.push(
        `the document describes no answer of ${path}: lives of its items are tested in the form that the target shows`,
      );
    return { model: inferred.model, notes };
  }
  return found.length === 0 ? undefined : { model: inferResources(api, corrections, 'paths alone'), notes };
}

/** Resources with a plain list and items at `{id}` that show other ids beside `id`. */
function ambiguousResources({ context, plan }: RunRecord): readonly AmbiguousResource[] {
  const { api, model, index } = context;
  const planned = new Set(plan.operations);
  return model.resources.flatMap((resource) => {
    const { id, singleton, itemPath, schema } = resource;
    const [list, read] = [index.operation(resource, 'list'), index.operation(resource, 'read')];
    if (id?.property === undefined || singleton || list === undefined || read === undefined) return [];
    if (read.path !== itemPath || templateNames(read.path).length !== 1 || list.path.includes('{')) return [];
    if (!planned.has(list) && !planned.has(read)) return [];
    const ofOthers = new Set(
      [
        ...model.resources.map(({ singular }) => singular),
        ...resource.relations.map((each) => each.pointer.slice(1)),
      ].map(withoutSeparators),
    );
    const isReference = (name: string): boolean =>
      ofOthers.has(withoutSeparators(name)) ||
      ofOthers.has(withoutSeparators(name).replace(/(?:id|uuid|uid|slug|key)$/, ''));
    const others = Object.keys(propertiesOf(api, schema)).filter(
      (name) => name !== id.property && ITS_OWN.test(name) && !isReference(name),
    );
    return others.length === 0 ? [] : [{ resource, list, read, others: others.slice(0, MOST_IDS) }];
  });
}

/** The other id by which an item of the list is found, where it is not found by the documented one. */
async function servedId(
  caseContext: CaseContext,
  { resource, list, read, others }: AmbiguousResource,
): Promise<string | undefined> {
  const listed = await readAt(caseContext, list, list.path);
  const details = caseContext.model.roleOf(list).list;
  const items = isSuccess(listed) ? valueAt(jsonOf(listed.exchange) ?? null, details?.items ?? '') : undefined;
  const item = isArray(items ?? null) ? (items as readonly Json[])[0] : undefined;
  const own = idIn(resource, item);
  const parameter = resource.id?.parameter ?? '';
  if (!isObject(item) || own === undefined) return undefined;
  const byOwn = await readAt(caseContext, read, fillPath(read, { [parameter]: own }));
  if (byOwn.kind !== 'answered' || byOwn.exchange.response.status !== 404) return undefined;
  for (const name of others) {
    const value = item[name];
    if ((typeof value !== 'string' && typeof value !== 'number') || value === '') continue;
    const answer = await readAt(caseContext, read, fillPath(read, { [parameter]: value }));
    const place = caseContext.model.roleOf(read).responseEntity ?? '';
    const shown = isSuccess(answer) ? idIn(resource, valueAt(jsonOf(answer.exchange) ?? null, place)) : undefined;
    if (shown !== undefined && String(shown) === String(own)) return name;
  }
  return undefined;
}
