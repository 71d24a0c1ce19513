import type { HttpRequest, HttpResponse } from '../../../core/index.ts';
import { documentedOperations } from '../../../resources/index.ts';
import { type Operation, pathTemplateOf } from '../../../spec/index.ts';
import { fieldValue } from '../../../wire/index.ts';
import { type CaseContext, isSuccess } from '../../model/case-context.ts';
import { type Act, type Flow, inconclusive, planCase, single, skipped } from '../../model/flow.ts';
import type { Purpose, Stimulus } from '../../model/purpose.ts';
import { drawRequest, validPurpose } from '../../requests/draw-request.ts';
import { fillPath } from '../../requests/substitute.ts';
import { groupOf, type PlanContext, useOfBroken } from '../planner.ts';

const TRIED = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** For each path: every undocumented method, OPTIONS, and HEAD compared with GET. */
export function planMethods(context: PlanContext): readonly Flow[] {
  const all = byTemplate(documentedOperations(context.api));
  return [...byTemplate(context.operations)].flatMap(([path, operations]) =>
    ofPath(context, path, operations, all.get(path) ?? []),
  );
}

function byTemplate(operations: readonly Operation[]): ReadonlyMap<string, readonly Operation[]> {
  const found = new Map<string, Operation[]>();
  for (const operation of operations) {
    const path = pathTemplateOf(operation.path);
    const there = found.get(path);
    if (there === undefined) found.set(path, [operation]);
    else there.push(operation);
  }
  return found;
}

/** `operations`: the chosen ones; `there`: all operations of the path. */
function ofPath(
  context: PlanContext,
  path: string,
  operations: readonly Operation[],
  there: readonly Operation[],
): readonly Flow[] {
  const first = operations[0];
  if (first === undefined) return [];
  const documented = there.map(({ method }) => method);
  const group = groupOf(context, first);
  const flows = TRIED.filter((method) => !documented.includes(method)).map((method) =>
    bare(group, there, {
      sibling: first,
      method,
      description: `${method} is not documented`,
      story: { kind: 'method', documented, path },
    }),
  );
  if (!documented.includes('OPTIONS'))
    flows.push(
      bare(group, there, {
        sibling: first,
        method: 'OPTIONS',
        description: 'which methods there are',
        story: { kind: 'options', documented, path },
      }),
    );
  const get = operations.find(({ method }) => method === 'GET');
  if (get !== undefined && answersAlike(get, there)) flows.push(head(group, get));
  if (get !== undefined && context.asks('trailing-slash.divergence', get) && !path.endsWith('/'))
    flows.push(slash(group, get));
  return flows;
}

/** Whether HEAD must answer like GET. A document may give HEAD its own success (204). */
function answersAlike(get: Operation, there: readonly Operation[]): boolean {
  const successes = ({ responses }: Operation): readonly string[] => {
    const documented = responses.map(({ status }) => status);
    const own = documented.filter((status) => status.startsWith('2'));
    // Beside a success of its own, `default` is for errors.
    return own.length > 0 ? own : documented.filter((status) => status === 'default');
  };
  const own = there.filter(({ method, path }) => method === 'HEAD' && path === get.path);
  return own.every((head) => successes(head).some((status) => successes(get).includes(status)));
}

/** A request without a body at the path of an operation. */
interface BareRequest {
  readonly sibling: Operation;
  readonly method: string;
  readonly description: string;
  readonly story: Stimulus;
}

/** A request for an undocumented method or path: only general rules and those of the stimulus apply. */
function bare(group: string, there: readonly Operation[], { sibling, method, description, story }: BareRequest): Flow {
  const id = `protocol/${sibling.path}/${method}`;
  const expectation = { kind: 'any', text: method === 'OPTIONS' ? 'Allow' : '405' } as const;
  const request = { method, path: sibling.path, query: '' };
  const planned = {
    ...planCase(
      { id, phase: 'protocol', operation: undefined, description: `${method} ${sibling.path}: ${description}` },
      request,
      expectation,
    ),
  };
  return single(planned, group, async (caseContext) => {
    // Undocumented methods should be refused.
    const use = useOfBroken({ method, path: sibling.path });
    const prepared = await caseContext.fixtures.prepare(caseContext, sibling, use);
    const path = fillPath(sibling, prepared.known.path);
    if (path.includes('{')) return inconclusive('no known data fits this path');
    if (isDocumented(caseContext, method, path))
      return skipped('with this id, or with another ending, the path is that of another operation');
    if (!(await isThere(caseContext, there, sibling))) return inconclusive('no operation of this path has succeeded');
    const sent: HttpRequest = { method, path, query: '', headers: [['Accept', '*/*']], body: { kind: 'none' } };
    const purpose: Purpose = { expect: 'any', proven: prepared.proven, relational: true, story };
    const settle = async ({ status, headers }: Pick<HttpResponse, 'status' | 'headers'>): Promise<Purpose> =>
      story.kind === 'method' &&
      status < 300 &&
      isPage(headers) &&
      (await isFallback(caseContext, sent, sibling, there))
        ? { ...purpose, story: { kind: 'plain' } }
        : purpose;
    const answer = await caseContext.exchange(sent, { purpose, pointer: pathPointer(sibling), like: sibling, settle });
    // The document does not say what the request did, so its item is discarded.
    const isSpoilt = isSuccess(answer) && use === 'spoil' && prepared.target?.ours === true;
    if (isSpoilt) await caseContext.fixtures.discard(caseContext, sibling, prepared.known.path);
    return answer.end;
  });
}

