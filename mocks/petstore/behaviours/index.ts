import type { Behaviour } from 'standin';
import { cancelOrder } from './cancel-order.ts';
import { createPet } from './create-pet.ts';
import { deleteCategory } from './delete-category.ts';
import { deletePet } from './delete-pet.ts';
import { placeOrder } from './place-order.ts';
import { replaceOrder } from './replace-order.ts';
import { replacePet } from './replace-pet.ts';
import { setInventory } from './set-inventory.ts';
import { updatePet } from './update-pet.ts';

/** The operations that have rules beyond what the document says; all others are answered from it alone. */
export const behaviours: Readonly<Record<string, Behaviour>> = {
  createPet,
  replacePet,
  updatePet,
  deletePet,
  deleteCategory,
  placeOrder,
  replaceOrder,
  cancelOrder,
  setInventory,
};
