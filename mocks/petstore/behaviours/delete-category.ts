import { type Behaviour, wait } from 'standin';
import { idOf, pathId, shopOf } from '../records.ts';

/** A category stays while a pet belongs to it. */
export const deleteCategory: Behaviour = function* (call, records) {
  const shop = shopOf(records);
  const categoryId = pathId(call, 'categoryId');
  const [pet] = yield* wait(shop.pets.find({ categoryId }, { limit: 1 }));
  if (!pet) return yield* wait(call.inferred());
  return call.refuse(409, 'category_in_use', `categoryId ${categoryId} is the category of pet ${idOf(pet['id'])}`);
};
