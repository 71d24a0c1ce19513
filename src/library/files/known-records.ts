import type { ContractOptions } from '../../contract/index.ts';
import type { JsonObject } from '../../core/index.ts';
import { givenEntities, type InitialData, refuseFaults } from '../../mock/index.ts';
import type { ResourceModel } from '../../resources/index.ts';
import { templateNames } from '../../spec/index.ts';
import type { Validator } from '../../validation/index.ts';

/** Records that exist at a target: what they hold, and the ids by which they are found. */
export interface KnownRecords {
  readonly records: NonNullable<ContractOptions['records']>;
  readonly fixtures: NonNullable<ContractOptions['fixtures']>;
}

/** Reads records that exist from the data of a mock. Throws `data.invalid` with every fault. */
export function knownRecords(
  data: InitialData,
  dependencies: { readonly model: ResourceModel; readonly validator: Validator },
): KnownRecords {
  const faults: string[] = [];
  const records: Record<string, readonly JsonObject[]> = {};
  const fixtures: Record<string, readonly string[]> = {};
  for (const [name, value] of Object.entries(data)) {
    const given = givenEntities(dependencies, name, value, faults);
    if (given === undefined) continue;
    const { resource, entities } = given;
    if (templateNames(resource.itemPath ?? '').length > 1)
      faults.push(`${name}: is nested in another resource, which a data file cannot express`);
    records[name] = entities.map(([, entity]) => entity);
    if (!resource.singleton && resource.id !== undefined) fixtures[name] = entities.map(([key]) => key);
  }
  refuseFaults(faults);
  return { records, fixtures };
}
