import { clusterKey, type Resource, type ResourceModel } from '../../resources/index.ts';
import { type Api, conjunctsOf, jsonBodyOf, type Operation, type Schema } from '../../spec/index.ts';
import { bodyProperties, itemSchemaOf } from './value-places.ts';

/** A place of a body that names a record, as its name in a list of objects or its description says. */
export interface DescribedReference {
  /** Such as `/from`. A segment `*` stands for each item of a list. */
  readonly pointer: string;
  readonly schema: Schema;
  readonly resource: Resource;
  /** The document says that the record exists. */
  readonly existing: boolean;
}

const EXISTING =
  /\b(?:names?|ids?|identifiers?|keys?|slugs?|codes?|references?) (?:of|to) (?:an? |the )?existing ([\w -]+)/i;
const ID = /(?:_ids?|Ids?)$/;

/**
 * Places of a body that name records: `account_id` of the objects in a list, and what is described as the name or id
 * of something existing.
 */
export function describedReferences(
  api: Api,
  model: ResourceModel,
  operation: Operation,
): readonly DescribedReference[] {
  const schema = jsonBodyOf(operation)?.schema;
  if (schema === undefined) return [];
  return bodyProperties(api, schema).flatMap(({ name, pointer, schema: own }) => {
    const items = itemSchemaOf(api, own);
    if (!canNameRecord(api, items ?? own)) return [];
    const text = typeof own === 'object' ? (own.description ?? '') : '';
    const described = EXISTING.exec(text)?.[1]?.split(' ')[0];
    const noun = described ?? (pointer.includes('/*/') && ID.test(name) ? name.replace(ID, '') : undefined);
    const resource = noun === undefined ? undefined : resourceCalled(model, noun);
    if (resource === undefined || resource.singleton || resource.itemPath === undefined) return [];
    const place = `${pointer}${items === undefined ? '' : '/*'}`;
    return [{ pointer: place, schema: items ?? own, resource, existing: described !== undefined }];
  });
}

/** Whether values of a schema may be names of records: strings and integers that are not listed. */
export function canNameRecord(api: Api, schema: Schema): boolean {
  const rules = conjunctsOf(api, schema);
  const types = rules.flatMap(({ type }) => type ?? []);
  return (
    rules.every((rule) => rule.enum === undefined && rule.const === undefined) &&
    (types.includes('string') || types.includes('integer'))
  );
}

/** The only resource with a name, in singular or plural. */
function resourceCalled({ resources }: ResourceModel, noun: string): Resource | undefined {
  const word = clusterKey(noun);
  const found = resources.filter(({ singular }) => clusterKey(singular) === word);
  return found.length === 1 ? found[0] : undefined;
}
