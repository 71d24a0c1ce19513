import type { Call, Id, Json, JsonObject, Records, RecordsOf } from 'standin';

/** What the petstore remembers, under the names that `standin inspect` prints. The id of an inventory entry is its `petId`. */
export interface Shop {
  readonly pets: Records;
  readonly categories: Records;
  readonly orders: Records;
  readonly inventory: Records;
}

export type PetStatus = 'available' | 'pending' | 'sold';

/** An order as it is remembered. One that names a pet always has a quantity. */
export interface Order extends JsonObject {
  readonly id: Id;
  readonly complete: boolean;
}

/** Why a request is refused: `message` names the offending field. */
export interface Refusal {
  readonly status: 409 | 422;
  readonly code: string;
  readonly message: string;
}

export function shopOf(records: RecordsOf): Shop {
  return {
    pets: records('pets'),
    categories: records('categories'),
    orders: records('orders'),
    inventory: records('inventory'),
  };
}

/** The id in the path of the request. */
export function pathId(call: Call, parameter: string): Id {
  return idOf(call.parameters.path[parameter]) ?? '';
}

/** The request's body; the document has made sure that it is an object. */
export function bodyOf(call: Call): JsonObject {
  return isObject(call.body) ? call.body : {};
}

export function idOf(value: Json | undefined): Id | undefined {
  return typeof value === 'number' || typeof value === 'bigint' || typeof value === 'string' ? value : undefined;
}

export function numberOf(value: Json | undefined, otherwise: number): number {
  return typeof value === 'number' ? value : otherwise;
}

export function statusOf(value: Json | undefined): PetStatus {
  return value === 'pending' || value === 'sold' ? value : 'available';
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The given fields of an object, as far as it has them, after the `id`: what else a client sends is dropped. */
export function pick(from: JsonObject, fields: readonly string[], id?: Json): JsonObject {
  const picked: Record<string, Json> = {};
  if (id !== undefined) picked['id'] = id;
  for (const field of fields) {
    const value = Object.hasOwn(from, field) ? from[field] : undefined;
    if (value !== undefined) picked[field] = value;
  }
  return picked;
}
