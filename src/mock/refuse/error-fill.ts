import type { Json, JsonObject, Violation } from '../../core/index.ts';
import type { Generator } from '../../generation/index.ts';
import type { Api, Schema, SchemaObject } from '../../spec/index.ts';
import type { Validator } from '../../validation/index.ts';
import { formatPointer, isObject, parsePointer, stringifyJson, withoutSeparators } from '../../wire/index.ts';
import type { FieldsOf } from '../model/fields.ts';
import type { Refusal } from '../model/refusal.ts';
import { type ErrorFacts, fieldOf, meanings } from './error-meanings.ts';
import { problem } from './problem.ts';

/**
 * A value of an error schema with the reason of a refusal, as far as the schema allows; `undefined` if it
 * allows no value.
 */
export type ErrorFill = (schema: Schema, facts: ErrorFacts) => Json | undefined;

const DEEPEST = 2;
const MOST_LISTED = 20;
const LISTS = /^(errors?|violations|details?|issues|messages|fields|invalidparams|causes|problems)$/;
/** Names of objects that hold what is wrong by field: `{ parameters: { name: ["is required"] } }`. */
const MAPS = /^(?:invalid)?(?:parameters?|params|fields|properties|attributes)$/;
const HOLDERS = /^(errors?|err|problem|meta|status|fault|failure|exception|data|body|response|details?)$/;

/** The facts about a refusal, for an error schema inside another one. */
interface NestedFacts extends ErrorFacts {
  /** Number of schemas around it. */
  readonly depth: number;
  /** Names of the lists around it. */
  readonly lists: readonly string[];
}

function deeper(facts: NestedFacts): NestedFacts {
  return { ...facts, depth: facts.depth + 1 };
}

