import type { Json, JsonObject } from '../../core/index.ts';
import { pointerTo, type Resource } from '../../resources/index.ts';
import { type Api, isJsonContent, type MediaType, type Operation } from '../../spec/index.ts';
import { isObject, scalarText, valueAt } from '../../wire/index.ts';
import { answerFor, successOf } from '../facts/negotiate.ts';
import type { MockContext, RecordSamples } from '../model/context.ts';
import { asObject } from '../model/object.ts';

type RecordSources = Pick<MockContext, 'api' | 'model' | 'operationsAt'>;

/** Complete records from documented examples of answers; of each operation the first `most`. */
export function documentedRecords(
  sources: RecordSources,
  resource: Resource,
  most: number = Number.POSITIVE_INFINITY,
): readonly JsonObject[] {
  return recordsAt(sources, resource, [resource.collectionPath, resource.itemPath], most);
}

/** The records that the list shows in its first example, and those that the item shows. */
export function shownRecords(
  sources: RecordSources,
  resource: Resource,
): { readonly listed: readonly JsonObject[]; readonly read: readonly JsonObject[] } {
  const { collectionPath, itemPath } = resource;
  return {
    listed: recordsAt(sources, resource, [collectionPath], 1),
    read: recordsAt(sources, resource, [itemPath], Number.POSITIVE_INFINITY),
  };
}

function recordsAt(
  { api, model, operationsAt }: RecordSources,
  resource: Resource,
  paths: readonly (string | undefined)[],
  most: number,
): readonly JsonObject[] {
  const found: JsonObject[] = [];
  const operations = paths.flatMap((path) => operationsAt(path));
  for (const operation of new Set(operations)) {
    const role = model.roleOf(operation);
    if (role.resource !== resource || (role.kind !== 'read' && role.kind !== 'list')) continue;
    for (const example of shownBy(api, jsonMedia(operation)).slice(0, most)) {
      const at = valueAt(example, role.list?.items ?? role.responseEntity ?? '');
      for (const entity of Array.isArray(at) ? (at as readonly Json[]) : [at ?? null]) {
        if (Object.keys(asObject(entity)).length > 0 && !isEllipsis(entity)) found.push(asObject(entity));
      }
    }
  }
  return found;
}

/** Whether all texts of a record are three dots, with which a document leaves out the other records of a list. */
function isEllipsis(record: Json): boolean {
  const texts = Object.values(asObject(record)).filter((each) => typeof each === 'string');
  return texts.length > 0 && texts.every((text) => /^(?:\.{2,}|…)$/.test(text.trim()));
}

/** The examples of content, else those of its schema. */
function shownBy(api: Api, media: MediaType | undefined): readonly Json[] {
  const { examples = [], schema = true } = media ?? {};
  const target = api.deref(schema);
  return examples.length > 0 || typeof target === 'boolean'
    ? examples.map(({ value }) => value)
    : (target.examples ?? []);
}

function jsonMedia(operation: Operation): MediaType | undefined {
  const choice = successOf(operation) ?? answerFor(operation, 200);
  return choice?.spec.content.find(isJsonContent);
}

/** The example ids in the path of an item, so that documented examples exist. */
export function documentedIds({ api, operationsAt }: RecordSources, { itemPath, id }: Resource): readonly Json[] {
  const named = operationsAt(itemPath).flatMap(({ parameters }) =>
    parameters.filter((each) => each.in === 'path' && each.name === id?.parameter),
  );
  return named.flatMap(({ examples, schema }) => {
    const target = api.deref(schema ?? true);
    const { examples: own = [], type } = typeof target === 'boolean' ? {} : target;
    const isText = type !== undefined && [type].flat().every((each) => each === 'string');
    return [...examples.map(({ value }) => value), ...own]
      .filter((value) => value !== null && typeof value !== 'object')
      .map((value) => (isText ? scalarText(value) : value));
  });
}

/** What the document shows of a resource. */
export function recordSamples(mock: RecordSources, resource: Resource): RecordSamples {
  const records = documentedRecords(mock, resource);
  const target = mock.api.deref(resource.schema);
  const shown = typeof target === 'object' ? (target.examples ?? []).filter(isObject) : [];
  const { property } = resource.id ?? {};
  const own = property === undefined ? [] : [...records, ...shown].map((each) => valueAt(each, pointerTo(property)));
  const ids = [...own, ...documentedIds(mock, resource)].filter((id) => typeof id === 'string');
  return { records, ids };
}
