import type { Id, JsonObject } from 'standin';
import { idOf, type PetStatus, type Refusal, type Shop } from './records.ts';

/** Refuses a pet whose category does not exist. */
export async function unknownCategory(shop: Shop, pet: JsonObject): Promise<Refusal | undefined> {
  const categoryId = idOf(pet['categoryId']);
  if (categoryId === undefined || (await shop.categories.get(categoryId))) return undefined;
  return { status: 422, code: 'unknown_reference', message: `categoryId ${categoryId} names no category` };
}

/** Writes a pet's status at both places that show it. */
export async function setStatus(shop: Shop, petId: Id, status: PetStatus): Promise<void> {
  const pet = await shop.pets.get(petId);
  if (pet) await shop.pets.put(petId, { ...pet, status });
  await followStatus(shop, petId, status);
}

/** Lets the inventory entry show the status of its pet. */
export async function followStatus(shop: Shop, petId: Id, status: PetStatus): Promise<void> {
  const entry = await shop.inventory.get(petId);
  if (entry && entry['status'] !== status) await shop.inventory.put(petId, { ...entry, status });
}