export function createErrorFill(rooms: {
  readonly api: Api;
  readonly validator: Validator;
  readonly generator: Generator;
  readonly fieldsOf: FieldsOf;
  readonly seed: number;
}): ErrorFill {
  const { api, validator, generator, fieldsOf } = rooms;
  const fits = (schema: Schema, value: Json): boolean => validator.accepts(schema, value, 'response');

  function filled(schema: Schema, facts: NestedFacts): Json | undefined {
    for (const branch of branchesFor(schema, facts)) {
      const value = filled(branch, facts);
      if (value !== undefined && fits(schema, value)) return value;
    }
    const { properties, items } = fieldsOf(schema);
    if (properties.size === 0 && items !== undefined) return listed(schema, items, facts);
    const known = knownOf(schema, facts);
    const value = around(schema, known, facts) ?? withLess(schema, known, facts);
    if (value !== undefined && isObject(value))
      return tells(value, facts) ? value : withReason(schema, value, known, facts);
    const text = [facts.refusal.message, facts.title].find((each) => fits(schema, each));
    return text ?? value;
  }

  /** The alternatives that are for errors of this status, the one whose words fit the refusal first; none if the document does not tell them apart by status. */
  function branchesFor(schema: Schema, { refusal }: ErrorFacts): readonly Schema[] {
    const target = api.deref(schema);
    const branches = typeof target === 'boolean' ? [] : (target.oneOf ?? target.anyOf ?? []);
    if (branches.length < 2) return [];
    const meant = branches.filter((branch) => constantsOf(branch).some((each) => Number(each) === refusal.status));
    const rank = (branch: Schema): number => (constantsOf(branch).some((each) => namesRefusal(each, refusal)) ? 0 : 1);
    return meant.toSorted((a, b) => rank(a) - rank(b));
  }

  /** The values of properties that can have only one. */
  function constantsOf(branch: Schema): readonly Json[] {
    return [...fieldsOf(branch).properties.values()].flatMap((property) => {
      const target = api.deref(property);
      if (typeof target === 'boolean') return [];
      const values = target.const === undefined ? (target.enum ?? []) : [target.const];
      return values.length === 1 ? values : [];
    });
  }

  function around(schema: Schema, known: JsonObject, facts: ErrorFacts): Json | undefined {
    const at = `refusal/${facts.refusal.code}`;
    const made = generator.value(schema, { seed: rooms.seed, at }, { known, optional: 'required', examples: false });
    return made.ok && fits(schema, made.value) ? made.value : undefined;
  }

  /** One property too many may exclude all branches: tries values without one of them. */
  function withLess(schema: Schema, known: JsonObject, facts: ErrorFacts): Json | undefined {
    for (const name of Object.keys(known)) {
      const { [name]: _, ...less } = known;
      const value = tells(less, facts) ? around(schema, less, facts) : undefined;
      if (value !== undefined) return value;
    }
    return undefined;
  }

  function knownOf(schema: Schema, facts: NestedFacts): JsonObject {
    const { properties, required } = fieldsOf(schema);
    const known: Record<string, Json> = Object.create(null) as Record<string, Json>;
    const keep = (name: string, property: Schema, candidates: readonly Json[]): void => {
      const value = candidates.find((candidate) => fits(property, candidate));
      if (value !== undefined) known[name] = value;
    };
    const isAbout = [...properties].some(([name, property]) => isExampleOf(name, plainOf(property), facts));
    for (const [name, property] of properties) {
      const target = plainOf(property);
      const shown = isAbout && NAMES_ERROR.test(withoutSeparators(name)) ? (target.examples ?? []) : [];
      keep(name, property, [...shown, ...meanings(name, facts, target, required.has(name))]);
    }
    // Without violations, a list of errors would only repeat the message.
    const lists = facts.refusal.violations.length > 0 || !tells(known, facts);
    for (const [name, property] of properties)
      if (known[name] === undefined && (lists || required.has(name) || fieldsOf(property).items === undefined))
        keep(
          name,
          property,
          nested(name, property, facts, { required: required.has(name), silent: !tells(known, facts) }),
        );
    return known;
  }

  function plainOf(schema: Schema): SchemaObject {
    const target = api.deref(schema);
    return typeof target === 'boolean' ? {} : target;
  }

  /** `silent`: no other property has the reason yet. */
  function nested(
    name: string,
    property: Schema,
    facts: NestedFacts,
    { required, silent }: { readonly required: boolean; readonly silent: boolean },
  ): readonly Json[] {
    const { properties, items } = fieldsOf(property);
    if (facts.depth > DEEPEST) return [];
    const word = withoutSeparators(name);
    if (items !== undefined && properties.size === 0) {
      // An entry is about one violation: the same list in it would say that again.
      if (!LISTS.test(word) || (!required && facts.lists.includes(word))) return [];
      const list = listed(property, items, { ...facts, lists: [...facts.lists, word] });
      return list === undefined ? [] : required || (Array.isArray(list) && list.length > 0) ? [list] : [];
    }
    if (word === 'source') return sources(facts);
    if (MAPS.test(word) && properties.size === 0 && isHolder(property)) return byFields(facts);
    if (!(HOLDERS.test(word) || required) || !isHolder(property)) return [];
    // A property that has a value is not filled again.
    if (!silent && !required) return known(property, deeper(facts));
    const inner = filled(property, deeper(facts));
    return inner !== undefined && (required || tells(inner, facts)) ? [inner] : [];
  }

  function known(schema: Schema, facts: NestedFacts): readonly Json[] {
    const value = knownOf(schema, facts);
    return Object.keys(value).length > 0 && fits(schema, value) ? [value] : [];
  }

  /** Whether a schema names properties: its values are objects, also where it has no type. */
  function isNamed(schema: Schema): boolean {
    return fieldsOf(schema).properties.size > 0;
  }

  function isHolder(property: Schema): boolean {
    const target = api.deref(property);
    if (typeof target === 'boolean') return false;
    return fieldsOf(property).properties.size > 0 || [target.type ?? []].flat().includes('object');
  }

  /** One entry for each violation. Without violations, one for the refusal, if an entry can contain it. */
  function listed(schema: Schema, items: Schema, facts: NestedFacts): Json | undefined {
    const { violations, message } = facts.refusal;
    if (violations.length === 0) {
      if (!isNamed(items) && fits(items, message) && fits(schema, [message])) return [message];
      const only = facts.depth > DEEPEST ? undefined : filled(items, deeper(facts));
      if (only !== undefined && tells(only, facts)) return [only];
      return [[], [only ?? null]].find((list) => fits(schema, list));
    }
    const entries = violations.slice(0, MOST_LISTED).map((violation) => entryFor(items, violation, facts));
    return entries.filter((value) => value !== undefined);
  }

  function entryFor(items: Schema, violation: Violation, facts: NestedFacts): Json | undefined {
    const { message } = violation;
    if (!isNamed(items) && fits(items, message) && !fits(items, {})) return message;
    if (facts.depth > DEEPEST) return undefined;
    const code = violation.keyword ?? violation.code;
    const refusal = { ...facts.refusal, message, code, violations: [violation] };
    return filled(items, { ...deeper(facts), isEntry: true, refusal });
  }

  /**
   * Puts the reason into the property with the likeliest name, else into an additional property if the
   * schema allows one.
   */
  function withReason(schema: Schema, value: JsonObject, known: JsonObject, facts: NestedFacts): JsonObject {
    const { properties } = fieldsOf(schema);
    const likely = [...properties.keys()]
      .filter((name) => !Object.hasOwn(known, name) || /error|title|reason/i.test(name))
      .map((name) => [name, likelihood(withoutSeparators(name))] as const)
      .filter(([, rank]) => rank > 0)
      .toSorted((a, b) => b[1] - a[1]);
    for (const [name] of likely) {
      const changed = { ...value, [name]: facts.refusal.message };
      if (fits(properties.get(name) ?? false, facts.refusal.message) && fits(schema, changed)) return changed;
    }
    const members = facts.depth === 0 ? problem(facts) : { code: facts.refusal.code, message: facts.refusal.message };
    const extended = added(schema, value, Object.entries(members));
    return tells(extended, facts) ? extended : added(schema, value, byField(facts));
  }

  function added(schema: Schema, value: JsonObject, members: readonly (readonly [string, Json])[]): JsonObject {
    let whole = value;
    for (const [name, member] of members) {
      const changed = Object.hasOwn(whole, name) ? whole : { ...whole, [name]: member };
      if (changed !== whole && fits(schema, changed)) whole = changed;
    }
    return whole;
  }

  return (schema, facts) => filled(schema, { ...facts, depth: 0, lists: [] });
}

