import type { HttpRequest } from '../../../core/index.ts';
import { type Movement, movementsOf } from '../../../resources/index.ts';
import type { Operation } from '../../../spec/index.ts';
import { valueAt } from '../../../wire/index.ts';
import { type CaseContext, isSuccess, tookEffect } from '../../model/case-context.ts';
import type { Fixture } from '../../model/fixture.ts';
import { type Act, type Flow, inconclusive, PASSED, planCase, single } from '../../model/flow.ts';
import type { StepEnd } from '../../model/step-end.ts';
import { drawRequest, openPurpose, sentObject } from '../../requests/draw-request.ts';
import { substitute } from '../../requests/substitute.ts';
import { renameParameters } from '../../resource-index/paths.ts';
import { groupOf, type PlanContext } from '../planner.ts';
import { ownerId } from './lists/nested-list.ts';
import { isAllowed, isNear, numberIn, readUntil, type ShownNumber } from './shown-numbers.ts';
import { readPurpose } from './writes/writes.ts';

/** An operation that moves amounts to or from records, as its description says. */
interface Mover {
  readonly operation: Operation;
  readonly movements: readonly Movement[];
}

/** Operations that add an amount to a number of a record, or take it from there: a read must show the number moved by as much. */
export function planMovements(context: PlanContext): readonly Flow[] {
  if (context.options.safeOnly === true) return [];
  const movers = context.operations.flatMap((operation): readonly Mover[] => {
    const movements = movementsOf(context.api, context.model, operation);
    const isMade = movements.every(({ holder }) =>
      (['read', 'create'] as const).every((role) => context.index.operation(holder, role) !== undefined),
    );
    return movements.length === 0 || !isMade ? [] : [{ operation, movements }];
  });
  return movers
    .filter(({ operation }) => context.asks('state.action-without-effect', operation))
    .map((mover) => {
      const { operation } = mover;
      const description = `${operation.id}: the amounts are moved`;
      const planned = planCase(
        { id: `stateful/${operation.id}/moved-amounts`, phase: 'stateful', operation, description },
        { method: operation.method, path: operation.path, query: '' },
        { kind: 'valid', text: 'a documented success' },
      );
      return single(planned, groupOf(context, operation), moveAmounts(context, mover, movers), 'alone');
    });
}

/** Records of one kind may differ in a way that the operation does not allow, such as the currency of accounts. */
const MOST_TRIES = 5;
/** Moves that are compared. */
const MOVES = 2;

function moveAmounts(context: PlanContext, mover: Mover, movers: readonly Mover[]): Act {
  return async (caseContext) => {
    let end: StepEnd = inconclusive('nothing could be moved');
    let moves = 0;
    const owners = new Map<string, Fixture>();
    for (let attempt = 0; attempt < MOST_TRIES; attempt += 1) {
      const at = `movements/${mover.operation.id}/${caseContext.attempt}/${attempt}`;
      // The first record stays, the others are other ones each time.
      for (const [index, { holder, reference = '' }] of mover.movements.entries()) {
        if (owners.has(reference) && index === 0) continue;
        const owner = await caseContext.fixtures.item(caseContext, holder, 'fresh');
        if (!owner.proven || !owner.ours) return inconclusive(`there is no own ${holder.singular}`);
        owners.set(reference, owner);
      }
      const request = await drawMove(caseContext, mover, owners, at);
      if (typeof request === 'string') return inconclusive(request);
      await supplyAmounts(caseContext, mover, { owners, movers, request, at });
      const before = await readAll(context, caseContext, mover, owners);
      if (before === undefined) return inconclusive('no number is shown');
      const answer = await caseContext.exchange(request, {
        operation: mover.operation,
        purpose: openPurpose(),
        quiet: true,
      });
      if (!isSuccess(answer)) continue;
      if (!tookEffect(answer)) return inconclusive('the write was only accepted (202)');
      end = PASSED;
      for (const [index, movement] of mover.movements.entries()) {
        const amount = valueAt(sentObject(request) ?? null, movement.amount);
        const was = before[index]?.number;
        if (typeof amount !== 'number' || was === undefined) continue;
        const expected = was + movement.sign * amount;
        const seen = await readUntil(caseContext, () => readAmount(context, caseContext, movement, owners), expected);
        if (seen === undefined || isNear(seen.number, expected) || !isAllowed(seen, expected)) continue;
        const { property, text } = movement;
        const facts = { property, before: was, number: seen.number, expected, write: mover.operation.id, text };
        const purpose = readPurpose({ kind: 'amount-moved', ...facts });
        return caseContext.again(seen.exchange, { operation: seen.read, purpose }).end;
      }
      // A number may be set to the amount instead of being changed by it. Only the second move shows that.
      moves += 1;
      if (moves === MOVES) return end;
    }
    return end;
  };
}