/** Whether an operation has this path, or the path with a format or a slash at its end, which many services take for the same. */
function isDocumented({ api }: CaseContext, method: string, path: string): boolean {
  const bare = path.replace(/\/$/, '');
  return [path, bare, `${bare}/`, `${bare}.json`, `${bare}.xml`].some(
    (each) => api.match({ method, path: each }).kind === 'found',
  );
}

/**
 * Whether a page is a fallback, such as that of a single-page application: an impossible sibling path has a
 * success, too. Where the write gate keeps that request back, a page that no operation of the path documents is one.
 */
async function isFallback(
  caseContext: CaseContext,
  sent: HttpRequest,
  like: Operation,
  there: readonly Operation[],
): Promise<boolean> {
  const path = `${sent.path.replace(/\/[^/]*$/, '')}/standin-nowhere`;
  if (isDocumented(caseContext, sent.method, path)) return false;
  const purpose: Purpose = { expect: 'any', proven: false, relational: true, story: { kind: 'plain' } };
  const control = await caseContext.exchange({ ...sent, path }, { purpose, like, quiet: true });
  if (control.kind === 'missed') return !there.some(documentsPage);
  return isSuccess(control);
}

function documentsPage({ responses }: Operation): boolean {
  return responses.some(({ content }) => content.some(({ mediaType }) => /html|\*\/\*|text\/\*/i.test(mediaType)));
}

/** Whether the path answers at all. If not, other methods are refused for that reason. */
async function isThere(caseContext: CaseContext, there: readonly Operation[], sibling: Operation): Promise<boolean> {
  const siblings = there.filter(({ path }) => path === sibling.path);
  if (siblings.some((operation) => caseContext.hasWorked(operation))) return true;
  const get = siblings.find(({ method }) => method === 'GET');
  if (get === undefined) return true;
  const drawn = await drawRequest(caseContext, get, { at: `protocol/${get.id}/there`, use: 'read' });
  if (typeof drawn === 'string') return false;
  const options = { operation: get, purpose: validPurpose(drawn.prepared), quiet: true };
  return isSuccess(await caseContext.exchange(drawn.request, options));
}

/** JSON Pointer of the path item. */
function pathPointer(operation: Operation): string {
  return operation.pointer.replace(/\/[^/]+$/, '');
}

function head(group: string, get: Operation): Flow {
  return twice(group, get, {
    name: 'head',
    description: 'HEAD says the same as GET',
    second: (request, got) => [
      { ...request, method: 'HEAD' },
      { kind: 'head', get: got, path: get.path },
      // A representation that changes by itself has a new entity tag each time.
      (again) => {
        const steady = (name: string): string | undefined => {
          const value = fieldValue(got.headers, name);
          return value === fieldValue(again.headers, name) ? value : undefined;
        };
        const [etag, length] = [steady('etag'), steady('content-length')];
        return {
          kind: 'head',
          get: got,
          path: get.path,
          ...(etag === undefined ? {} : { etag }),
          ...(length === undefined ? {} : { length }),
        };
      },
    ],
  });
}

function slash(group: string, get: Operation): Flow {
  return twice(group, get, {
    name: 'slash',
    description: 'with a slash at its end',
    second: (request, without) => [
      { ...request, path: `${request.path}/` },
      { kind: 'slash', without, path: get.path },
    ],
  });
}

type Second = (
  request: HttpRequest,
  first: HttpResponse,
) => readonly [HttpRequest, Stimulus, third?: (again: HttpResponse) => Stimulus];

/** A case of two requests, of which the first judges the second. */
interface TwiceSent {
  readonly name: string;
  readonly description: string;
  readonly second: Second;
}

/** Sends a GET, and a second request that is compared with it. */
function twice(group: string, get: Operation, { name, description, second }: TwiceSent): Flow {
  const request = { method: name === 'head' ? 'HEAD' : 'GET', path: get.path, query: '' };
  const planned = planCase(
    {
      id: `protocol/${get.path}/${name}`,
      phase: 'protocol',
      operation: undefined,
      description: `${get.path}: ${description}`,
    },
    request,
    { kind: 'any', text: description },
  );
  const act: Act = async (caseContext: CaseContext) => {
    const drawn = await drawRequest(caseContext, get, { at: `protocol/${get.id}/${name}`, use: 'read' });
    if (typeof drawn === 'string') return inconclusive(drawn);
    const first = await caseContext.exchange(drawn.request, {
      operation: get,
      purpose: validPurpose(drawn.prepared),
      quiet: true,
    });
    if (!isSuccess(first)) return skipped('GET gave no success to compare with');
    const [request, story, third] = second(first.exchange.request, first.exchange.response);
    const purpose: Purpose = { expect: 'any', proven: true, relational: false, story };
    const { headers } = first.exchange.response;
    const settle = async (answer: Pick<HttpResponse, 'headers'>): Promise<Purpose> => {
      if (third === undefined || !['etag', 'content-length'].some((name) => isOther(name, headers, answer.headers)))
        return purpose;
      const options = { operation: get, purpose: validPurpose(drawn.prepared), quiet: true };
      const again = await caseContext.exchange(drawn.request, options);
      return isSuccess(again) ? { ...purpose, story: third(again.exchange.response) } : purpose;
    };
    const settled = third === undefined ? {} : { settle };
    return (await caseContext.exchange(request, { purpose, bare: true, pointer: get.pointer, ...settled })).end;
  };
  return single(planned, group, act, 'reading');
}

/** Whether a header field has different values in two answers; false if one of them lacks it. */
function isOther(name: string, one: HttpResponse['headers'], other: HttpResponse['headers']): boolean {
  const [first, second] = [fieldValue(one, name), fieldValue(other, name)];
  return first !== undefined && second !== undefined && first !== second;
}

function isPage(headers: HttpResponse['headers']): boolean {
  return /html/i.test(fieldValue(headers, 'content-type') ?? '');
}
