/**
 * What the mocked petstore knows beyond its document: which transitions there are, what its animals are called, and what
 * a shop looks like at the start. To add a rule, write it in `behaviours/<operation>.ts`; to add a state of the shop,
 * add a line to `startingStates`.
 */
import { defineMocks, type Mocks } from 'standin';
import { behaviours } from './behaviours/index.ts';
import { factories } from './factories.ts';
import { startingStates } from './seeds.ts';

const mocks: Mocks = defineMocks({ behaviours, factories, startingStates });

export default mocks;
