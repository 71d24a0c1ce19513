import { type Api, combinedOf, conjunctsOf, propertiesOf, type Schema, type SchemaObject } from '../../spec/index.ts';
import type { Change } from '../model/change.ts';
import type { ComparisonContext, MessageFlow, SchemaPair } from './context.ts';

interface BranchPairs {
  readonly pairs: readonly SchemaPair[];
  /** Branches that only one document has. */
  readonly gone: readonly Schema[];
  readonly come: readonly Schema[];
}

/** Pairs the alternatives of two schemas: by the name of a reference, then by their values, then by their order. A schema without alternatives is its own. */
export function pairBranches(context: ComparisonContext, [one, other]: SchemaPair, flow: MessageFlow): BranchPairs {
  const [before, after] = [choicesOf(context.base.api, one), choicesOf(context.revision.api, other)];
  if (before.length === 0 && after.length === 0) return { pairs: [], gone: [], come: [] };
  let gone = before.length === 0 ? [one] : before;
  let come = after.length === 0 ? [other] : after;
  const pairs: SchemaPair[] = [];
  const isContained = (left: Schema, right: Schema): boolean =>
    (flow === 'sent' ? context.sent.gaps(left, right) : context.received.gaps(right, left)).length === 0;
  const isSameUse = (left: Schema, right: Schema): boolean =>
    sameNames(documentedNames(context.base.api, left), documentedNames(context.revision.api, right)) &&
    isContained(left, right);
  for (const matches of [isSameReference, isSameUse]) {
    for (const left of gone) {
      const right = come.find((each) => matches(left, each));
      if (right === undefined) continue;
      pairs.push([left, right]);
      gone = gone.filter((each) => each !== left);
      come = come.filter((each) => each !== right);
    }
  }
  const isEven = gone.length === come.length;
  return {
    pairs: [...pairs, ...(isEven ? gone.map((left, index): SchemaPair => [left, come[index] ?? true]) : [])],
    gone: isEven ? [] : gone,
    come: isEven ? [] : come,
  };
}

/** Alternatives of a schema, null left out. */
function choicesOf(api: Api, schema: Schema): readonly Schema[] {
  return conjunctsOf(api, schema)
    .flatMap(({ anyOf = [], oneOf = [] }) => [...anyOf, ...oneOf])
    .filter((branch) => {
      const target = api.deref(branch);
      return typeof target === 'boolean' || target.type !== 'null';
    });
}

const referenceOf = (schema: Schema): string | undefined =>
  typeof schema === 'object' ? schema.$ref?.split('/').at(-1) : undefined;

const isSameReference = (left: Schema, right: Schema): boolean =>
  referenceOf(left) !== undefined && referenceOf(left) === referenceOf(right);

/** Names of properties that a schema documents, in its alternatives too. */
export function documentedNames(api: Api, schema: Schema): ReadonlySet<string> {
  return new Set(combinedOf(api, schema).flatMap(({ properties = {} }) => Object.keys(properties)));
}

const sameNames = (one: ReadonlySet<string>, other: ReadonlySet<string>): boolean =>
  one.size === other.size && [...one].every((name) => other.has(name));

/** An alternative that no value tells apart: all that is seen of it are the names that only it documents. */
export function branchNotes(context: ComparisonContext, pair: SchemaPair, flow: MessageFlow): readonly Change[] {
  const { gone, come } = pairBranches(context, pair, flow);
  const [lost, api, rest, other] =
    flow === 'sent'
      ? [gone, context.base.api, pair[1], context.revision.api]
      : [come, context.revision.api, pair[0], context.base.api];
  if (lost.length <= (flow === 'sent' ? come : gone).length) return [];
  const known = documentedNames(other, rest);
  return lost.flatMap((branch): readonly Change[] => {
    const own = Object.keys(propertiesOf(api, branch)).filter((name) => !known.has(name));
    if (own.length === 0) return [];
    const isDistinguishable =
      flow === 'sent' ? context.sent.gaps(branch, rest).length > 0 : context.received.gaps(branch, rest).length > 0;
    if (isDistinguishable) return [];
    const names = own.map((name) => `\`${name}\``).join(', ');
    return [
      {
        check: flow === 'sent' ? 'request.branch-removed' : 'response.branch-added',
        severity: 'warning',
        subject: own.join(' '),
        message: `an alternative with ${names} is ${flow === 'sent' ? 'gone' : 'new'}; no value tells it from the others`,
      },
    ];
  });
}

