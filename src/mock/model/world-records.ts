import type { JsonObject } from '../../core/index.ts';
import type { Eventually } from '../../state/index.ts';

/** The records of a world as a test creates and reads them, without a request. */
export interface WorldRecords {
  /**
   * Creates complete records with these properties. Throws `usage` for an unknown resource, `data.invalid`
   * for properties that the document forbids.
   */
  create(world: string, resource: string, count: number, fields: JsonObject): Eventually<readonly JsonObject[]>;
  /**
   * Records whose properties equal those of `match`, oldest first. Throws `usage` for an unknown resource.
   */
  list(world: string, resource: string, match: JsonObject): Eventually<readonly JsonObject[]>;
}
