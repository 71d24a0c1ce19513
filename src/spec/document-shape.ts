import type { Context } from './context.ts';
import { type Field, type Kind, OBJECTS } from './document-objects.ts';
import { particulars } from './document-particulars.ts';
import { childOf, childrenOf, type Place } from './place.ts';
import { isRaw, member } from './raw.ts';

/** One fault of the shape of a document. */
export type Fault = (place: Place, code: string, message: string) => void;

const VERSIONS = ['3.0', '3.1', '3.2'];

/**
 * Holds the objects of a document to their fixed fields: what is missing, what nobody knows, what excludes each other. What others have said of
 * a place is not said again. Documents of 2.0 are read by their own rules alone.
 */
export function checkShape(context: Context): void {
  if (context.dialect === '2.0') return;
  const said = new Set(context.diagnostics.list.map(({ pointer }) => pointer));
  const fault: Fault = (place, code, message) => {
    if (!said.has(context.nameOf(place))) context.error(place, code, message);
  };
  const walk: Walk = { version: VERSIONS.indexOf(context.dialect), fault };
  objectAt(walk, 'OpenAPI', context.root);
}

interface Walk {
  /** Place of the document's version in `VERSIONS`. */
  readonly version: number;
  readonly fault: Fault;
}

const isKnown = ({ version }: Walk, { since }: Field): boolean =>
  since === undefined || version >= VERSIONS.indexOf(since);

const isDemanded = ({ version }: Walk, { required, requiredUpTo }: Field): boolean =>
  required === true || (requiredUpTo !== undefined && version <= VERSIONS.indexOf(requiredUpTo));

function objectAt(walk: Walk, kind: Kind, place: Place): void {
  const { node } = place;
  const { fault } = walk;
  if (!isRaw(node)) {
    fault(place, 'invalid-object', `the ${kind} Object must be an object`);
    return;
  }
  const reference = member(node, '$ref');
  if (reference !== undefined && kind !== 'Path Item') {
    if (typeof reference !== 'string') fault(childOf(place, '$ref'), 'invalid-field', '`$ref` must be text');
    return;
  }
  const { fields, exclusive = [], oneOf } = OBJECTS[kind];
  const has = (name: string): boolean => member(node, name) !== undefined;
  const unknown = Object.keys(node).filter((name) => !name.startsWith('x-') && !isField(walk, fields, name));
  if (unknown.length > 0)
    fault(
      place,
      'unknown-field',
      `${unknown.map((name) => `\`${name}\``).join(', ')} cannot stand in the ${kind} Object`,
    );
  for (const [name, field] of Object.entries(fields)) {
    if (has(name)) fieldAt(walk, field, name, childOf(place, name));
    else if (isDemanded(walk, field)) fault(place, 'missing-field', `the ${kind} Object must have \`${name}\``);
  }
  for (const names of exclusive)
    if (names.every(has)) fault(place, 'exclusive-fields', `\`${names.join('` and `')}\` exclude each other`);
  if (oneOf !== undefined && !oneOf.some(has))
    fault(place, 'missing-field', `the ${kind} Object must have \`${oneOf.join('` or `')}\``);
  particulars(kind, place, walk.version, fault);
}

function isField(walk: Walk, fields: Readonly<Record<string, Field>>, name: string): boolean {
  const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
  return field !== undefined && isKnown(walk, field);
}

function fieldAt(walk: Walk, field: Field, name: string, place: Place): void {
  const { of, as } = field;
  const isShaped = as === undefined || (as === 'list' ? Array.isArray(place.node) : isRaw(place.node));
  if (!isShaped) walk.fault(place, 'invalid-field', `\`${name}\` must be ${as === 'list' ? 'a list' : 'an object'}`);
  else if (as === undefined) valueAt(walk, of, name, place);
  else
    for (const [key, each] of childrenOf(place))
      if (as === 'list' || !key.startsWith('x-') || NAMES_ARE_FREE.has(name)) valueAt(walk, of, name, each);
}

/** Maps whose keys are the author's own: `x-` is no extension in them. */
const NAMES_ARE_FREE = new Set(['schemas', 'headers', 'examples', 'content', 'parameters', 'variables', 'mapping']);

const TYPES: Readonly<Record<string, readonly [is: (node: unknown) => boolean, said: string]>> = {
  text: [(node) => typeof node === 'string', 'text'],
  texts: [(node) => Array.isArray(node) && node.every((each) => typeof each === 'string'), 'a list of texts'],
  flag: [(node) => typeof node === 'boolean', 'true or false'],
  map: [isRaw, 'an object'],
};

function valueAt(walk: Walk, of: Field['of'], name: string, place: Place): void {
  const { fault } = walk;
  const [is, said] = TYPES[of] ?? [];
  if (of === 'schema') schemaAt(walk, place);
  else if (of === 'requirements') requirementsAt(fault, place);
  else if (of === 'callbacks') callbackAt(walk, place);
  else if (is?.(place.node) === false) fault(place, 'invalid-field', `\`${name}\` must be ${said}`);
  else if (is === undefined && of !== 'any') objectAt(walk, of as Kind, place);
}

function callbackAt(walk: Walk, place: Place): void {
  if (typeof member(place.node, '$ref') === 'string') return;
  for (const [key, each] of childrenOf(place)) if (!key.startsWith('x-')) objectAt(walk, 'Path Item', each);
}

function requirementsAt(fault: Fault, place: Place): void {
  if (!Array.isArray(place.node)) fault(place, 'invalid-field', '`security` must be a list');
  for (const [, each] of Array.isArray(place.node) ? childrenOf(place) : []) {
    if (!isRaw(each.node)) fault(each, 'invalid-object', 'a Security Requirement Object must be an object');
    for (const [, scopes] of isRaw(each.node) ? childrenOf(each) : [])
      if (!Array.isArray(scopes.node)) fault(scopes, 'invalid-field', 'the scopes of a security scheme must be a list');
  }
}

const ONE = ['items', 'additionalProperties', 'not', 'contains', 'propertyNames', 'if', 'then', 'else'];
const MANY = ['allOf', 'anyOf', 'oneOf', 'prefixItems', 'properties', 'patternProperties', '$defs', 'dependentSchemas'];

/** Keywords are judged where schemas are read; here only what OpenAPI adds to them. */
function schemaAt(walk: Walk, place: Place): void {
  if (!isRaw(place.node)) return;
  const within = (name: string): Place | undefined => {
    const child = childOf(place, name);
    return isRaw(child.node) || Array.isArray(child.node) ? child : undefined;
  };
  const added: readonly (readonly [string, Kind])[] = [
    ['discriminator', 'Discriminator'],
    ['xml', 'XML'],
    ['externalDocs', 'External Documentation'],
  ];
  for (const [name, kind] of added) {
    const child = within(name);
    if (child !== undefined) objectAt(walk, kind, child);
  }
  for (const name of ONE) {
    const child = within(name);
    if (child !== undefined) schemaAt(walk, child);
  }
  for (const name of MANY)
    for (const [, each] of childrenOf(within(name) ?? { ...place, node: undefined })) schemaAt(walk, each);
}
