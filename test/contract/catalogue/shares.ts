import { mutants, servers } from '../../targets/catalogue.ts';
import type { Mutant, ServerKind } from '../../targets/fault.ts';
import { type Catalogued, catalogued } from './catalogue-runs.ts';

/** Some servers of the catalogue, with their faults: what one test file runs, so that files run beside each other. */
export interface Share {
  readonly servers: readonly ServerKind[];
  readonly mutants: readonly Mutant[];
  /** The correct servers and the faulty ones. */
  readonly all: readonly Catalogued[];
}

const FIRST = new Set(['books', 'members', 'notes']);
const SECOND = new Set(['events', 'teams', 'tickets', 'stations']);

/** Servers of the first, the second and the third share; what neither of the first two names is in the third. */
export const [firstShare, secondShare, thirdShare] = [
  shareOf(({ name }) => FIRST.has(name)),
  shareOf(({ name }) => SECOND.has(name)),
  shareOf(({ name }) => !FIRST.has(name) && !SECOND.has(name)),
];

function shareOf(isWanted: (server: ServerKind) => boolean): Share {
  return {
    servers: servers.filter(isWanted),
    mutants: mutants.filter(({ server }) => isWanted(server)),
    all: catalogued.filter(({ server }) => isWanted(server)),
  };
}
