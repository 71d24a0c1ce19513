import type { Draw, Factory } from 'standin';
import { KINDS, type Kind } from './animals.ts';

/** A pet has a name that suits its kind. */
const pets: Factory = (draw) => ({ name: draw.fake.helpers.arrayElement(kindOf(draw).petNames), status: 'available' });

const categories: Factory = (draw) => {
  const kind = KINDS[Number(draw.id) - 1];
  return kind ? { name: kind.name, description: kind.description } : { name: draw.fake.animal.type() };
};

const orders: Factory = (draw) => {
  const day = draw.known['complete'] === true ? draw.fake.date.recent({ days: 90 }) : draw.fake.date.soon({ days: 30 });
  return { quantity: draw.fake.number.int({ min: 1, max: 3 }), shipDate: day.toISOString(), complete: false };
};

const inventory: Factory = (draw) => ({ quantity: draw.fake.number.int({ min: 1, max: 12 }), status: 'available' });

function kindOf(draw: Draw): Kind {
  return KINDS[Number(draw.known['categoryId']) - 1] ?? draw.fake.helpers.arrayElement(KINDS);
}

/** Believable fields by resource. */
export const factories: Readonly<Record<string, Factory>> = { pets, categories, orders, inventory };
