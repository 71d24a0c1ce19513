import type { Fake, Id, Scenario, Seeding } from 'standin';
import { KINDS } from './animals.ts';
import { type PetStatus, type Shop, shopOf } from './records.ts';

const HALF_HOUR = 1_800_000;
/** Every kind but the last has pets, so that there is a category that may be removed. */
const KINDS_WITH_PETS = KINDS.length - 1;

interface Plan {
  readonly pets: number;
  readonly statusAt: (index: number) => PetStatus;
}

/** Named states of the shop. Whatever is pending or sold in them was ordered away, so that every rule of the interface holds. */
export const scenarios: Readonly<Record<string, Scenario>> = {
  default: {
    description: '6 categories, 40 pets of every status, 25 orders.',
    seed: (seeding) => fill(seeding, { pets: 40, statusAt: mixed }),
  },
  empty: { description: 'Nothing at all.', seed: () => undefined },
  'sold-out': {
    description: '6 categories, 40 pets, every one of them sold.',
    seed: (seeding) => fill(seeding, { pets: 40, statusAt: () => 'sold' }),
  },
  large: {
    description: '6 categories, 100 000 pets of every status, 62 500 orders.',
    seed: (seeding) => fill(seeding, { pets: 100_000, statusAt: mixed }),
  },
};

/** Of each five pets three are available, one is pending and one is sold. */
function mixed(index: number): PetStatus {
  if (index % 5 === 3) return 'pending';
  return index % 5 === 4 ? 'sold' : 'available';
}

async function fill(seeding: Seeding, plan: Plan): Promise<void> {
  const shop = shopOf(seeding.records);
  const categories = await addCategories(shop);
  const fake = seeding.fake('shop');
  const names = KINDS.map((kind) => fake.helpers.shuffle(kind.petNames));
  for (let index = 0; index < plan.pets; index++) {
    const round = Math.floor(index / KINDS_WITH_PETS);
    // Each round is shifted by one, so that every kind has pets of every status.
    const kind = (index + round) % KINDS_WITH_PETS;
    const status = plan.statusAt(index);
    const id = await shop.pets.nextId();
    await shop.pets.put(id, { id, name: nameAt(names[kind], round), categoryId: categories[kind] ?? 1, status });
    const quantity = status === 'available' ? fake.number.int({ min: 1, max: 12 }) : 0;
    await shop.inventory.put(id, { petId: id, quantity, status });
    const complete = completeness(status, round * 3 + (index % 5));
    if (complete !== undefined) await addOrder(shop, id, complete, seeding.reference, fake);
  }
}

async function addCategories(shop: Shop): Promise<readonly Id[]> {
  const ids: Id[] = [];
  for (const { name, description } of KINDS) {
    const id = await shop.categories.nextId();
    await shop.categories.put(id, { id, name, description });
    ids.push(id);
  }
  return ids;
}

/** Whether the order for a pet is complete; `undefined`: there is none. Three of eight available pets have been ordered too. */
function completeness(status: PetStatus, rank: number): boolean | undefined {
  if (status !== 'available') return status === 'sold';
  return rank % 8 < 3 ? rank % 8 === 0 : undefined;
}

/** What is complete was shipped within the last quarter; what is not will be within a month. */
async function addOrder(shop: Shop, petId: Id, complete: boolean, reference: number, fake: Fake): Promise<void> {
  const id = await shop.orders.nextId();
  const halfHours = complete ? -fake.number.int({ min: 48, max: 90 * 48 }) : fake.number.int({ min: 48, max: 30 * 48 });
  const shipDate = new Date(reference + halfHours * HALF_HOUR).toISOString();
  await shop.orders.put(id, { id, petId, quantity: fake.number.int({ min: 1, max: 3 }), shipDate, complete });
}

/** Names come round again with a number: `Biscuit`, and twelve rounds later `Biscuit 2`. */
function nameAt(names: readonly string[] = [], round: number): string {
  const name = names[round % names.length] ?? 'Nameless';
  return round < names.length ? name : `${name} ${Math.floor(round / names.length) + 1}`;
}
