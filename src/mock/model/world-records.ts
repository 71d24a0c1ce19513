import type { JsonObject } from '../../core/index.ts';
import type { Eventually } from '../../state/index.ts';

/** The records of a world as a test arranges and reads them, without a request. */
export interface WorldRecords {
  /** Whole records with these fields. Throws `usage` for an unknown name, `data.invalid` for fields that the document forbids. */
  create(world: string, resource: string, count: number, fields: JsonObject): Eventually<readonly JsonObject[]>;
  /** Those whose properties equal those of `match`, oldest first. Throws `usage` for an unknown name. */
  list(world: string, resource: string, match: JsonObject): Eventually<readonly JsonObject[]>;
}
