import type { Doc } from '../document.ts';
import type { ServerKind } from '../fault.ts';
import type { Answer } from '../http.ts';
import { defineServer } from '../server.ts';
import type { Call, Handlers } from '../service.ts';
import { caseFaults } from './cases.faults.ts';

export interface Support {
  next: number;
  readonly agents: Map<string, Doc>;
  readonly cases: Map<string, Doc>;
  readonly comments: Map<string, Doc[]>;
  /** How often each export has been asked about: it is done at the third time. */
  readonly exports: Map<string, number>;
}

export const refuse = (status: number, error: string): Answer => ({ status, body: { error } });
const gone = (call: Call): Answer => refuse(404, `${Object.values(call.path)[0]} is not there`);
const momentOf = (number: number): string => new Date(Date.UTC(2026, 2, 1) + number * 1000).toISOString();

function start(): Support {
  const agents = new Map([1, 2, 3].map((number) => [`ag_${number}`, { id: `ag_${number}`, name: `Agent ${number}` }]));
  const cases = new Map<string, Doc>();
  for (let number = 1; number <= 14; number++)
    cases.set(`cs_${number}`, {
      id: `cs_${number}`,
      subject: `Case ${number}`,
      status: ['open', 'pending', 'closed'][number % 3],
      priority: [2, 10, 9, 2][number % 4],
      vip: number % 5 === 0,
      ...(number % 2 ? { assignee_id: `ag_${1 + (number % 3)}` } : {}),
      created_at: momentOf(number),
      updated_at: momentOf(number),
    });
  return { next: 20, agents, cases, comments: new Map(), exports: new Map() };
}

export function shown({ comments }: Support, one: Doc): Doc {
  return { ...one, comment_count: comments.get(one.id)?.length ?? 0 };
}

/** Cases that fit the filters, in order. */
export function chosen(support: Support, query: Doc): Doc[] {
  const { status, vip, assignee_id, sort = 'created_at' } = query;
  const fits = [...support.cases.values()].filter(
    (one) =>
      (status === undefined || one.status === status) &&
      (vip === undefined || one.vip === vip) &&
      (assignee_id === undefined || one.assignee_id === assignee_id),
  );
  const [by, sign] = sort.startsWith('-') ? [sort.slice(1), -1] : [sort, 1];
  const number = (one: Doc) => Number(one.id.slice(3));
  const least = (a: Doc, b: Doc) => (a[by] < b[by] ? -1 : a[by] > b[by] ? 1 : number(a) - number(b));
  return fits.sort((a, b) => sign * least(a, b));
}

const cursorOf = (id: string): string => Buffer.from(`after ${id}`).toString('base64url');

/** A cursor names the last case of the page before. */
export function pageOf(support: Support, all: readonly Doc[], { cursor, limit = 10 }: Doc): Answer {
  const after = cursor === undefined ? undefined : /^after (cs_\d+)$/.exec(Buffer.from(cursor, 'base64url').toString());
  if (cursor !== undefined && (!after || cursorOf(after[1] ?? '') !== cursor)) return refuse(400, 'cursor is not ours');
  const from = after ? all.findIndex((one) => one.id === after[1]) + 1 : 0;
  const page = all.slice(from, from + limit);
  const more = from + limit < all.length;
  const body = {
    cases: page.map((one) => shown(support, one)),
    next_cursor: more ? cursorOf(page.at(-1)?.id) : null,
    total: all.length,
  };
  return { status: 200, body };
}

function agentHandlers(support: Support): Handlers {
  const { agents, cases } = support;
  return {
    listAgents: () => ({ status: 200, body: { agents: [...agents.values()] } }),
    addAgent({ body }) {
      const agent = { ...body, id: `ag_${support.next++}` };
      agents.set(agent.id, agent);
      return { status: 201, body: agent };
    },
    getAgent(call) {
      const agent = agents.get(call.path['agent_id']);
      return agent ? { status: 200, body: agent } : gone(call);
    },
    removeAgent(call) {
      if (!agents.delete(call.path['agent_id'])) return gone(call);
      for (const { assignee_id, ...rest } of cases.values())
        if (assignee_id === call.path['agent_id']) cases.set(rest.id, rest);
      return { status: 204 };
    },
  };
}

