import {
  type Api,
  isReadOnly,
  isWriteOnly,
  moreTelling,
  type Schema,
  type SchemaObject,
  typesOf,
} from '../../spec/index.ts';
import { parsePointer } from '../../wire/index.ts';
import { createSubtypes, type SubtypesOf } from './subtypes.ts';

/** Properties of an object and items of a list, through `$ref`, `allOf`, `anyOf`, `oneOf` and conditions. */
export interface Fields {
  readonly properties: ReadonlyMap<string, Schema>;
  /** `additionalProperties` (or `unevaluatedProperties`, `patternProperties`) explicitly allow undocumented names. */
  readonly open: boolean;
  readonly readOnly: ReadonlySet<string>;
  readonly writeOnly: ReadonlySet<string>;
  /** Optional strings that only the answer to a create shows, by their description: `Only returned once, when the key is created`. */
  readonly shownOnce: ReadonlySet<string>;
  /** One branch hides a property that another one shows; `hiddenIn` decides. */
  readonly differs: boolean;
  /** Through `allOf` only: the properties that every such object requires. */
  readonly required: ReadonlySet<string>;
  /** Schema of the items, if the value may be a list. */
  readonly items: Schema | undefined;
}

/** `fieldsOf` for one Api. Computed once for each schema. */
export type FieldsOf = (schema: Schema) => Fields;

export function createFieldsOf(api: Api): FieldsOf {
  const subtypesOf = createSubtypes(api);
  const known = new WeakMap<SchemaObject, Fields>();
  return (schema) => {
    const target = api.deref(schema);
    if (typeof target === 'boolean') return { ...NO_FIELDS, open: target };
    let fields = known.get(target);
    if (fields === undefined) {
      fields = collect(api, target, subtypesOf);
      known.set(target, fields);
    }
    return fields;
  };
}

const NO_FIELDS: Fields = {
  properties: new Map(),
  open: false,
  readOnly: new Set(),
  writeOnly: new Set(),
  shownOnce: new Set(),
  differs: false,
  required: new Set(),
  items: undefined,
};

function collect(api: Api, root: SchemaObject, subtypesOf: SubtypesOf): Fields {
  const properties = new Map<string, Schema>();
  // A property that one branch allows the client to write is writable.
  const writable = new Set<string>();
  const owned = new Set<string>();
  const hidden = new Set<string>();
  const shown = new Set<string>();
  const required = new Set<string>();
  const named = new Set<string>();
  const seen = new Set<SchemaObject>();
  let open = false;
  let items: Schema | undefined;
  // In depth-first order without recursion: chains of references may be longer than the stack.
  const waiting: (readonly [schema: Schema, always: boolean])[] = [[root, true]];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [schema, always] = next;
    const here = api.deref(schema);
    if (typeof here === 'boolean' || seen.has(here)) continue;
    seen.add(here);
    for (const [name, property] of Object.entries(here.properties ?? {})) {
      properties.set(name, moreTelling(api, properties.get(name), property));
      const isOwned = isReadOnly(api, property);
      (isWriteOnly(api, property) ? hidden : shown).add(name);
      if (always && isOwned) owned.add(name);
      if (!always && !isOwned) writable.add(name);
    }
    for (const name of here.required ?? []) {
      named.add(name);
      if (always) required.add(name);
    }
    if (here.items !== undefined) items = moreTelling(api, items, here.items);
    open ||=
      allows(here.additionalProperties) || allows(here.unevaluatedProperties) || here.patternProperties !== undefined;
    const { allOf = [], anyOf = [], oneOf = [], dependentSchemas = {} } = here;
    const conditional = [here.then, here.else].flatMap((branch) => branch ?? []);
    const perhaps = [...anyOf, ...oneOf, ...conditional, ...Object.values(dependentSchemas), ...subtypesOf(here)];
    const below = [...allOf.map((part) => [part, always] as const), ...perhaps.map((part) => [part, false] as const)];
    waiting.push(...below.reverse());
  }
  // What such an object, or one of a branch, must have is one of its properties, also where nothing describes it.
  for (const name of named) if (!properties.has(name)) properties.set(name, true);
  const marked = (is: typeof isReadOnly): ReadonlySet<string> =>
    new Set([...properties].filter(([, property]) => is(api, property)).map(([name]) => name));
  const readOnly = new Set([...marked(isReadOnly)].filter((name) => owned.has(name) || !writable.has(name)));
  const differs = [...hidden].some((name) => shown.has(name));
  const shownOnce = new Set(
    [...marked((_, property) => isShownOnce(api, property))].filter((name) => !required.has(name)),
  );
  return { properties, open, readOnly, writeOnly: marked(isWriteOnly), shownOnce, differs, required, items };
}

function isShownOnce(api: Api, property: Schema): boolean {
  const target = api.deref(property);
  return typeof target === 'object' && typesOf(api, target).includes('string') && ONCE.test(target.description ?? '');
}

const SHOWN = '(?:returned|shown|displayed|visible|available|included|present|provided|exposed|revealed|viewed)';
const AT_CREATION =
  '(?:when|while|upon|on|at|during|in (?:the |its )?response (?:to|of|when))\\b[^.]{0,40}\\bcreat(?:e[ds]?|ing|ion)\\b';
/** `Only shown once`, `returned only at creation`; not `only available once the job has ended`. */
const ONCE = new RegExp(
  `\\b(?:only (?:ever )?(?:be |is |are )?${SHOWN}|${SHOWN} only(?! if\\b))\\b[^.]{0,40}?\\b(?:once(?=\\W*$|[.,;!)*]|\\s+(?:when|upon|on|at|after|during) )|${AT_CREATION})`,
  'i',
);

function allows(schema: Schema | undefined): boolean {
  return schema !== undefined && schema !== false;
}

/** Schema of the value at a pointer inside a schema, through named properties and list indexes. */
export function schemaAt(fieldsOf: FieldsOf, schema: Schema, pointer: string): Schema | undefined {
  let here: Schema | undefined = schema;
  for (const name of parsePointer(pointer) ?? []) {
    if (here === undefined) return undefined;
    const { properties, items } = fieldsOf(here);
    here = properties.get(name) ?? (/^\d+$/.test(name) ? items : undefined);
  }
  return here;
}
