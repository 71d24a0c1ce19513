import type { HttpRequest } from '../../../core/index.ts';
import type { Operation, SecurityUse } from '../../../spec/index.ts';
import {
  addCredential,
  alternative,
  credentialFor,
  credentialKey,
  withoutCredentials,
} from '../../credentials/credentials.ts';
import { madeUpCredential } from '../../credentials/made-up-credential.ts';
import { type CaseContext, isSuccess } from '../../model/case-context.ts';
import { type Flow, inconclusive, PASSED, planCase, single, skipped } from '../../model/flow.ts';
import type { Purpose } from '../../model/purpose.ts';
import { drawRequest, openPurpose } from '../../requests/draw-request.ts';
import { groupOf, type PlanContext, useOf } from '../planner.ts';
import { takeBackMade } from '../probe.ts';

/** Operations at which an alternative to the credential of the run is tried. */
const MOST_FOR_ALTERNATIVE = 3;

/**
 * Sends every operation that needs a credential without one, and with an invalid one; some operations also with an invalid
 * one for each scheme that may take the place of the credential of the run.
 */
export function planCredentials(context: PlanContext): readonly Flow[] {
  const secured = context.operations.filter(
    ({ security }) => security.length > 0 && security.every((uses) => uses.every(isKnown)),
  );
  const tried = new Map<string, number>();
  const alternatives = secured
    .toSorted((a, b) => costOf(a) - costOf(b))
    .flatMap((operation) =>
      otherAlternatives(context, operation).flatMap((use) => {
        const times = tried.get(use.name) ?? 0;
        tried.set(use.name, times + 1);
        return times < MOST_FOR_ALTERNATIVE ? [plan(context, operation, 'invalid', { only: use, alone: true })] : [];
      }),
    );
  return [
    ...secured.flatMap((operation) =>
      // If anonymous use is allowed, an invalid credential must still not break anything.
      [
        ...(isAnonymous(operation) ? (['invalid'] as const) : (['none', 'invalid'] as const)).map((given) =>
          plan(context, operation, given),
        ),
        ...together(context, operation).flatMap((without) =>
          (['none', 'invalid'] as const).map((given) => plan(context, operation, given, { only: without })),
        ),
      ],
    ),
    ...alternatives,
  ];
}

/** Reads without parameters in the path come first. */
function costOf({ method, path }: Operation): number {
  return (method === 'GET' ? 0 : 2) + (path.includes('{') ? 1 : 0);
}

/** The schemes that stand alone in an alternative which is not the one of the run. */
function otherAlternatives(context: PlanContext, operation: Operation): readonly SecurityUse[] {
  const ours = alternative(operation, context.options.credentials ?? {});
  if (ours.length === 0 || isAnonymous(operation)) return [];
  return operation.security.flatMap((uses) => {
    const [use, ...more] = uses;
    const isOther = use !== undefined && ours.every((each) => each.name !== use.name && fieldOf(each) !== fieldOf(use));
    return isOther && more.length === 0 && isSecret(use) ? [use] : [];
  });
}

/** Whether a scheme holds a secret. An identifier, such as that of a client or a device, may be any value. */
function isSecret({ name, scheme }: SecurityUse): boolean {
  return scheme.kind !== 'apiKey' || [name, scheme.name].some((each) => OF_SECRETS.test(each));
}

const OF_SECRETS = /key|token|secret|session|sess|auth|jwt|bearer|passw/i;

/** One credential among several: the only one that is left out or made up. `alone`: the others are not sent. */
interface OneCredential {
  readonly only: SecurityUse;
  readonly alone?: true;
}

/**
 * Each of several credentials that are needed together, if the others alone do not satisfy any alternative.
 */
function together(context: PlanContext, operation: Operation): readonly SecurityUse[] {
  const ours = alternative(operation, context.options.credentials ?? {});
  if (ours.length < 2) return [];
  // A credential that shares its field with another cannot be left out alone.
  const alone = ours.filter((use) => ours.every((other) => other === use || fieldOf(other) !== fieldOf(use)));
  return alone.filter((without) =>
    operation.security.every((uses) =>
      uses.some(({ name }) => ours.every((use) => use === without || use.name !== name)),
    ),
  );
}

function fieldOf({ scheme }: SecurityUse): string {
  return scheme.kind === 'apiKey' ? `${scheme.in} ${scheme.name.toLowerCase()}` : 'header authorization';
}

function isAnonymous({ security }: Operation): boolean {
  return security.some((uses) => uses.length === 0);
}

/** Whether the kind of credential can be sent by a run. */
function isKnown({ scheme }: SecurityUse): boolean {
  return scheme.kind !== 'unknown' && scheme.kind !== 'mutualTLS';
}

