import { type Behaviour, wait } from 'standin';
import { followStatus, PET_FIELDS, unknownCategory } from '../pets.ts';
import { bodyOf, pathId, pick, shopOf, statusOf } from '../records.ts';

/** Without a status the pet becomes available, as a new one would; the stock stays. */
export const replacePet: Behaviour = function* (call, records) {
  const shop = shopOf(records);
  const old = yield* wait(shop.pets.get(pathId(call, 'petId')));
  if (!old) return yield* wait(call.inferred());
  const body = bodyOf(call);
  const refusal = yield* unknownCategory(shop, body);
  if (refusal) return call.refuse(refusal.status, refusal.code, refusal.message);
  const id = pathId(call, 'petId');
  const status = statusOf(body['status']);
  const pet = pick({ ...body, status }, PET_FIELDS, old['id']);
  yield* wait(shop.pets.put(id, pet));
  yield* followStatus(shop, id, status);
  return call.reply(200, pet);
};
