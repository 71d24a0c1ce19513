import type { Doc } from '../document.ts';
import type { Fault } from '../fault.ts';
import type { Answer } from '../http.ts';
import type { Call, Handlers } from '../service.ts';
import { paged, shownTask, type Works } from './projects.ts';

const TASK = '/projects/p1/tasks/1';
const TASKS = '/projects/p1/tasks';
const read = (path: string) => ['GET', path] as const;

/** Lists tasks as if another query had been sent. */
const listedAs =
  (change: (query: Doc) => Doc) =>
  (handlers: Handlers, works: Works): Handlers => ({
    ...handlers,
    listTasks: (call) => {
      const right = handlers['listTasks']?.(call) as Answer;
      return right.status === 200 ? paged(works, { ...call, query: change(call.query) }) : right;
    },
  });

/** Nested lists, directions of an order, counts of pages, branches of a union, conditions of a delete, and what goes with a parent. */
export const projectFaults: Readonly<Record<string, Fault<Works>>> = {
  'false-is-no-filter': {
    finds: ['filter.ignored'],
    probe: [read(`${TASKS}?done=false`)],
    does: listedAs(({ done, ...rest }) => (done === true ? { done, ...rest } : rest)),
  },
  'one-direction-only': {
    finds: ['sort.ignored'],
    probe: [read(`${TASKS}?order_by=title&direction=desc`)],
    does: listedAs(({ direction: _, ...rest }) => rest),
  },
  'last-page-does-not-count': {
    finds: ['page.total-inconsistent'],
    probe: [read(`${TASKS}?page_size=2`)],
    does: (handlers) => ({
      ...handlers,
      listTasks: (call) => {
        const { page_size = 20 } = call.query;
        const answer = handlers['listTasks']?.(call) as Answer;
        const body = answer.body as Doc;
        return answer.status === 200
          ? { ...answer, body: { ...body, total_pages: Math.floor(body.total / page_size) } }
          : answer;
      },
    }),
  },
  'nothing-behind-the-last-page': {
    finds: ['accept.valid-rejected'],
    probe: [read(`${TASKS}?page=1000`)],
    does: (handlers) => ({
      ...handlers,
      listTasks: (call) =>
        (call.query['page'] ?? 1) > 100
          ? { status: 416, body: { error: 'too far' } }
          : (handlers['listTasks']?.(call) as Answer),
    }),
  },
  'search-by-exact-letters': {
    finds: ['search.metamorphic'],
    probe: [read(`${TASKS}?q=STEP`)],
    does: (handlers, works) => ({
      ...handlers,
      listTasks: (call) => {
        const { q } = call.query;
        const answer = handlers['listTasks']?.(call) as Answer;
        if (q === undefined || answer.status !== 200) return answer;
        const tasks = (answer.body as Doc).tasks.filter((one: Doc) => one.title.includes(q));
        return { ...paged(works, call), body: { tasks, total: tasks.length, total_pages: tasks.length === 0 ? 0 : 1 } };
      },
    }),
  },
  'keys-by-exact-letters': {
    finds: ['state.duplicate-accepted'],
    probe: [['POST', '/projects', { key: 'work-01', stage: 'plan' }]],
    does: (handlers, { projects }) => ({
      ...handlers,
      startProject: (call) => {
        const { key } = call.body;
        const hidden = [...projects.values()].filter(
          (one) => one.key !== key && one.key.toLowerCase() === key.toLowerCase(),
        );
        for (const one of hidden) projects.delete(one.id);
        const answer = handlers['startProject']?.(call) as Answer;
        for (const one of hidden) projects.set(one.id, one);
        return answer;
      },
    }),
  },
  'stages-in-any-letters': {
    finds: ['reject.enum'],
    probe: [['POST', '/projects', { key: 'NEW-03', stage: 'PLAN' }]],
    believes: ({ components: { schemas } }) => {
      schemas.Stage = { type: 'string', pattern: '^([Pp][Ll][Aa][Nn]|[Bb][Uu][Ii][Ll][Dd]|[Rr][Uu][Nn])$' };
    },
    does: (handlers) => ({
      ...handlers,
      startProject: (call) =>
        handlers['startProject']?.({ ...call, body: { ...call.body, stage: call.body.stage.toLowerCase() } }) as Answer,
    }),
  },
  'keys-hold-something-like-it': {
    finds: ['reject.pattern'],
    probe: [['POST', '/projects', { key: 'NEW-03!', stage: 'plan' }]],
    believes: ({ components: { schemas } }) => {
      schemas.NewProject.properties.key.pattern = '[A-Za-z]{2,6}-[0-9]{2}';
    },
  },
  'any-number-of-minutes': {
    finds: ['reject.boundary'],
    probe: [['POST', TASKS, { title: 'A', reminder: { kind: 'later', minutes: 601 } }]],
    believes: ({ components: { schemas } }) => {
      delete schemas.Later.properties.minutes.maximum;
    },
  },
  'hours-up-to-22': {
    finds: ['accept.boundary-rejected'],
    probe: [['POST', TASKS, { title: 'A', reminder: { kind: 'mail', hour: 23 } }]],
    believes: ({ components: { schemas } }) => {
      schemas.ByMail.properties.hour.maximum = 22;
    },
  },
  'tasks-outlive-their-project': {
    finds: ['state.delete-leaves-orphans'],
    probe: [
      ['POST', '/projects', { key: 'NEW-03', stage: 'plan' }],
      ['POST', '/projects/p3/tasks', { title: 'A' }],
      ['DELETE', '/projects/p3'],
      read('/projects/p3/tasks/6'),
    ],
    does: (handlers, { projects, tasks }) => {
      const gone = new Map<string, Doc>();
      return {
        ...handlers,
        endProject: (call) => {
          const { projectId } = call.path;
          const kept = [...tasks.values()].filter((one) => one.project === projectId);
          const project = projects.get(projectId as string);
          const answer = handlers['endProject']?.(call) as Answer;
          if (project !== undefined && kept.length > 0) gone.set(projectId as string, kept);
          return answer;
        },
        readTask: (call) => {
          const left = gone.get(call.path['projectId'])?.find((one: Doc) => one.id === call.path['taskId']);
          return left === undefined
            ? (handlers['readTask']?.(call) as Answer)
            : { status: 200, body: shownTask(left), headers: { ETag: '"0-0"' } };
        },
      };
    },
  },
  'card-of-what-is-gone': {
    finds: ['state.use-after-delete'],
    probe: [read(`${TASK}/card`), ['DELETE', TASK], read(`${TASK}/card`)],
    does: (handlers) => {
      const cards = new Map<string, Answer>();
      return {
        ...handlers,
        addTask: (call) => {
          const answer = handlers['addTask']?.(call) as Answer;
          const { id, title } = answer.body as Doc;
          if (answer.status === 201)
            cards.set(`${call.path['projectId']} ${id}`, { status: 200, body: { lines: [title] } });
          return answer;
        },
        readCard: (call) => {
          const place = `${call.path['projectId']} ${call.path['taskId']}`;
          const answer = handlers['readCard']?.(call) as Answer;
          if (answer.status === 200) cards.set(place, answer);
          return answer.status === 200 ? answer : (cards.get(place) ?? answer);
        },
      };
    },
  },
  'task-count-never-falls': {
    finds: ['state.count-differs'],
    probe: [['DELETE', TASK], read('/projects/p1')],
    does: (handlers, works) => {
      const dropped = new Map<string, number>();
      const more = (project: Doc): Doc => ({
        ...project,
        task_count: project.task_count + (dropped.get(project.id) ?? 0),
      });
      const counted = (name: string, change: (body: Doc) => Doc) => (call: Call) => {
        const answer = handlers[name]?.(call) as Answer;
        return answer.status === 200 ? { ...answer, body: change(answer.body) } : answer;
      };
      return {
        ...handlers,
        dropTask: (call) => {
          const { project } = works.tasks.get(call.path['taskId']) ?? {};
          const answer = handlers['dropTask']?.(call) as Answer;
          if (answer.status === 204) dropped.set(project, (dropped.get(project) ?? 0) + 1);
          return answer;
        },
        readProject: counted('readProject', more),
        listProjects: counted('listProjects', (all) => all.map(more)),
      };
    },
  },
  'drops-without-a-look': {
    finds: ['conditional.412'],
    probe: [['DELETE', TASK, undefined, { 'If-Match': '"1-9"' }]],
    does: (handlers) => ({
      ...handlers,
      dropTask: (call) => {
        const headers = new Headers(call.incoming.headers);
        headers.delete('if-match');
        return handlers['dropTask']?.({ ...call, incoming: { ...call.incoming, headers } }) as Answer;
      },
    }),
  },
};
