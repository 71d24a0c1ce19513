import type { HttpRequest } from '../../core/index.ts';
import type { Operation, SecurityUse } from '../../spec/index.ts';
import { addCredential, alternative, credentialFor, withoutCredentials } from '../credentials.ts';
import { type Flow, inconclusive, planCase, single, skipped } from '../flow.ts';
import { groupOf, type PlanContext, useOf } from '../planner.ts';
import type { Purpose } from '../purpose.ts';
import { drawRequest } from '../requests.ts';

/** Every operation that needs a credential, without one and with one that does not exist. */
export function planCredentials(context: PlanContext): readonly Flow[] {
  return context.operations
    .filter(({ security }) => security.length > 0 && security.every((uses) => uses.every(isKnown)))
    .flatMap((operation) =>
      // Where anonymous use is allowed, a credential that does not exist must at least not break anything.
      (isAnonymous(operation) ? (['invalid'] as const) : (['none', 'invalid'] as const)).map((given) =>
        plan(context, operation, given),
      ),
    );
}

function isAnonymous({ security }: Operation): boolean {
  return security.some((uses) => uses.length === 0);
}

/** What no document defines, nobody can ask for. */
function isKnown({ scheme }: SecurityUse): boolean {
  return scheme.kind !== 'unknown' && scheme.kind !== 'mutualTLS';
}

function plan(context: PlanContext, operation: Operation, given: 'none' | 'invalid'): Flow {
  const id = `protocol/${operation.id}/credential-${given}`;
  const description = given === 'none' ? 'without a credential' : 'with a credential that does not exist';
  const request = { method: operation.method, path: operation.path, query: '' };
  const planned = planCase(id, 'protocol', operation, `${operation.id} ${description}`, request, {
    kind: 'refused',
    text: '401',
  });
  return single(planned, groupOf(context, operation), async (stage) => {
    const drawn = await drawRequest(stage, operation, { at: id, use: useOf(operation) });
    if (typeof drawn === 'string') return inconclusive(drawn);
    const bare = withoutCredentials(drawn.request, operation);
    if (isAnonymous(operation) && operation.security.every((uses) => uses.length === 0))
      return skipped('it asks for none');
    const changed = given === 'none' ? { request: bare } : invalid(context, operation, bare);
    if (changed === undefined) return skipped('no kind of its credential can be made up');
    const story = { kind: 'credential', given, ...('secret' in changed ? { secret: changed.secret } : {}) } as const;
    const purpose: Purpose = { expect: 'any', proven: drawn.prepared.proven, relational: true, story };
    const answer = await stage.exchange(changed.request, { operation, purpose, bare: true });
    const { proven } = drawn.prepared;
    if (answer.kind === 'seen' && answer.seen.response.status === 404 && !proven)
      return inconclusive('404: we know of no data for this request');
    return answer.end;
  });
}

/** A changed copy of what works; where we have nothing, something that nobody has. */
function invalid(
  context: PlanContext,
  operation: Operation,
  bare: HttpRequest,
): { readonly request: HttpRequest; readonly secret: string } | undefined {
  const credentials = context.options.credentials ?? {};
  const ours = alternative(operation, credentials);
  const uses: readonly SecurityUse[] =
    ours.length > 0 ? ours : (operation.security.find(({ length }) => length > 0) ?? []);
  let request = bare;
  let secret: string | undefined;
  for (const use of uses) {
    if (use.scheme.kind === 'unknown' || use.scheme.kind === 'mutualTLS') continue;
    secret = mutated(credentialFor(use, credentials));
    request = addCredential(request, use.scheme, secret);
  }
  return secret === undefined ? undefined : { request, secret };
}

/** The same length and letters, so that only looking it up tells that it is wrong. */
function mutated(credential: string | undefined): string {
  if (credential === undefined || credential.length < 2) return 'c3RhbmRpbi1pbnZhbGlkOmNyZWRlbnRpYWw=';
  const middle = Math.floor(credential.length / 2);
  const letter = credential[middle] === 'a' ? 'b' : 'a';
  const changed = `${credential.slice(0, middle)}${letter}${credential.slice(middle + 1)}`;
  return changed === credential ? `${credential}x` : changed;
}
