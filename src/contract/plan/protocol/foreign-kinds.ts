import type { Json } from '../../../core/index.ts';
import { type Api, conjunctsOf, jsonBodyOf, type Operation, propertiesOf, type Schema } from '../../../spec/index.ts';
import { type Act, type Flow, inconclusive, planCase, single, skipped } from '../../model/flow.ts';
import type { Purpose } from '../../model/purpose.ts';
import { sentObject } from '../../requests/draw-request.ts';
import { withJson } from '../../requests/with-value.ts';
import { groupOf, type PlanContext, useOf } from '../planner.ts';
import { takeBackMade } from '../probe.ts';
import { drawAccepted } from './reversed-times.ts';

/** A body that is of one of several kinds, and the property that names the kind. */
interface Kinds {
  readonly property: string;
  /** The names of each kind, and the properties that it requires. */
  readonly kinds: readonly Kind[];
}

interface Kind {
  readonly names: readonly string[];
  readonly required: readonly string[];
}

/** Writes that name one kind and have the properties of another. */
export function planForeignKinds(context: PlanContext): readonly Flow[] {
  return context.operations.flatMap((operation) => {
    if (!context.asks('reject.missing-property', operation)) return [];
    const found = kindsOf(context.api, jsonBodyOf(operation)?.schema);
    if (found === undefined) return [];
    const request = { method: operation.method, path: operation.path, query: '' };
    const description = `${operation.id} with the ${found.property} of another kind`;
    const expectation = { kind: 'refused', text: 'a refusal (4xx)' } as const;
    const id = `protocol/${operation.id}/foreign-kind/${found.property}`;
    const planned = planCase({ id, phase: 'protocol', operation, description }, request, expectation);
    return [single(planned, groupOf(context, operation), sendForeign(operation, found), 'after')];
  });
}

/** The kinds of a `oneOf` or `anyOf`, each of which has values of its own for one property. */
function kindsOf(api: Api, schema: Schema = true): Kinds | undefined {
  for (const { oneOf, anyOf, discriminator } of conjunctsOf(api, schema)) {
    const branches = (oneOf ?? anyOf ?? []).map((branch) => propertiesOf(api, branch));
    if (branches.length < 2) continue;
    const candidates = discriminator === undefined ? Object.keys(branches[0] ?? {}) : [discriminator.propertyName];
    for (const property of candidates) {
      const kinds = branches.map((properties) => ({
        names: listedIn(api, properties[property]?.schema ?? true),
        required: Object.keys(properties).filter((name) => properties[name]?.required === true),
      }));
      const all = kinds.flatMap(({ names }) => names);
      const isNamed = kinds.every(({ names }) => names.length > 0);
      if (isNamed && new Set(all).size === all.length) return { property, kinds };
    }
  }
  return undefined;
}

/** The strings that a schema lists. */
function listedIn(api: Api, schema: Schema): readonly string[] {
  const listed = conjunctsOf(api, schema).flatMap(
    (rule) => rule.enum ?? (rule.const === undefined ? [] : [rule.const]),
  );
  return listed.filter((each): each is string => typeof each === 'string');
}

/** The same body must be accepted with its own kind: else something else is wrong with it. */
function sendForeign(operation: Operation, { property, kinds }: Kinds): Act {
  return async (caseContext) => {
    const at = `foreign-kind/${operation.id}/${caseContext.attempt}`;
    const drawn = await drawAccepted(caseContext, operation, at, useOf(operation) === 'write' ? 'spoil' : 'fresh');
    if (typeof drawn === 'string') return inconclusive(drawn);
    const sent = sentObject(drawn.request) ?? {};
    const own = sent[property];
    const foreign = kinds.find(({ names, required }) => !names.some((name) => name === own) && lacks(sent, required));
    const [name] = foreign?.names ?? [];
    const request = name === undefined ? undefined : withJson(drawn.request, { ...sent, [property]: name });
    if (request === undefined || caseContext.keeps(operation, request) !== false)
      return skipped('every other kind allows its properties');
    const { proven, relational } = drawn.prepared;
    const story = {
      kind: 'broken',
      fault: 'missing-property',
      pointer: `/body/${property}`,
      keyword: 'discriminator',
    } as const;
    const purpose: Purpose = { expect: 'refused', proven, relational, story };
    const answer = await caseContext.exchange(request, { operation, purpose });
    await takeBackMade(caseContext, operation, answer);
    return answer.end;
  };
}

function lacks(sent: Readonly<Record<string, Json>>, required: readonly string[]): boolean {
  return required.some((name) => !Object.hasOwn(sent, name));
}
