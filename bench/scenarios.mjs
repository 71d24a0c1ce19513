/**
 * @typedef {object} Scenario
 * @property {string} id
 * @property {string} name
 * @property {readonly import('./load.mjs').Ask[]} asks What standin and Prism are asked; several are asked in turns.
 * @property {import('./load.mjs').Ask} [same] What a server that has one answer for them all is asked instead.
 * @property {number} [pets] How many pets there have to be.
 * @property {string} [minus] Scenario whose share, measured right beside it, is taken off, so that the other request of a pair is left.
 */

const JSON_TYPE = { 'content-type': 'application/json' };
const PET = JSON.stringify({ name: 'Rex', categoryId: 1, status: 'available' });
const NO_PET = JSON.stringify({ name: '', categoryId: 'one', status: 'asleep' });

const get = { method: 'GET', path: '/pets/7', expect: 200 };
/** As `get`, each time another of a thousand: what a cache of whole answers has no share in. */
const anyOf = (/** @type {number} */ many) =>
  Array.from({ length: many }, (_, index) => ({ ...get, path: `/pets/${((index * 7919) % many) + 1}` }));
const list = { method: 'GET', path: '/pets?limit=20', expect: 200 };
const put = { method: 'PUT', path: '/pets/7', headers: JSON_TYPE, body: PET, expect: 200 };

export const CREATE = { method: 'POST', path: '/pets', headers: JSON_TYPE, body: PET, expect: 201 };
/** Pets that the petstore starts with, numbered from 1. */
export const SEEDED = 40;

/** The requests of the petstore. @type {readonly Scenario[]} */
export const SCENARIOS = [
  { id: 'get', name: 'GET one', asks: [get] },
  { id: 'get-any', name: 'GET one of 1 000', asks: anyOf(1000), same: get, pets: 1000 },
  { id: 'list', name: 'GET list of 20', asks: [list] },
  { id: 'put', name: 'PUT', asks: [put] },
  { id: 'list-after-write', name: 'list after each write', asks: [put, list], minus: 'put' },
  {
    id: 'post',
    name: 'POST valid',
    asks: [CREATE],
  },
  {
    id: 'post-invalid',
    name: 'POST invalid',
    asks: [{ method: 'POST', path: '/pets', headers: JSON_TYPE, body: NO_PET, expect: 422 }],
  },
];

/** One small entity of a document with 1 223 operations. @type {readonly Scenario[]} */
export const GITHUB = [
  { id: 'github-get', name: 'GET one, GitHub document', asks: [{ method: 'GET', path: '/user/keys/7', expect: 200 }] },
];

/** Every single request of the scenarios once. @param {readonly Scenario[]} scenarios */
export function singleAsks(scenarios) {
  return scenarios
    .filter(({ asks }) => asks.length === 1)
    .map(({ id, asks }) => ({ id, ask: /** @type {import('./load.mjs').Ask} */ (asks[0]) }));
}