/** Properties that name the kind of an error, which the example of an error of this status has as well. */
const NAMES_ERROR = /^(?:type|code|title|error(?:code|type|name))$/;

/** Whether the example of a property is the status or the title of a refusal, so that its schema is about such errors. */
function isExampleOf(name: string, { examples = [] }: SchemaObject, { refusal, title }: ErrorFacts): boolean {
  const word = withoutSeparators(name);
  if (/^(?:http)?(?:status|statuscode|code)$/.test(word))
    return examples.some((example) => Number(example) === refusal.status);
  const isTitle = word === 'title' || word === 'statustext' || word === 'error';
  return isTitle && examples.some((example) => String(example).toLowerCase() === title.toLowerCase());
}

/** What names of errors are about. */
const THINGS = /object|resource|record|entity|item|entry/i;
const PATHS = /method|route|path|endpoint|operation|url/i;

/** Whether the name of an error is about what was refused: a missing record, not an unknown path. */
function namesRefusal(name: Json, { code, hints }: Refusal): boolean {
  if (typeof name !== 'string') return false;
  if (code !== 'not_found') return withoutSeparators(name).includes(withoutSeparators(code));
  // Hints are the paths near an unknown one.
  return hints === undefined ? !PATHS.test(name) : PATHS.test(name) && !THINGS.test(name);
}

/** The messages of violations by field, as lists and as texts; nothing where no field is wrong. */
function byFields(facts: ErrorFacts): readonly Json[] {
  const { violations } = facts.refusal;
  if (violations.length === 0) return [];
  const listed = violations.slice(0, MOST_LISTED).map((each) => [fieldOf(each), each.message] as const);
  return [Object.fromEntries(listed.map(([name, text]) => [name, [text]])), Object.fromEntries(listed)];
}

/** Messages by field: `{ "name": ["is required"] }`. */
function byField({ refusal }: ErrorFacts): readonly (readonly [string, Json])[] {
  const entries =
    refusal.violations.length === 0
      ? [['error', refusal.message] as const]
      : refusal.violations.slice(0, MOST_LISTED).map((each) => [fieldOf(each), each.message] as const);
  return entries.flatMap(([name, text]) => [[name, [text]] as const, [name, text] as const]);
}

/**
 * The place of the cause in the notation of JSON:API (§11.2): a pointer into the sent document, or the name
 * of a parameter or header field.
 */
function sources({ refusal }: ErrorFacts): readonly Json[] {
  const [place, ...rest] = parsePointer(refusal.violations[0]?.pointer ?? '') ?? [];
  if (place === undefined) return [];
  const pointer = formatPointer(rest);
  if (place === 'body') return [{ pointer }, pointer];
  const name = rest.join('.');
  return place === 'header' ? [{ header: name }, { parameter: name }] : [{ parameter: name }];
}

/** How likely a property with this name holds a sentence. */
function likelihood(name: string): number {
  if (/message|msg/.test(name)) return 5;
  if (/detail|description|reason|explanation/.test(name)) return 4;
  if (/^(error|errors)$|text|cause|info|summary|note/.test(name)) return 3;
  if (/title|error|problem|name/.test(name)) return 2;
  return /(id|url|uri|link|type|code|time|date|at|version|status|path|instance)$/.test(name) ? 0 : 1;
}

/** Whether a value contains the reason. */
function tells(value: Json, { refusal }: ErrorFacts): boolean {
  const text = stringifyJson(value);
  const start = (message: string): string => stringifyJson(message.slice(0, 24)).slice(1, -1);
  return [refusal.message, ...refusal.violations.map((each) => each.message)].some((each) =>
    text.includes(start(each)),
  );
}