function plan(
  context: PlanContext,
  operation: Operation,
  given: 'none' | 'invalid',
  { only, alone }: Partial<OneCredential> = {},
): Flow {
  const id = `protocol/${operation.id}/credential-${given}${only === undefined ? '' : `-${only.name}`}`;
  const what = only === undefined ? 'a credential' : `the credential ${only.name}`;
  const description = given === 'none' ? `without ${what}` : `with ${what} that does not exist`;
  const request = { method: operation.method, path: operation.path, query: '' };
  const planned = planCase(
    { id, phase: 'protocol', operation, description: `${operation.id} ${description}` },
    request,
    {
      kind: 'refused',
      text: '401',
    },
  );
  return single(planned, groupOf(context, operation), async (caseContext) => {
    if (caseContext.admitsAll()) return inconclusive('the run has no credential, and the target answers without one');
    const drawn = await drawRequest(caseContext, operation, { at: atAttempt(id, caseContext), use: useOf(operation) });
    if (typeof drawn === 'string') return inconclusive(drawn);
    const none = withoutCredentials(drawn.request, operation);
    const bare = alone === true ? none : withOthers(context, none, operation, only);
    if (isAnonymous(operation) && operation.security.every((uses) => uses.length === 0))
      return skipped('it asks for none');
    const changed = given === 'none' ? { request: bare } : invalid(context, operation, bare, only);
    if (changed === undefined) return skipped('no credential of its kind can be generated');
    const story = {
      kind: 'credential',
      given,
      ...('facts' in changed ? changed.facts : {}),
      ...(only === undefined || alone === true ? {} : { only: only.name }),
    } as const;
    const purpose: Purpose = { expect: 'any', proven: drawn.prepared.proven, relational: true, story };
    const first = await caseContext.exchange(changed.request, { operation, purpose, bare: true, quiet: true });
    // Without a real credential of this scheme, its form may be wrong as well: any refusal is right.
    if (alone === true && first.kind === 'answered' && isRefusal(first.exchange.response.status)) return PASSED;
    const isAboutRequest =
      first.kind === 'answered' &&
      MAY_BE_THE_REQUEST.has(first.exchange.response.status) &&
      !(await isRight(context, caseContext, operation, drawn.request));
    const judged: Purpose = isAboutRequest ? { ...purpose, story: { kind: 'plain' } } : purpose;
    const answer =
      first.kind === 'answered' ? caseContext.again(first.exchange, { operation, purpose: judged }) : first;
    const { proven } = drawn.prepared;
    if (answer.kind === 'answered' && answer.exchange.response.status === 404 && !proven)
      return inconclusive('404: no known data fits this request');
    return answer.end;
  });
}

const isRefusal = (status: number): boolean => status >= 300 && status < 500;

/** The place of the values of a request. A replay sends others, because a value may be unique. */
function atAttempt(id: string, { attempt }: Pick<CaseContext, 'attempt'>): string {
  return attempt === 0 ? id : `${id}/${attempt}`;
}

/** Statuses of refusals that may be about the request and not about the credential. */
const MAY_BE_THE_REQUEST: ReadonlySet<number> = new Set([400, 405, 406, 409, 412, 415, 422, 428]);

/** Whether the same request with the credential of the run has a success. Without a credential that cannot be shown. */
async function isRight(
  { options }: PlanContext,
  caseContext: CaseContext,
  operation: Operation,
  request: HttpRequest,
): Promise<boolean> {
  if (credentialKey(operation, options.credentials ?? {}) === '') return false;
  const answer = await caseContext.exchange(request, { operation, purpose: openPurpose(), quiet: true });
  await takeBackMade(caseContext, operation, answer);
  return isSuccess(answer);
}

/** Adds the credentials that are not tested. */
function withOthers(
  context: PlanContext,
  bare: HttpRequest,
  operation: Operation,
  only: SecurityUse | undefined,
): HttpRequest {
  const credentials = context.options.credentials ?? {};
  if (only === undefined) return bare;
  return alternative(operation, credentials)
    .filter(({ name }) => name !== only.name)
    .reduce((request, use) => addCredential(request, use.scheme, credentialFor(use, credentials) ?? ''), bare);
}

/** An invalid credential, in the form of a valid one if the run has one. */
function invalid(
  context: PlanContext,
  operation: Operation,
  bare: HttpRequest,
  only: SecurityUse | undefined,
):
  | { readonly request: HttpRequest; readonly facts: { readonly secret: string; readonly shaped: boolean } }
  | undefined {
  const credentials = context.options.credentials ?? {};
  const ours = alternative(operation, credentials);
  const uses: readonly SecurityUse[] =
    only !== undefined ? [only] : ours.length > 0 ? ours : (operation.security.find(({ length }) => length > 0) ?? []);
  let request = bare;
  let secret: string | undefined;
  for (const use of uses) {
    if (use.scheme.kind === 'unknown' || use.scheme.kind === 'mutualTLS') continue;
    secret = madeUpCredential(credentialFor(use, credentials), use.scheme, context.seed);
    request = addCredential(request, use.scheme, secret);
  }
  return secret === undefined ? undefined : { request, facts: { secret, shaped: ours.length > 0 } };
}
