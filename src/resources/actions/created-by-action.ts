import { endsInParameter, lastSegment, type Operation, type Schema, wordsOf } from '../../spec/index.ts';
import { isCalledCreate } from '../drafts/collection-drafts.ts';
import type { Resource, Role } from '../model/model.ts';
import { plain, singular } from '../model/words.ts';
import { answerSchemas, succeedsWith } from '../schema/bodies.ts';
import { isSame, type Shape, type Shapes } from '../schema/shape.ts';

/**
 * The record that an action creates in another collection: its 201 or 202 has the schema of one
 * collection's items (`POST /carts/{id}/checkout` with an order of `/orders`). `named` gives the
 * collections that a word may mean.
 */
export function madeElsewhere(
  shapes: Shapes,
  operation: Operation,
  named: (word: string) => readonly Resource[],
): Role['makes'] {
  if (operation.method !== 'POST' || !(isMaking(operation) || isCalledCreate(operation))) return undefined;
  const found = answerSchemas(operation)
    .slice(0, 1)
    .flatMap((schema) => placesOf(shapes, schema))
    .flatMap(({ schema, at }) => {
      const words = wordsOf((nameOf(schema) ?? at.slice(1)).replace(PLAIN_ENDING, ''));
      const word = words.filter((each, index) => index === 0 || !HOW_MUCH.has(each)).join('_');
      const resource = named(word).filter(
        (each) =>
          (isMaking(operation) && (isHome(shapes, each, schema) || isBelowItem(shapes, operation, each, schema))) ||
          isListAbove(shapes, operation, each, schema),
      );
      return resource.map((each) => ({ resource: each, responseEntity: at }));
    });
  // `create_image` shows the image beside the job that makes it.
  const last = wordsOf(lastSegment(operation.path)).map((word) => singular(word));
  const isNamed = ({ singular: name }: Resource): boolean => last.includes(wordsOf(name).at(-1) ?? '');
  const meant = found.length > 1 ? found.filter(({ resource }) => isNamed(resource)) : found;
  const [only] = meant;
  return meant.length === 1 ? only : found.length === 0 ? shownById(shapes, operation, named) : undefined;
}

/** The record of a collection with the last word of the path, of which the answer shows the id alone: `POST /boxes/{id}/exec` beside `GET /exec/{id}`. */
function shownById(shapes: Shapes, operation: Operation, named: (word: string) => readonly Resource[]): Role['makes'] {
  const last = lastSegment(operation.path);
  const [answer, ...others] = answerSchemas(operation).map((schema) => shapes.of(schema));
  const started = answer === undefined || others.length > 0 ? undefined : startedJob(operation, answer, named);
  if (started !== undefined) return started;
  if (!succeedsWith(operation, '201') || last.startsWith('{') || others.length > 0 || answer?.properties.size !== 1)
    return undefined;
  const [name = ''] = answer.properties.keys();
  const ordered = shownAbove(operation, name, named);
  if (ordered !== undefined) return ordered;
  const homes = named(last).filter(
    ({ singleton, parent, id, itemPath }) =>
      !singleton &&
      parent === undefined &&
      id?.property !== undefined &&
      plain(id.property) === plain(name) &&
      itemPath !== undefined &&
      !itemPath.startsWith(operation.path.slice(0, operation.path.indexOf('/{'))),
  );
  const [only] = homes;
  return homes.length === 1 && only !== undefined ? { resource: only } : undefined;
}

/** The job that a request starts, of which its 202 shows the id beside words and addresses: `{ job_id, status_url }` beside `GET /jobs/{job_id}`. */
function startedJob(
  operation: Operation,
  { properties }: Shape,
  named: (word: string) => readonly Resource[],
): Role['makes'] {
  const names = [...properties.keys()];
  const [name, ...others] = names.filter((each) => JOB_ID.test(plain(each)));
  const isPlain = names.every((each) => each === name || BESIDE_JOB.test(plain(each)));
  if (!succeedsWith(operation, '202') || name === undefined || others.length > 0 || !isPlain) return undefined;
  const word = plain(name).replace(/id$/, '');
  const homes = named(word).filter(
    ({ singleton, parent, id, itemPath }) =>
      !singleton &&
      parent === undefined &&
      id?.property !== undefined &&
      [plain(name), 'id'].includes(plain(id.property)) &&
      itemPath !== undefined &&
      !itemPath.slice(0, itemPath.lastIndexOf('/')).includes('{'),
  );
  const [only] = homes;
  return homes.length === 1 && only !== undefined ? { resource: only } : undefined;
}

const JOB_ID = /^(?:job|task|operation|process|run|execution|request|export|import|report|batch)id$/;
const BESIDE_JOB =
  /^(?:status|state|message|detail|.*(?:url|uri|href|link|links)|location|created(?:at)?|submittedat|queuedat|accepted)$/;

/** The record of the collection on the path above, of which the answer shows the id alone: `POST /orders/numbers` beside `GET /orders/{id}`. */
function shownAbove({ path }: Operation, name: string, named: (word: string) => readonly Resource[]): Role['makes'] {
  const above = path.slice(0, path.lastIndexOf('/'));
  const word = lastSegment(above);
  if (word === '' || path.includes('{')) return undefined;
  const resource = named(word).find(
    ({ singleton, parent, id, itemPath }) =>
      !singleton &&
      parent === undefined &&
      plain(id?.property ?? '') === plain(name) &&
      itemPath === `${above}/{${id?.parameter}}`,
  );
  return resource && { resource };
}

