import type { Fake, Seeding, StartingState } from 'standin';
import { KINDS } from './animals.ts';
import { type PetStatus, shopOf } from './records.ts';

const HALF_HOUR = 1_800_000;
/** Every kind but the last has pets, so that there is a category that may be removed. */
const KINDS_WITH_PETS = KINDS.length - 1;

interface Plan {
  readonly pets: number;
  readonly statusAt: (index: number) => PetStatus;
}

/** Named states of the shop. Whatever is pending or sold in them was ordered away, so that every rule of the interface holds. */
export const startingStates: Readonly<Record<string, StartingState>> = {
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

/** Ids are given here, from 1 in the empty world; what is added later is counted on from there. */
function fill(seeding: Seeding, plan: Plan): void {
  const shop = shopOf(seeding.records);
  const fake = seeding.fake('shop');
  const names = KINDS.map((kind) => fake.helpers.shuffle(kind.petNames));
  const dateOf = shipDates(seeding.reference, fake);
  for (const [index, { name, description }] of KINDS.entries())
    shop.categories.put(index + 1, { id: index + 1, name, description });
  let orders = 0;
  for (let index = 0; index < plan.pets; index++) {
    const round = Math.floor(index / KINDS_WITH_PETS);
    // Each round is shifted by one, so that every kind has pets of every status.
    const kind = (index + round) % KINDS_WITH_PETS;
    const status = plan.statusAt(index);
    const id = index + 1;
    shop.pets.put(id, { id, name: nameAt(names[kind], round), categoryId: kind + 1, status });
    const stock = status === 'available' ? fake.number.int({ min: 1, max: 12 }) : 0;
    shop.inventory.put(id, { petId: id, quantity: stock, status });
    const complete = completeness(status, round * 3 + (index % 5));
    if (complete === undefined) continue;
    orders += 1;
    const quantity = fake.number.int({ min: 1, max: 3 });
    shop.orders.put(orders, { id: orders, petId: id, quantity, shipDate: dateOf(complete), complete });
  }
}

/** Whether the order for a pet is complete; `undefined`: there is none. Three of eight available pets have been ordered too. */
function completeness(status: PetStatus, rank: number): boolean | undefined {
  if (status !== 'available') return status === 'sold';
  return rank % 8 < 3 ? rank % 8 === 0 : undefined;
}

/** What is complete was shipped within the last quarter; what is not will be within a month. */
function shipDates(reference: number, fake: Fake): (complete: boolean) => string {
  const written = new Map<number, string>();
  return (complete) => {
    const halfHours = complete
      ? -fake.number.int({ min: 48, max: 90 * 48 })
      : fake.number.int({ min: 48, max: 30 * 48 });
    const known = written.get(halfHours) ?? new Date(reference + halfHours * HALF_HOUR).toISOString();
    written.set(halfHours, known);
    return known;
  };
}

/** Names come round again with a number: `Biscuit`, and twelve rounds later `Biscuit 2`. */
function nameAt(names: readonly string[] = [], round: number): string {
  const name = names[round % names.length] ?? 'Nameless';
  return round < names.length ? name : `${name} ${Math.floor(round / names.length) + 1}`;
}
