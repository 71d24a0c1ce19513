import type { Context, Hono } from 'hono';
import type { Json, JsonObject } from '../../core/index.ts';
import type { Mock } from '../../mock/index.ts';
import { isObject } from '../../wire/index.ts';
import { controlProblem, json, objectIn, worldIn } from './control-answer.ts';
import type { ControlDependencies } from './control-dependencies.ts';
import { withDemoCredentials } from './demo-credentials.ts';
import { drawnAsJson } from './drawn-json.ts';
import { describedOperation, describedShortly } from './operation-json.ts';

type Operation = Mock['api']['operations'][number];

/** Lines of the document before and after a place. */
const AROUND = 3;
const MOST_TURNS = 1e9;

/** Facts about operations, a drawn request for one, and the lines of the document at a pointer. */
export function operationRoutes(app: Hono, { mock, now, hasKeys }: ControlDependencies): void {
  const about = (handle: (c: Context, operation: Operation) => Response | Promise<Response>) => (c: Context) => {
    const id = c.req.param('operation') ?? '';
    const operation = mock().api.operation(id);
    return operation === undefined
      ? controlProblem(c, 404, `The document has no operation \`${id}\`.`)
      : handle(c, operation);
  };
  /** Days until a sunset are counted by the clock of the world. */
  const timeIn = async (c: Context): Promise<number> => now() + (await mock().clock(worldIn(c)));
  app.get('/operations', async (c) => {
    const { api } = mock();
    const at = await timeIn(c);
    const operations = api.operations.map((each) => describedShortly(each, at));
    const tags = api.tags.map(({ name, description }) => ({
      name,
      ...(description === undefined ? {} : { description }),
    }));
    return json(c, { title: api.title, version: api.version, source: api.source, tags, operations });
  });
  app.get(
    '/operations/:operation',
    about(async (c, operation) => json(c, describedOperation(mock(), operation, await timeIn(c)))),
  );
  app.post(
    '/operations/:operation/draw',
    about(async (c, operation) => {
      const wanted = intentIn((await objectIn(c)) ?? {}, operation);
      if (typeof wanted === 'string') return controlProblem(c, 422, wanted);
      const { requests } = mock();
      const drawn = await requests.draw(worldIn(c), operation, wanted.intent, wanted.turn);
      return drawn.ok
        ? json(c, drawnAsJson(hasKeys ? drawn.value : withDemoCredentials(drawn.value, operation)))
        : controlProblem(c, 409, `No such request can be drawn: ${drawn.reason}.`);
    }),
  );
  app.get('/document/place', (c) => {
    const { api } = mock();
    const pointer = c.req.query('pointer') ?? '';
    const place = api.lineOf(pointer);
    if (place === undefined) return controlProblem(c, 404, `The document has no place \`${pointer}\`.`);
    return json(c, { pointer, ...place, lines: linesAround(api, place) });
  });
}

type DrawChoices = Parameters<Mock['requests']['draw']>[2];

/** `{ turn }`, and `{ mediaType }` for that content, or `{ breaks: { pointer, keyword } }` for a request that is invalid in one place. */
function intentIn(
  { turn = 0, mediaType, breaks }: JsonObject,
  { body }: Operation,
): { readonly intent: DrawChoices; readonly turn: number } | string {
  if (typeof turn !== 'number' || !Number.isInteger(turn) || turn < 0 || turn > MOST_TURNS)
    return `\`turn\` must be a whole number from 0 to ${MOST_TURNS}.`;
  if (mediaType !== undefined) {
    const known = body?.content.map((each) => each.mediaType) ?? [];
    if (breaks !== undefined) return '`mediaType` is for valid requests, without `breaks`.';
    if (typeof mediaType !== 'string' || !known.includes(mediaType))
      return known.length === 0
        ? 'The operation has no content, so `mediaType` has no value.'
        : `\`mediaType\` must be one of ${known.map((each) => `\`${each}\``).join(', ')}.`;
    return { intent: { kind: 'valid', mediaType }, turn };
  }
  if (breaks === undefined) return { intent: { kind: 'valid' }, turn };
  if (!isObject(breaks)) return '`breaks` takes an object with `pointer` and `keyword`.';
  const { pointer, keyword } = breaks;
  if (typeof pointer !== 'string' || typeof keyword !== 'string')
    return '`breaks` takes `pointer` and `keyword`, as the description of the operation lists them.';
  return { intent: { kind: 'breaks', pointer, keyword }, turn };
}

function linesAround({ files }: Mock['api'], { file, line }: { readonly file: string; readonly line: number }): Json {
  // A place names its file as seen from the folder of the process, a file itself as seen from its document.
  const named = files.filter(({ name }) => name === file || file.endsWith(`/${name}`));
  const [{ text } = { text: '' }] = named.toSorted((one, other) => other.name.length - one.name.length);
  if (text === '') return [];
  const lines = text.split('\n');
  const first = Math.max(1, line - AROUND);
  return lines.slice(first - 1, line + AROUND).map((each, at) => ({ line: first + at, text: each.slice(0, 400) }));
}
