import type { Json } from '../../../core/index.ts';
import { namesExisting, type Resource } from '../../../resources/index.ts';
import { jsonBodyOf, type Operation, propertiesOf } from '../../../spec/index.ts';
import { isJson, valueAt, withValueAt } from '../../../wire/index.ts';
import { isConflict } from '../../hints/conflicts.ts';
import { type CaseContext, isSuccess } from '../../model/case-context.ts';
import type { FixtureUse } from '../../model/fixture.ts';
import { type Flow, inconclusive, planCase, single, skipped } from '../../model/flow.ts';
import type { Purpose } from '../../model/purpose.ts';
import { PLAIN } from '../../model/purpose.ts';
import type { StepEnd } from '../../model/step-end.ts';
import { describedReferences } from '../../requests/described-references.ts';
import { drawRequest } from '../../requests/draw-request.ts';
import { requestAt } from '../../requests/locations.ts';
import { withRequiredParameters } from '../../requests/required-parameters.ts';
import { fillPath } from '../../requests/substitute.ts';
import { schemaInBody } from '../../requests/value-places.ts';
import { withJson } from '../../requests/with-value.ts';
import { groupOf, type PlanContext, useOf } from '../planner.ts';
import { takeBack } from '../probe.ts';
import { unlikelyId } from './unknown-items.ts';

/** Every write that refers to another record, with an id that certainly does not exist. */
export function planUnknownReferences(context: PlanContext): readonly Flow[] {
  return context.operations.flatMap((operation) =>
    unknownReferences(context, operation).map(({ id, ...named }) => plan(context, operation, named, id)),
  );
}

/** A reference in a body, with an id that certainly does not exist. */
export interface UnknownReference {
  readonly pointer: string;
  readonly resource: Resource | undefined;
  readonly id: Json;
  /** The description of the place says that it names something existing. */
  readonly existing?: boolean;
}

/** The references of an operation's body that can be given an id that does not exist. */
export function unknownReferences(context: PlanContext, operation: Operation): readonly UnknownReference[] {
  const known = context.index.references(operation).flatMap(({ pointer, resource, loose }) => {
    // A service may pass over a property that its document does not name, such as the customer of a patch.
    if (!isDocumented(context, operation, pointer)) return [];
    const schema = resource?.id?.schema ?? loose;
    const id = schema === undefined || pointer.endsWith('*') ? undefined : unlikelyId(context, operation, schema);
    const existing = resource !== undefined && namesExisting(describedAt(context, operation, pointer));
    return id === undefined ? [] : [{ pointer, resource, id, ...(existing ? { existing } : {}) }];
  });
  const described = describedReferences(context.api, context.model, operation).flatMap(
    ({ pointer, schema, resource, existing }) => {
      const id = unlikelyId(context, operation, schema);
      const place = pointer.replace(/\/\*(?=\/|$)/g, '/0');
      const isKnown = known.some((each) => each.pointer === pointer);
      return id === undefined || isKnown ? [] : [{ pointer: place, resource, id, existing }];
    },
  );
  return [...known, ...described];
}

/** Whether the body of an operation has a place, as far as its properties are listed. */
function isDocumented({ api }: PlanContext, operation: Operation, pointer: string): boolean {
  const body = jsonBodyOf(operation)?.schema ?? true;
  return schemaInBody(api, body, pointer) !== undefined || Object.keys(propertiesOf(api, body)).length === 0;
}

/** The description of a place in the body of an operation. */
function describedAt({ api }: PlanContext, operation: Operation, pointer: string): string {
  const schema = schemaInBody(api, jsonBodyOf(operation)?.schema ?? true, pointer);
  return typeof schema === 'object' ? (schema.description ?? '') : '';
}

/** Whether the record can be read, although its id was chosen as one that does not exist. */
async function isThere(
  context: PlanContext,
  caseContext: CaseContext,
  resource: Resource | undefined,
  id: Json,
): Promise<boolean> {
  const read = resource === undefined ? undefined : context.index.operation(resource, 'read');
  if (read === undefined || resource?.id === undefined) return false;
  const path = fillPath(read, { [resource.id.parameter]: id });
  if (path.includes('{')) return false;
  const request = withRequiredParameters(caseContext, read, requestAt({ path }));
  return isSuccess(await caseContext.exchange(request, { operation: read, purpose: PLAIN, quiet: true }));
}

function plan(context: PlanContext, operation: Operation, named: Omit<UnknownReference, 'id'>, id: Json): Flow {
  const { pointer, resource } = named;
  const name = `protocol/${operation.id}/unknown-reference${pointer}`;
  const request = { method: operation.method, path: operation.path, query: '' };
  const description = `${operation.id} with a ${pointer} that names nothing`;
  const planned = planCase({ id: name, phase: 'protocol', operation, description }, request, {
    kind: 'any',
    text: 'an answer',
  });
  return single(
    planned,
    groupOf(context, operation),
    async (caseContext) => {
      if (await isThere(context, caseContext, resource, id)) return skipped('there is a record of that name');
      const spoiling = useOf(operation) === 'write' ? 'spoil' : 'fresh';
      const first = await sendUnknown(caseContext, operation, { ...named, id, at: name, use: spoiling });
      // What other cases have done to the records that it names besides may be in its way.
      if (spoiling === 'fresh' || !first.conflicting) return first.end;
      const again = { ...named, id, at: `${name}/fresh`, use: 'fresh' } as const;
      return (await sendUnknown(caseContext, operation, again)).end;
    },
    'after',
  );
}

/** An unknown reference, and the records that the request names besides. */
interface SentReference extends UnknownReference {
  readonly at: string;
  readonly use: FixtureUse;
}

/** Sends a request that is right but for one reference. */
async function sendUnknown(
  caseContext: CaseContext,
  operation: Operation,
  { pointer, resource, existing, id, at, use }: SentReference,
): Promise<{ readonly end: StepEnd; readonly conflicting: boolean }> {
  const drawn = await drawRequest(caseContext, operation, { at, use, optional: 'all', whole: true });
  if (typeof drawn === 'string') return { end: inconclusive(drawn), conflicting: false };
  const { body } = drawn.request;
  const above = pointer.slice(0, pointer.lastIndexOf('/'));
  if (body.kind !== 'parsed' || !isJson(body.mediaType) || valueAt(body.value, above) === undefined)
    return { end: skipped('the request was drawn without the reference'), conflicting: false };
  const purpose: Purpose = {
    expect: 'any',
    proven: drawn.prepared.proven,
    relational: true,
    story: {
      kind: 'unknown-reference',
      pointer: `/body${pointer}`,
      loose: resource === undefined,
      ...(existing === true ? { existing } : {}),
    },
  };
  const sent = withJson(drawn.request, withValueAt(body.value, pointer, id));
  const answer = await caseContext.exchange(sent, { operation, purpose });
  await takeBack(caseContext, operation, answer, drawn.prepared.known.path);
  return { end: answer.end, conflicting: !answer.failed && isConflict(answer) };
}
