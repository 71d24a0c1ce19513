import type { Doc } from '../document.ts';
import type { ServerKind } from '../fault.ts';
import type { Answer } from '../http.ts';
import { defineServer } from '../server.ts';
import type { Call, Handlers } from '../service.ts';
import { projectFaults } from './projects.faults.ts';

export interface Works {
  nextProject: number;
  nextTask: number;
  readonly projects: Map<string, Doc>;
  readonly tasks: Map<number, Doc>;
}

export const refuse = (status: number, message: string): Answer => ({ status, body: { error: message } });
const FIELDS = ['title', 'points', 'done', 'reminder'];

function start(): Works {
  const projects = new Map<string, Doc>();
  const tasks = new Map<number, Doc>();
  for (let n = 1; n <= 2; n++) projects.set(`p${n}`, { id: `p${n}`, key: `WORK-0${n}`, stage: 'run' });
  for (let id = 1; id <= 5; id++)
    tasks.set(id, {
      id,
      project: 'p1',
      title: `Step ${'EBDAC'[id - 1]}`,
      points: 10 * id,
      done: id % 2 === 0,
      version: 1,
    });
  return { nextProject: 3, nextTask: 6, projects, tasks };
}

export const tasksOf = ({ tasks }: Works, project: string): readonly Doc[] =>
  [...tasks.values()].filter((one) => one.project === project);
export const shownTask = ({ project: _, version: __, ...task }: Doc): Doc => task;
export const tagOf = (task: Doc): string => `"${task.id}-${task.version}"`;
export const shownProject = (works: Works, project: Doc): Doc => ({
  ...project,
  task_count: tasksOf(works, project.id).length,
});

const known = (from: Doc): Doc =>
  Object.fromEntries(FIELDS.flatMap((key) => (from[key] === undefined ? [] : [[key, from[key]]])));

/** The page of tasks that a query asks for. */
export function paged(works: Works, call: Call): Answer {
  const { q, done, order_by, direction = 'asc', page = 1, page_size = 20 } = call.query;
  const all = tasksOf(works, call.path['projectId']).filter(
    (one) =>
      (done === undefined || one.done === done) &&
      (q === undefined || one.title.toLowerCase().includes(q.toLowerCase())),
  );
  const by = (one: Doc): Doc => one[order_by] ?? -1;
  const sign = direction === 'desc' ? -1 : 1;
  const sorted =
    order_by === undefined
      ? all
      : all.toSorted((a, b) => sign * (by(a) < by(b) ? -1 : by(a) > by(b) ? 1 : a.id - b.id));
  const tasks = sorted.slice((page - 1) * page_size, page * page_size).map(shownTask);
  return { status: 200, body: { tasks, total: all.length, total_pages: Math.ceil(all.length / page_size) } };
}

function handlers(works: Works): Handlers {
  const { projects, tasks } = works;
  const inProject =
    (act: (call: Call, project: Doc) => Answer) =>
    (call: Call): Answer => {
      const project = projects.get(call.path['projectId']);
      return project === undefined ? refuse(404, 'there is no such project') : act(call, project);
    };
  const onTask = (act: (task: Doc, call: Call) => Answer) =>
    inProject((call, project) => {
      const task = tasks.get(call.path['taskId']);
      return task?.project === project.id ? act(task, call) : refuse(404, 'there is no such task');
    });
  const ifUnchanged =
    (act: (task: Doc, call: Call) => Answer) =>
    (task: Doc, call: Call): Answer => {
      const wanted = call.incoming.headers.get('if-match');
      return wanted === null || wanted === '*' || wanted === tagOf(task)
        ? act(task, call)
        : refuse(412, 'it has changed');
    };
  return {
    listProjects: () => ({ status: 200, body: [...projects.values()].map((one) => shownProject(works, one)) }),
    startProject({ body: { key, stage } }) {
      if ([...projects.values()].some((one) => one.key.toLowerCase() === key.toLowerCase()))
        return refuse(409, 'we have that key');
      const project = { id: `p${works.nextProject++}`, key, stage };
      projects.set(project.id, project);
      return { status: 201, body: shownProject(works, project) };
    },
    readProject: inProject((_, project) => ({ status: 200, body: shownProject(works, project) })),
    endProject: inProject((_, { id }) => {
      for (const task of tasksOf(works, id)) tasks.delete(task.id);
      projects.delete(id);
      return { status: 204 };
    }),
    listTasks: inProject((call) => paged(works, call)),
    addTask: inProject(({ body }, { id: project }) => {
      const task = { id: works.nextTask++, project, done: false, ...known(body), version: 1 };
      tasks.set(task.id, task);
      return { status: 201, body: shownTask(task) };
    }),
    readTask: onTask((task) => ({ status: 200, body: shownTask(task), headers: { ETag: tagOf(task) } })),
    changeTask: onTask(
      ifUnchanged((task, { body }) => {
        Object.assign(task, known(body), { version: task.version + 1 });
        return { status: 200, body: shownTask(task) };
      }),
    ),
    dropTask: onTask(
      ifUnchanged((task) => {
        tasks.delete(task.id);
        return { status: 204 };
      }),
    ),
    readCard: onTask((task) => ({ status: 200, body: { lines: [task.title] } })),
  };
}

export const projects: ServerKind = defineServer<Works>({
  name: 'projects',
  style:
    'tasks below their project, an order with a direction of its own, counted pages, alternatives with rules of their own',
  invalid: 400,
  refuse,
  start,
  handlers,
  faults: projectFaults,
});
