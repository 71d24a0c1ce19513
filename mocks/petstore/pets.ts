import type { Id, JsonObject } from 'standin';
import { idOf, type PetStatus, type Refusal, type Shop } from './records.ts';

/** What a client says of a pet. */
export const PET_FIELDS: readonly string[] = ['name', 'categoryId', 'status'];

/** Refuses a pet whose category does not exist. */
export function unknownCategory(shop: Shop, pet: JsonObject): Refusal | undefined {
  const categoryId = idOf(pet['categoryId']);
  if (categoryId === undefined || shop.categories.get(categoryId)) return undefined;
  return { status: 422, code: 'unknown_reference', message: `categoryId ${categoryId} names no category` };
}

/** Writes a pet's status at both places that show it. */
export function setStatus(shop: Shop, petId: Id, status: PetStatus): void {
  const pet = shop.pets.get(petId);
  if (pet) shop.pets.put(petId, { ...pet, status });
  followStatus(shop, petId, status);
}

/** Lets the inventory entry show the status of its pet. */
export function followStatus(shop: Shop, petId: Id, status: PetStatus): void {
  const entry = shop.inventory.get(petId);
  if (entry && entry['status'] !== status) shop.inventory.put(petId, { ...entry, status });
}
