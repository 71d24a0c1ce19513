import type { Json } from '../../../core/index.ts';
import { mediaTypeFor, type Schema } from '../../../spec/index.ts';
import { isArray, isJson, stringifyJson } from '../../../wire/index.ts';
import { type Check, defineCheck, type FindingDraft } from '../../model/check.ts';
import type { Exchange } from '../../model/exchange.ts';

export const schemaUndocumentedProperty: Check = defineCheck({
  id: 'schema.undocumented-property',
  tier: 2,
  severity: 'warning',
  about: 'service',
  layer: 'value',
  needs: ['content'],
  question: 'Does the document describe all properties of the answer?',
  guard:
    'A warning, once per place. Not judged if the schema allows others (`additionalProperties`, `unevaluatedProperties`), has no properties at all, or uses `not` or `if`; nor in refusals and in answers to invalid requests.',
  judge(exchange) {
    const { response, documented } = exchange;
    if (documented === undefined || response.body.kind !== 'parsed' || !isJson(response.body.mediaType)) return [];
    if (response.status > 299 || exchange.purpose.expect === 'refused') return [];
    const schema = mediaTypeFor(documented.content, response.body.mediaType)?.schema;
    if (schema === undefined) return [];
    const drafts = new Map<string, FindingDraft>();
    compareProperties({ exchange, drafts }, schema, response.body.value, { path: '', depth: 0 });
    return [...drafts.values()];
  },
});

const DEEPEST = 8;

/** The answer whose properties are compared with the document, and the findings by place. */
interface Comparison {
  readonly exchange: Exchange;
  readonly drafts: Map<string, FindingDraft>;
}

/** A place in the answer, with `*` for the items of a list. */
interface AnswerPlace {
  readonly path: string;
  readonly depth: number;
}

function compareProperties(comparison: Comparison, schema: Schema, value: Json, { path, depth }: AnswerPlace): void {
  const { exchange, drafts } = comparison;
  if (depth > DEEPEST || typeof value !== 'object' || value === null) return;
  const branches = flatten(exchange, schema, 0);
  if (branches === undefined) return;
  if (isArray(value)) {
    const items = branches.find((branch) => branch.items !== undefined)?.items;
    if (items !== undefined)
      for (const item of value.slice(0, 20))
        compareProperties(comparison, items, item, { path: `${path}/*`, depth: depth + 1 });
    return;
  }
  const named: Record<string, Schema> = Object.assign(
    Object.create(null),
    ...branches.map((branch) => branch.properties ?? {}),
  );
  if (Object.keys(named).length === 0) return;
  const open = branches.some(
    (branch) =>
      branch.additionalProperties !== undefined ||
      branch.unevaluatedProperties !== undefined ||
      branch.patternProperties !== undefined,
  );
  for (const [name, member] of Object.entries(value)) {
    const at = `${path}/${name}`;
    const rule = named[name];
    if (rule !== undefined) compareProperties(comparison, rule, member, { path: at, depth: depth + 1 });
    else if (!open && !drafts.has(at)) {
      const pointer = exchange.api.pointerOf(schema);
      drafts.set(at, {
        ...(pointer === undefined ? {} : { pointer }),
        messagePointer: `/body${at}`,
        subject: at,
        expected: 'a documented property',
        actual: stringifyJson(member),
        message: `${exchange.operation?.id ?? 'The answer'} shows ${at}, which the document does not describe.`,
      });
    }
  }
}

type Branch = Exclude<Schema, boolean>;

/**
 * A schema and all its branches in `allOf`, `anyOf` and `oneOf`. Undefined if `not` or `if` make the
 * properties unknown, or the schema is too deep.
 */
function flatten(exchange: Exchange, schema: Schema, depth: number): readonly Branch[] | undefined {
  const rule = exchange.api.deref(schema);
  if (typeof rule === 'boolean' || depth > DEEPEST || rule.not !== undefined || rule.if !== undefined) return undefined;
  const all: Branch[] = [rule];
  for (const part of [...(rule.allOf ?? []), ...(rule.anyOf ?? []), ...(rule.oneOf ?? [])]) {
    const branches = flatten(exchange, part, depth + 1);
    if (branches === undefined) return undefined;
    all.push(...branches);
  }
  return all;
}
