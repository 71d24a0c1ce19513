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

/** The servers of each share. The shares take about the same time, so that none runs alone at the end. */
const SHARES = [
  ['books', 'tickets'],
  ['bookings', 'members'],
  ['cases', 'teams', 'events', 'notes'],
] as const;
const NAMED: ReadonlySet<string> = new Set(SHARES.flat());

const named = (names: readonly string[]): Share => shareOf(({ name }) => names.includes(name));

export const firstShare: Share = named(SHARES[0]);
export const secondShare: Share = named(SHARES[1]);
export const thirdShare: Share = named(SHARES[2]);
/** All servers that no other share names. */
export const fourthShare: Share = shareOf(({ name }) => !NAMED.has(name));

function shareOf(isWanted: (server: ServerKind) => boolean): Share {
  return {
    servers: servers.filter(isWanted),
    mutants: mutants.filter(({ server }) => isWanted(server)),
    all: catalogued.filter(({ server }) => isWanted(server)),
  };
}
