import type { Doc } from '../document.ts';
import type { ServerKind } from '../fault.ts';
import type { Answer } from '../http.ts';
import { defineServer } from '../server.ts';
import type { Call, Handlers } from '../service.ts';
import { memberFaults } from './members.faults.ts';

export interface Club {
  next: number;
  readonly members: Map<string, Doc>;
}

const refuse = (status: number, message: string): Answer => ({ status, body: { code: status, message } });
const missing = (call: Call): Answer => refuse(404, `memberId ${call.path['memberId']} names no member`);

export function uuid(count: number): string {
  return `6f9619ff-8b86-4011-b42d-${String(count).padStart(12, '0')}`;
}

function entered(id: string, body: Doc): Doc {
  const { password: _, ...shown } = body;
  return { id, ...shown, joined: '2026-11-30T12:00:00Z' };
}

function start(): Club {
  const members = new Map<string, Doc>();
  for (let count = 1; count <= 7; count++) {
    const role = ['admin', 'editor', 'guest'][count % 3];
    members.set(
      uuid(count),
      entered(uuid(count), { email: `member${count}@example.org`, role, nickname: count % 2 ? null : 'Bo' }),
    );
  }
  return { next: 8, members };
}

function handlers(club: Club): Handlers {
  const { members } = club;
  return {
    listMembers({ query: { role, page = 1, per_page: size = 5 } }) {
      const all = [...members.values()].filter((one) => role === undefined || one.role === role);
      return { status: 200, body: all.slice((page - 1) * size, page * size) };
    },
    createMember({ body }) {
      const id = uuid(club.next++);
      members.set(id, entered(id, body));
      return { status: 201, body: members.get(id), headers: { Location: `/members/${id}` } };
    },
    getMember(call) {
      const member = members.get(call.path['memberId']);
      return member ? { status: 200, body: member } : missing(call);
    },
    replaceMember(call) {
      const id = call.path['memberId'];
      if (!members.has(id)) return missing(call);
      members.set(id, entered(id, call.body));
      return { status: 200, body: members.get(id) };
    },
    deleteMember: (call) => (members.delete(call.path['memberId']) ? { status: 204 } : missing(call)),
  };
}

export const members: ServerKind = defineServer<Club>({
  name: 'members',
  style: 'uuid ids, pages by number, unions with a discriminator, write-only fields',
  invalid: 400,
  refuse,
  start,
  handlers,
  faults: memberFaults,
});