function caseHandlers(support: Support): Handlers {
  const { agents, cases, comments } = support;
  const named = (body: Doc) => typeof body.assignee_id !== 'string' || agents.has(body.assignee_id);
  const stored = (one: Doc): Answer => {
    cases.set(one.id, one);
    return { status: 200, body: shown(support, one) };
  };
  return {
    listCases: ({ query }) => pageOf(support, chosen(support, query), query),
    openCase({ body }) {
      if (!named(body)) return refuse(422, 'there is no such agent');
      const id = `cs_${support.next}`;
      const at = momentOf(support.next++);
      const one = { priority: 3, vip: false, ...body, id, status: 'open', created_at: at, updated_at: at };
      return { ...stored(one), status: 201, headers: { Location: `/cases/${id}` } };
    },
    getCase(call) {
      const one = cases.get(call.path['case_id']);
      return one ? { status: 200, body: shown(support, one) } : gone(call);
    },
    updateCase(call) {
      const one = cases.get(call.path['case_id']);
      if (!one) return gone(call);
      if (!named(call.body)) return refuse(422, 'there is no such agent');
      const changed = { ...one, ...call.body, updated_at: momentOf(support.next++) };
      return stored(Object.fromEntries(Object.entries(changed).filter(([, value]) => value !== null)));
    },
    deleteCase(call) {
      comments.delete(call.path['case_id']);
      return cases.delete(call.path['case_id']) ? { status: 204 } : gone(call);
    },
    closeCase(call) {
      const one = cases.get(call.path['case_id']);
      if (!one) return gone(call);
      if (one.status === 'closed') return refuse(409, 'the case is closed');
      return stored({ ...one, status: 'closed', updated_at: momentOf(support.next++) });
    },
    listComments(call) {
      if (!cases.has(call.path['case_id'])) return gone(call);
      return { status: 200, body: { comments: comments.get(call.path['case_id']) ?? [] } };
    },
    addComment(call) {
      const id = call.path['case_id'];
      if (!cases.has(id)) return gone(call);
      const comment = { id: `cm_${support.next++}`, text: call.body.text };
      comments.set(id, [...(comments.get(id) ?? []), comment]);
      return { status: 201, body: comment };
    },
    removeComment(call) {
      const all = comments.get(call.path['case_id']) ?? [];
      const left = all.filter((one) => one.id !== call.path['comment_id']);
      comments.set(call.path['case_id'], left);
      return left.length < all.length ? { status: 204 } : gone(call);
    },
  };
}

function exportHandlers(support: Support): Handlers {
  const { exports, cases } = support;
  return {
    startExport() {
      const id = `ex_${support.next++}`;
      exports.set(id, 0);
      return { status: 202, body: { id, status: 'running' }, headers: { Location: `/exports/${id}` } };
    },
    getExport(call) {
      const id = call.path['export_id'];
      const asked = exports.get(id);
      if (asked === undefined) return gone(call);
      exports.set(id, asked + 1);
      const done = asked >= 2;
      return {
        status: 200,
        body: { id, status: done ? 'done' : 'running', ...(done ? { file_url: `/exports/${id}/file` } : {}) },
      };
    },
    forgetExport: (call) => (exports.delete(call.path['export_id']) ? { status: 204 } : gone(call)),
    getExportFile(call) {
      if (!exports.has(call.path['export_id'])) return gone(call);
      const lines = [...cases.values()].map((one) =>
        [one.id, JSON.stringify(one.subject), one.status, one.priority].join(','),
      );
      return {
        status: 200,
        mediaType: 'text/csv; charset=utf-8',
        text: ['id,subject,status,priority', ...lines, ''].join('\n'),
      };
    },
  };
}

export const cases: ServerKind = defineServer<Support>({
  name: 'cases',
  style:
    'opaque cursors under filters and orders, a state that ends, nested comments that are counted, jobs with a file',
  invalid: 400,
  refuse,
  start,
  handlers: (support) => ({ ...agentHandlers(support), ...caseHandlers(support), ...exportHandlers(support) }),
  faults: caseFaults,
});
