import type { Behaviour } from 'standin';
import { followStatus, PET_FIELDS, unknownCategory } from '../pets.ts';
import { bodyOf, pathId, pick, shopOf, statusOf } from '../records.ts';

/** Without a status the pet becomes available, as a new one would; the stock stays. */
export const replacePet: Behaviour = (call, records) => {
  const shop = shopOf(records);
  const old = shop.pets.get(pathId(call, 'petId'));
  if (!old) return call.inferred();
  const body = bodyOf(call);
  const refusal = unknownCategory(shop, body);
  if (refusal) return call.refuse(refusal.status, refusal.code, refusal.message);
  const id = pathId(call, 'petId');
  const status = statusOf(body['status']);
  const pet = pick({ ...body, status }, PET_FIELDS, old['id']);
  shop.pets.put(id, pet);
  followStatus(shop, id, status);
  return call.reply(200, pet);
};