/** The record of a collection below an item to which an action adds: `POST /secrets/{id}:addVersion` beside `/secrets/{id}/versions`. */
export function addedBelow(
  shapes: Shapes,
  operation: Operation,
  named: (word: string) => readonly Resource[],
): Role['makes'] {
  const { method, path } = operation;
  const [, item, verb = ''] = /^(.*\})[:/](?:add|create)[_-]?([A-Za-z_-]+)$/.exec(path) ?? [];
  const [schema] = answerSchemas(operation);
  if (method !== 'POST' || item === undefined || schema === undefined) return undefined;
  const word = wordsOf(verb).join('_');
  const resource = named(word).find(
    ({ singleton, collectionPath = '', schema: own }) =>
      !singleton &&
      collectionPath.startsWith(`${item}/`) &&
      singular(word) === singular(plain(collectionPath.slice(item.length + 1))) &&
      isSame(shapes.of(schema), shapes.of(own)),
  );
  return resource && { resource, responseEntity: '' };
}

/** Statuses of a create: created, or accepted as a job. */
const MAKING = ['201', '202'];
/** Words at the end of an action's path that mean a create, with any status. */
const MAKES = /^(?:invite|invitations?|register|enroll|clone|copy|duplicate|replicate|fork|import|provision|new)$/i;
/** Words at the end of an action's path that make a new item of the same collection. */
const COPIES = /^(?:clone|copy|duplicate|replicate)$/i;

/** Whether an action copies its item: then its answer is the copy. */
export function isCopying(operation: Operation): boolean {
  const { path } = operation;
  return COPIES.test(lastSegment(path)) || isCopyingItself(operation);
}

/** Whether a POST on the path of an item copies it: its text says so, and it answers 201. */
export function isCopyingItself(operation: Operation): boolean {
  const { method, path, summary = '', description = '' } = operation;
  const [first = ''] = description.split(/(?<=[.!])\s/);
  return (
    method === 'POST' &&
    endsInParameter(path) &&
    succeedsWith(operation, '201') &&
    SAYS_COPY.test(`${summary}. ${first}`)
  );
}

const SAYS_COPY =
  /\b(?:duplicat(?:e|es|ing)|clon(?:e|es|ing)|cop(?:y|ies)(?= (?:of )?(?:a|an|the|one|this|your|existing)))\b/i;

/** Suffixes of schema names without a meaning of their own. */
const PLAIN_ENDING = /(?:_?(?:schema|dto|model|response|resource|object))$/i;

/** Words behind the name of a thing that say how much of it a schema shows: `Folder--Full`. */
const HOW_MUCH = new Set(['full', 'detail', 'details', 'detailed', 'standard', 'mini', 'base', 'extended']);

function isMaking(operation: Operation): boolean {
  const last = lastSegment(operation.path);
  return MAKING.some((status) => succeedsWith(operation, status)) || MAKES.test(last);
}

/** The places of the whole answer and of each object in it. */
function placesOf(shapes: Shapes, schema: Schema): readonly { readonly schema: Schema; readonly at: string }[] {
  const inner = [...shapes.of(schema).properties]
    .filter(([name, each]) => /^\w+$/.test(name) && shapes.of(each).kind === 'object')
    .map(([name, each]) => ({ schema: each, at: `/${name}` }));
  return [{ schema, at: '' }, ...(inner.length <= MOST_PARTS ? inner : [])];
}

const MOST_PARTS = 3;

/** `Order` of `#/components/schemas/Order`. */
function nameOf(schema: Schema): string | undefined {
  return typeof schema === 'object' && schema.$ref !== undefined ? schema.$ref.split('/').at(-1) : undefined;
}

/** Whether an operation that is called a create stands directly below a list of what it answers: `POST /companies/sync`, `createCompany`. */
function isListAbove(shapes: Shapes, operation: Operation, resource: Resource, schema: Schema): boolean {
  const { singleton, id, collectionPath } = resource;
  const above = operation.path.slice(0, operation.path.lastIndexOf('/'));
  if (singleton || id?.property === undefined || collectionPath !== above || above.includes('{')) return false;
  return isCalledCreate(operation) && isSame(shapes.of(schema), shapes.of(resource.schema));
}

/** Whether a collection stands directly below the item of an action, beside the action: `/hooks/{id}/deliveries` beside `POST /hooks/{id}/test`. */
function isBelowItem(shapes: Shapes, { path }: Operation, resource: Resource, schema: Schema): boolean {
  const { singleton, enumerable, id, collectionPath = '' } = resource;
  const item = path.slice(0, path.lastIndexOf('/') + 1);
  const isBeside = item.endsWith('}/') && collectionPath.startsWith(item) && collectionPath !== path;
  const isDirect = isBeside && !/[{/]/.test(collectionPath.slice(item.length));
  return (
    isDirect &&
    !singleton &&
    enumerable &&
    id?.property !== undefined &&
    isSame(shapes.of(schema), shapes.of(resource.schema))
  );
}

/** Whether a resource is a top-level collection with this schema, whose items have a visible id. */
function isHome(shapes: Shapes, resource: Resource, schema: Schema): boolean {
  const { singleton, enumerable, parent, id, itemPath, collectionPath } = resource;
  if (singleton || !enumerable || parent !== undefined || id?.property === undefined || itemPath === undefined)
    return false;
  if ((collectionPath ?? '').includes('{')) return false;
  return isSame(shapes.of(schema), shapes.of(resource.schema));
}
