import type { Behaviour } from 'standin';
import { idOf, pathId, shopOf } from '../records.ts';

/** A category stays while a pet belongs to it. */
export const deleteCategory: Behaviour = (call, records) => {
  const shop = shopOf(records);
  const categoryId = pathId(call, 'categoryId');
  const [pet] = shop.pets.find({ categoryId }, { limit: 1 });
  if (!pet) return call.inferred();
  return call.refuse(409, 'category_in_use', `categoryId ${categoryId} is the category of pet ${idOf(pet['id'])}`);
};