/** Another property that tells, and tags that lead to another schema or to none. */
export function discriminatorNotes(context: ComparisonContext, pair: SchemaPair, flow: MessageFlow): readonly Change[] {
  const [before, after] = [
    discriminatorOwner(context.base.api, pair[0]),
    discriminatorOwner(context.revision.api, pair[1]),
  ];
  if (before?.discriminator === undefined || after?.discriminator === undefined) return [];
  const base = {
    check: flow === 'sent' ? 'request.discriminator' : 'response.discriminator',
    severity: 'error',
    proof: 'promise',
    keyword: 'discriminator',
  } as const;
  const [was, is] = [before.discriminator.propertyName, after.discriminator.propertyName];
  if (was !== is) return [{ ...base, message: `the discriminator is \`${is}\` now, and was \`${was}\`` }];
  const [known, leading] = [tagsOf(context.base.api, before, 'needed'), tagsOf(context.revision.api, after, 'all')];
  // A schema that is written out has no name, and is told by its values.
  const inline = choicesOf(context.revision.api, after).filter((each) => referenceOf(each) === undefined);
  return [...known].flatMap(([tag, left]): readonly Change[] => {
    const right = leading.get(tag) ?? inline.find((each) => isSameSchema(context, [left, each]));
    if (right !== undefined && (isSameReference(left, right) || isSameSchema(context, [left, right]))) return [];
    const [from, to] = [left, right ?? true].map(referenceOf);
    return [
      {
        ...base,
        subject: tag,
        message: `the tag \`${tag}\` leads to ${right === undefined ? 'no schema' : (to ?? 'another schema')} now, and led to ${from ?? 'a schema'}`,
      },
    ];
  });
}

const discriminatorOwner = (api: Api, schema: Schema): SchemaObject | undefined =>
  conjunctsOf(api, schema).find(({ discriminator }) => discriminator !== undefined);

/** A schema with another name that has the same values and names. */
function isSameSchema({ base, revision, sent, widened }: ComparisonContext, [left, right]: SchemaPair): boolean {
  return (
    sameNames(documentedNames(base.api, left), documentedNames(revision.api, right)) &&
    sent.gaps(left, right).length === 0 &&
    widened.gaps(right, left).length === 0
  );
}

/** Schemas by tag. The name of a schema is a tag too; it is `needed` where the mapping gives it no other one and the tag can be written. */
function tagsOf(api: Api, node: SchemaObject, which: 'needed' | 'all'): ReadonlyMap<string, Schema> {
  const { mapping = {}, propertyName = '' } = node.discriminator ?? {};
  const branches = choicesOf(api, node);
  const named = new Map(
    branches.flatMap((each) => {
      const name = referenceOf(each);
      return name === undefined ? [] : [[name, each] as const];
    }),
  );
  const tags = Object.entries(mapping).map(([tag, target]): readonly [string, Schema] => {
    const name = target.split('/').at(-1) ?? target;
    return [tag, named.get(name) ?? { $ref: target }];
  });
  const mappedTo = new Set(tags.map(([, schema]) => referenceOf(schema)));
  const implied = [...named].filter(
    ([name, schema]) => which === 'all' || (!mappedTo.has(name) && mayBe(api, schema, propertyName, name)),
  );
  return new Map([...implied, ...tags]);
}

/** Whether a schema lets its tag have this value. */
function mayBe(api: Api, schema: Schema, property: string, value: string): boolean {
  const tag = propertiesOf(api, schema)[property]?.schema ?? true;
  return conjunctsOf(api, tag).every(
    ({ enum: listed, const: only }) =>
      (listed === undefined || listed.includes(value)) && (only === undefined || only === value),
  );
}