/** The request with the ids of the records of the run. */
async function drawMove(
  caseContext: CaseContext,
  { operation, movements }: Mover,
  owners: ReadonlyMap<string, Fixture>,
  at: string,
): Promise<HttpRequest | string> {
  const ofPath = movements.find(({ reference }) => reference === undefined);
  const owner = owners.get('');
  const path =
    ofPath === undefined || owner === undefined
      ? {}
      : { path: renameParameters(owner.path, ofPath.holder.itemPath, operation.path) };
  const making = caseContext.model.roleOf(operation).kind === 'create';
  const drawn = await drawRequest(caseContext, operation, { at, use: 'fresh', optional: 'required', making, ...path });
  if (typeof drawn === 'string') return drawn;
  const ids = movements.flatMap(({ holder, reference }) => {
    const named = reference === undefined ? undefined : owners.get(reference);
    const id = named === undefined ? undefined : ownerId({ parent: holder }, named);
    return reference === undefined || id === undefined ? [] : [[reference, id] as const];
  });
  return substitute(operation, drawn.request, { path: {}, body: Object.fromEntries(ids) });
}

interface Supply {
  readonly owners: ReadonlyMap<string, Fixture>;
  readonly movers: readonly Mover[];
  readonly request: HttpRequest;
  readonly at: string;
}

/** Adds what an operation takes from a record, by an operation that only adds. */
async function supplyAmounts(
  caseContext: CaseContext,
  { movements }: Mover,
  { owners, movers, request, at }: Supply,
): Promise<void> {
  for (const { sign, holder, property, reference = '', amount } of movements) {
    const source = movers.find(
      ({ movements: [first, ...others] }) =>
        others.length === 0 && first?.sign === 1 && first.holder === holder && first.property === property,
    );
    const owner = owners.get(reference);
    const needed = valueAt(sentObject(request) ?? null, amount);
    const [only] = source?.movements ?? [];
    if (sign === 1 || source === undefined || only === undefined || owner === undefined || needed === undefined)
      continue;
    const adding = await drawMove(caseContext, source, new Map([[only.reference ?? '', owner]]), `${at}/supply`);
    if (typeof adding === 'string') continue;
    const enough = substitute(source.operation, adding, { path: {}, body: { [only.amount]: needed } });
    await caseContext.exchange(enough, { operation: source.operation, purpose: openPurpose(), quiet: true });
  }
}

interface SeenAmount extends ShownNumber {
  readonly read: Operation;
}

async function readAll(
  context: PlanContext,
  caseContext: CaseContext,
  { movements }: Mover,
  owners: ReadonlyMap<string, Fixture>,
): Promise<readonly SeenAmount[] | undefined> {
  const seen: SeenAmount[] = [];
  for (const movement of movements) {
    const each = await readAmount(context, caseContext, movement, owners);
    if (each === undefined) return undefined;
    seen.push(each);
  }
  return seen;
}

async function readAmount(
  { index }: PlanContext,
  caseContext: CaseContext,
  { holder, property, reference = '' }: Movement,
  owners: ReadonlyMap<string, Fixture>,
): Promise<SeenAmount | undefined> {
  const read = index.operation(holder, 'read');
  const owner = owners.get(reference);
  if (read === undefined || owner === undefined) return undefined;
  const at = `movements/${read.id}/${caseContext.attempt}`;
  const drawn = await drawRequest(caseContext, read, { at, use: 'read', path: owner.path });
  if (typeof drawn === 'string') return undefined;
  const purpose = readPurpose({ kind: 'plain' });
  const answer = await caseContext.exchange(drawn.request, { operation: read, purpose, quiet: true });
  const place = caseContext.model.roleOf(read).responseEntity;
  const shown = isSuccess(answer) && place !== undefined ? numberIn(answer.exchange, `${place}${property}`) : undefined;
  return shown && { ...shown, read };
}
