import type { Doc } from '../document.ts';
import { type Ask, type Fault, inAnswer, inBody, withHeaders } from '../fault.ts';
import type { Answer } from '../http.ts';
import type { Call, Handlers } from '../service.ts';
import { chosen, pageOf, type Support, shown } from './cases.ts';

const NEW = { subject: 'No sound' };
const MERGE = { 'Content-Type': 'application/merge-patch+json' };
const patch = (path: string, body: object): Ask => ['PATCH', path, body, MERGE];
const call = (handlers: Handlers, id: string, one: Call): Answer => handlers[id]?.(one) as Answer;

/** Cases are listed in another way; the page is made as always. */
const listing =
  (choose: (support: Support, query: Doc) => Doc[]): NonNullable<Fault<Support>['does']> =>
  (handlers, support) => ({
    ...handlers,
    listCases: ({ query }) => pageOf(support, choose(support, query), query),
  });

/** Pages, filters, orders and states that are wrong in one situation only. */
export const caseFaults: Readonly<Record<string, Fault<Support>>> = {
  'closes-what-is-closed': {
    finds: ['state.transition-accepted'],
    probe: [['POST', '/cases/cs_2/close']],
    does: (handlers, support) => ({
      ...handlers,
      closeCase(one) {
        const answer = call(handlers, 'closeCase', one);
        return answer.status === 409
          ? { status: 200, body: shown(support, support.cases.get(one.path['case_id'])) }
          : answer;
      },
    }),
  },
  'update-hits-every-case': {
    finds: ['state.write-changes-others'],
    probe: [patch('/cases/cs_2', { priority: 1 }), ['GET', '/cases/cs_3']],
    does: (handlers, support) => ({
      ...handlers,
      updateCase(one) {
        const answer = call(handlers, 'updateCase', one);
        const { priority } = one.body;
        if (answer.status === 200 && priority !== undefined && priority !== null)
          for (const [id, each] of support.cases) support.cases.set(id, { ...each, priority });
        return answer;
      },
    }),
  },
  'closes-the-one-before-too': {
    finds: ['state.write-changes-others'],
    probe: [
      ['POST', '/cases/cs_4/close'],
      ['GET', '/cases/cs_3'],
    ],
    does: (handlers, support) => ({
      ...handlers,
      closeCase(one) {
        const answer = call(handlers, 'closeCase', one);
        const all = [...support.cases.keys()];
        const before = support.cases.get(all[all.indexOf(one.path['case_id']) - 1] ?? '');
        if (answer.status === 200 && before) support.cases.set(before.id, { ...before, status: 'closed' });
        return answer;
      },
    }),
  },
  'pages-of-a-status-lose-one': {
    finds: ['page.overlap-or-gap'],
    probe: [['GET', '/cases?status=open&limit=2&cursor=YWZ0ZXIgY3NfMw']],
    does: (handlers, support) => ({
      ...handlers,
      listCases({ query }) {
        const all = chosen(support, query);
        const answer = pageOf(support, all, query);
        if (query['cursor'] === undefined || query['status'] === undefined || answer.status !== 200) return answer;
        const body = answer.body as Doc;
        return { ...answer, body: { ...body, cases: body.cases.slice(1) } };
      },
    }),
  },
  'pending-is-no-filter': {
    finds: ['filter.ignored'],
    probe: [['GET', '/cases?status=pending']],
    does: listing((support, query) =>
      chosen(support, query.status === 'pending' ? { ...query, status: undefined } : query),
    ),
  },
  'false-means-any': {
    finds: ['filter.ignored'],
    probe: [['GET', '/cases?vip=false']],
    does: listing((support, query) => chosen(support, { ...query, vip: query.vip || undefined })),
  },
  'any-cursor-is-the-first': {
    finds: ['page.forged-cursor'],
    probe: [['GET', '/cases?cursor=nonsense']],
    does: (handlers) => ({
      ...handlers,
      listCases(one) {
        const answer = call(handlers, 'listCases', one);
        return answer.status === 400
          ? call(handlers, 'listCases', { ...one, query: { ...one.query, cursor: undefined } })
          : answer;
      },
    }),
  },
  'sorts-numbers-as-text': {
    finds: ['sort.ignored'],
    probe: [['GET', '/cases?sort=priority']],
    does: listing((support, query) => {
      const all = chosen(support, query);
      const sign = query.sort?.startsWith('-') ? -1 : 1;
      return query.sort?.endsWith('priority')
        ? all.sort((a, b) => sign * String(a.priority).localeCompare(String(b.priority)))
        : all;
    }),
  },
  'export-never-ends': {
    finds: ['job.never-ends'],
    probe: [
      ['POST', '/exports'],
      ['GET', '/exports/ex_20'],
      ['GET', '/exports/ex_20'],
      ['GET', '/exports/ex_20'],
    ],
    says: inBody('getExport', ({ id }) => ({ id, status: 'running' })),
  },
  'export-leads-nowhere': {
    finds: ['job.result-missing'],
    also: ['state.link-broken'],
    probe: [
      ['POST', '/exports'],
      ['GET', '/exports/ex_20'],
      ['GET', '/exports/ex_20'],
      ['GET', '/exports/ex_20'],
      ['GET', '/exports/ex_20/file'],
    ],
    says: inAnswer('getExportFile', () => ({ status: 404, body: { error: 'no file' } })),
  },
  'csv-with-other-columns': {
    finds: ['body.csv-header'],
    probe: [
      ['POST', '/exports'],
      ['GET', '/exports/ex_20'],
      ['GET', '/exports/ex_20'],
      ['GET', '/exports/ex_20'],
      ['GET', '/exports/ex_20/file'],
    ],
    says: inAnswer('getExportFile', (answer) => ({
      ...answer,
      text: answer.text?.replace('id,subject,status', 'case,title,state') ?? '',
    })),
  },
  'csv-with-columns-in-another-order': {
    finds: ['body.csv-header'],
    probe: [
      ['POST', '/exports'],
      ['GET', '/exports/ex_20'],
      ['GET', '/exports/ex_20'],
      ['GET', '/exports/ex_20'],
      ['GET', '/exports/ex_20/file'],
    ],
    says: inAnswer('getExportFile', (answer) => ({
      ...answer,
      text: answer.text?.replace('id,subject,status', 'subject,id,status') ?? '',
    })),
  },
  'comments-of-every-case': {
    finds: ['state.list-shows-foreign'],
    also: ['state.count-differs'],
    probe: [
      ['POST', '/cases/cs_1/comments', { text: 'hm' }],
      ['GET', '/cases/cs_2/comments'],
    ],
    does: (handlers, support) => ({
      ...handlers,
      listComments(one) {
        const answer = call(handlers, 'listComments', one);
        return answer.status === 200
          ? { ...answer, body: { comments: [...support.comments.values()].flat() } }
          : answer;
      },
    }),
  },
  'refused-patch-is-half-done': {
    finds: ['write.failed-changed-state'],
    probe: [patch('/cases/cs_1', { subject: 'B', assignee_id: 'ag_99' }), ['GET', '/cases/cs_1']],
    does: (handlers, support) => ({
      ...handlers,
      updateCase(one) {
        const before = support.cases.get(one.path['case_id']);
        const answer = call(handlers, 'updateCase', one);
        if (answer.status === 422) {
          const { assignee_id: _, ...rest } = one.body;
          support.cases.set(before.id, { ...before, ...rest });
        }
        return answer;
      },
    }),
  },
  'unknown-agents-are-taken': {
    finds: ['state.unknown-reference-accepted'],
    probe: [['POST', '/cases', { ...NEW, assignee_id: 'ag_99' }]],
    does: (handlers, support) => ({
      ...handlers,
      openCase(one) {
        const wanted = one.body.assignee_id;
        const known = wanted === undefined || support.agents.has(wanted);
        if (!known) support.agents.set(wanted, { id: wanted, name: 'nobody' });
        const answer = call(handlers, 'openCase', one);
        if (!known) support.agents.delete(wanted);
        return answer;
      },
    }),
  },
  'comments-are-not-counted': {
    finds: ['state.count-differs'],
    probe: [
      ['POST', '/cases/cs_1/comments', { text: 'hm' }],
      ['GET', '/cases/cs_1'],
    ],
    says: (answer, { operationId }) => {
      const body = answer.body as Doc;
      return (operationId === 'getCase' || operationId === 'listCases') && body?.comment_count !== undefined
        ? { ...answer, body: { ...body, comment_count: 0 } }
        : answer;
    },
  },
  'patch-sets-defaults-again': {
    finds: ['state.patch-drops-others'],
    probe: [patch('/cases/cs_1', { subject: 'B' })],
    does: (handlers) => ({
      ...handlers,
      updateCase: (one) => call(handlers, 'updateCase', { ...one, body: { priority: 3, ...one.body } }),
    }),
  },
  'created-when-changed': {
    finds: ['state.creation-changed'],
    probe: [patch('/cases/cs_1', { subject: 'B' })],
    does: (handlers, support) => ({
      ...handlers,
      updateCase(one) {
        const answer = call(handlers, 'updateCase', one);
        const changed = support.cases.get(one.path['case_id']);
        if (answer.status !== 200) return answer;
        support.cases.set(changed.id, { ...changed, created_at: changed.updated_at });
        return { ...answer, body: shown(support, support.cases.get(changed.id)) };
      },
    }),
  },
  'location-on-another-host': {
    finds: ['header.location-foreign'],
    probe: [['POST', '/cases', NEW]],
    says: inAnswer('openCase', (answer) =>
      withHeaders(answer, { Location: `https://cases.internal:8443${answer.headers?.['Location']}` }),
    ),
  },
};
