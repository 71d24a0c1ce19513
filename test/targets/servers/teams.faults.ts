import type { Fault } from '../fault.ts';
import type { Answer } from '../http.ts';
import type { Handlers } from '../service.ts';
import type { League } from './teams.ts';

const PLAYER = { name: 'Zoe', shirt: 7 };
const call = (handlers: Handlers, id: string, ...args: Parameters<Handlers[string]>): Answer =>
  handlers[id]?.(...args) as Answer;

/** What can only be seen by more than one request: what is written is not what is read. */
export const teamFaults: Readonly<Record<string, Fault<League>>> = {
  'dissolved-team-still-answers': {
    finds: ['state.use-after-delete'],
    probe: [
      ['DELETE', '/teams/2'],
      ['GET', '/teams/2'],
    ],
    does: (handlers, { teams }) => {
      const dissolved = new Map<number, unknown>();
      return {
        ...handlers,
        dissolveTeam(one) {
          const { teamId } = one.path;
          const team = teams.get(teamId);
          if (team) dissolved.set(teamId, team);
          return call(handlers, 'dissolveTeam', one);
        },
        getTeam: (one) =>
          dissolved.has(one.path['teamId'])
            ? { status: 200, body: dissolved.get(one.path['teamId']) }
            : call(handlers, 'getTeam', one),
      };
    },
  },
  'new-player-cannot-be-read': {
    finds: ['state.available-after-create'],
    also: ['state.link-broken', 'status.unexpected'],
    probe: [
      ['POST', '/teams/1/players', PLAYER],
      ['GET', '/teams/1/players/3'],
    ],
    does: (handlers) => ({
      ...handlers,
      getPlayer: (one) =>
        one.path['playerId'] > 2 ? { status: 404, body: { message: 'not yet' } } : call(handlers, 'getPlayer', one),
    }),
  },
  'replacement-not-kept': {
    finds: ['state.update-not-visible'],
    also: ['state.roundtrip-lossy'],
    probe: [
      ['PUT', '/teams/1', { name: 'United' }],
      ['GET', '/teams/1'],
    ],
    does: (handlers, { teams }) => ({
      ...handlers,
      replaceTeam(one) {
        const before = teams.get(one.path['teamId']);
        const answer = call(handlers, 'replaceTeam', one);
        if (before) teams.set(before.id, before);
        return answer;
      },
    }),
  },
  'empty-team-has-no-player-list': {
    finds: ['state.link-broken'],
    also: ['status.unexpected', 'state.available-after-create'],
    probe: [['GET', '/teams/2/players']],
    does: (handlers) => ({
      ...handlers,
      listPlayers(one) {
        const answer = call(handlers, 'listPlayers', one);
        return Array.isArray(answer.body) && answer.body.length === 0
          ? { status: 404, body: { message: 'no players' } }
          : answer;
      },
    }),
  },
  'list-forgets-the-newest': {
    finds: ['state.list-omits-created'],
    probe: [
      ['POST', '/teams', { name: 'City' }],
      ['GET', '/teams'],
    ],
    does: (handlers) => ({
      ...handlers,
      listTeams(one) {
        const { status, body } = call(handlers, 'listTeams', one);
        return { status, body: (body as { id: number }[]).filter((team) => team.id <= 2) };
      },
    }),
  },
  'notes-cut-short': {
    finds: ['state.roundtrip-lossy'],
    also: ['state.update-not-visible'],
    probe: [['POST', '/teams/1/players', { ...PLAYER, note: 'likes the left wing' }]],
    does: (handlers) =>
      Object.fromEntries(
        Object.entries(handlers).map(([id, handle]) => [
          id,
          (one) =>
            handle(
              one.body?.note === undefined ? one : { ...one, body: { ...one.body, note: one.body.note.slice(0, 3) } },
            ),
        ]),
      ),
  },
  'city-forgotten': {
    finds: ['state.roundtrip-lossy'],
    also: ['state.update-not-visible'],
    probe: [['POST', '/teams', { name: 'City', city: 'Ulm' }]],
    does: (handlers) => ({
      ...handlers,
      createTeam: (one) => call(handlers, 'createTeam', { ...one, body: { name: one.body.name } }),
    }),
  },
  'same-id-for-two-players': {
    finds: ['state.duplicate-id'],
    also: [
      'state.roundtrip-lossy',
      'state.list-omits-created',
      'state.available-after-create',
      'state.use-after-delete',
      'state.update-not-visible',
      'status.unexpected',
    ],
    probe: [
      ['POST', '/teams/1/players', PLAYER],
      ['POST', '/teams/1/players', PLAYER],
    ],
    does: (handlers, { players }) => ({
      ...handlers,
      addPlayer(one) {
        const answer = call(handlers, 'addPlayer', one);
        const added = answer.body as { id: number };
        if (answer.status !== 201 || added.id % 2 === 1) return answer;
        players.delete(added.id);
        const twin = { ...added, id: added.id - 1 };
        players.set(twin.id, twin as object);
        return { ...answer, body: twin };
      },
    }),
  },
  'refused-but-done': {
    finds: ['write.failed-changed-state'],
    also: ['schema.length'],
    probe: [
      ['PUT', '/teams/1', { name: '' }],
      ['GET', '/teams/1'],
    ],
    believes: (document) => {
      document.components.schemas.Team.properties.name = { type: 'string' };
    },
    does: (handlers) => ({
      ...handlers,
      createTeam: (one) =>
        valid(one.body.name)
          ? call(handlers, 'createTeam', one)
          : { status: 422, body: { message: 'name is not possible' } },
      replaceTeam(one) {
        const answer = call(handlers, 'replaceTeam', one);
        return valid(one.body.name) ? answer : { status: 422, body: { message: 'name is not possible' } };
      },
    }),
  },
  'client-chooses-the-team': {
    finds: ['schema.read-only-writable'],
    also: ['state.available-after-create', 'state.link-broken', 'state.list-omits-created', 'state.leftovers'],
    probe: [['POST', '/teams/1/players', { ...PLAYER, teamId: 2 }]],
    does: (handlers, { players }) => ({
      ...handlers,
      addPlayer(one) {
        const answer = call(handlers, 'addPlayer', one);
        const added = answer.body as { id: number };
        if (answer.status !== 201 || !Number.isInteger(one.body.teamId)) return answer;
        players.set(added.id, { ...added, teamId: one.body.teamId });
        return { ...answer, body: players.get(added.id) };
      },
    }),
  },
  'player-found-in-any-team': {
    finds: ['state.found-elsewhere'],
    probe: [['GET', '/teams/2/players/1']],
    does: (handlers, { players }) => ({
      ...handlers,
      getPlayer(one) {
        const found = players.get(one.path['playerId']);
        return found ? { status: 200, body: found } : call(handlers, 'getPlayer', one);
      },
    }),
  },
  'removed-player-comes-back': {
    finds: ['state.use-after-delete'],
    probe: [
      ['DELETE', '/teams/1/players/1'],
      ['GET', '/teams/1/players/1'],
    ],
    does: (handlers) => ({
      ...handlers,
      removePlayer: (one) => {
        const found = call(handlers, 'getPlayer', one);
        return found.status === 200 ? { status: 204 } : found;
      },
    }),
  },
  'unknown-team-crashes': {
    finds: ['status.server-error'],
    probe: [['POST', '/teams/99/players', PLAYER]],
    does: (handlers) => ({
      ...handlers,
      addPlayer(one) {
        const answer = call(handlers, 'addPlayer', one);
        return answer.status === 404 ? { status: 500, body: { message: 'foreign key' } } : answer;
      },
    }),
  },
};

function valid(name: string): boolean {
  return name !== '' && [...name].length <= 40;
}
