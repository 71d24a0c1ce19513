import type { Doc } from '../document.ts';
import type { ServerKind } from '../fault.ts';
import type { Answer } from '../http.ts';
import { defineServer } from '../server.ts';
import type { Call, Handlers } from '../service.ts';
import { teamFaults } from './teams.faults.ts';

export interface League {
  nextTeam: number;
  nextPlayer: number;
  readonly teams: Map<number, Doc>;
  readonly players: Map<number, Doc>;
}

const refuse = (status: number, message: string): Answer => ({ status, body: { message } });
const missing = (what: string, id: unknown): Answer => refuse(404, `${what} ${id} does not exist`);

function start(): League {
  const teams = new Map<number, Doc>([
    [1, { id: 1, name: 'Rovers', city: 'Bonn' }],
    [2, { id: 2, name: 'Albion' }],
  ]);
  const players = new Map<number, Doc>([
    [1, { id: 1, teamId: 1, name: 'Mia', shirt: 9 }],
    [2, { id: 2, teamId: 1, name: 'Noor', shirt: 1, note: 'keeps goal' }],
  ]);
  return { nextTeam: 3, nextPlayer: 3, teams, players };
}

function team(id: number, { name, city }: Doc): Doc {
  return { id, name, ...(city === undefined ? {} : { city }) };
}

function player(id: number, teamId: number, { name, shirt, note }: Doc): Doc {
  return { id, teamId, name, shirt, ...(note === undefined ? {} : { note }) };
}

function teamHandlers(league: League): Handlers {
  const { teams, players } = league;
  return {
    listTeams: () => ({ status: 200, body: [...teams.values()] }),
    createTeam({ body }) {
      const id = league.nextTeam++;
      teams.set(id, team(id, body));
      return { status: 201, body: teams.get(id) };
    },
    getTeam({ path: { teamId } }) {
      return teams.has(teamId) ? { status: 200, body: teams.get(teamId) } : missing('team', teamId);
    },
    replaceTeam({ path: { teamId }, body }) {
      if (!teams.has(teamId)) return missing('team', teamId);
      teams.set(teamId, team(teamId, body));
      return { status: 200, body: teams.get(teamId) };
    },
    dissolveTeam({ path: { teamId } }) {
      if (!teams.delete(teamId)) return missing('team', teamId);
      for (const [id, one] of players) if (one.teamId === teamId) players.delete(id);
      return { status: 204 };
    },
  };
}

function playerHandlers(league: League): Handlers {
  const { teams, players } = league;
  const found = ({ path }: Call): Doc => {
    const one = players.get(path['playerId']);
    return one?.teamId === path['teamId'] ? one : undefined;
  };
  return {
    listPlayers({ path: { teamId } }) {
      if (!teams.has(teamId)) return missing('team', teamId);
      return { status: 200, body: [...players.values()].filter((one) => one.teamId === teamId) };
    },
    addPlayer({ path: { teamId }, body }) {
      if (!teams.has(teamId)) return missing('team', teamId);
      const id = league.nextPlayer++;
      players.set(id, player(id, teamId, body));
      return { status: 201, body: players.get(id) };
    },
    getPlayer(call) {
      const one = found(call);
      return one ? { status: 200, body: one } : missing('player', call.path['playerId']);
    },
    replacePlayer(call) {
      const one = found(call);
      if (!one) return missing('player', call.path['playerId']);
      players.set(one.id, player(one.id, one.teamId, call.body));
      return { status: 200, body: players.get(one.id) };
    },
    removePlayer(call) {
      const one = found(call);
      if (!one) return missing('player', call.path['playerId']);
      players.delete(one.id);
      return { status: 204 };
    },
  };
}

export const teams: ServerKind = defineServer<League>({
  name: 'teams',
  style: 'nested resources, one schema for request and response, no pages, no Location',
  invalid: 422,
  refuse,
  start,
  handlers: (league) => ({ ...teamHandlers(league), ...playerHandlers(league) }),
  faults: teamFaults,
});
