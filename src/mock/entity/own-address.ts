import type { Json, JsonObject } from '../../core/index.ts';
import { filledTemplate, type Schema, typesOf } from '../../spec/index.ts';
import { encodePathSegment } from '../../wire/index.ts';
import type { MockContext } from '../model/context.ts';
import { type EntityPlace, idText } from '../model/place.ts';
import { parentIds } from './parent-ids.ts';

const ADDRESS = /^(?:ur[il]|href|self(?:_?(?:link|url))?|path)$/i;
const SAYS_OWN = /\b(?:ur[il]|link|path|address)\b[^.]*\b(?:of|for|to) (?:this|the) ([\w\s`-]+)/i;
const OTHERS = /web ?hook|callback|image|picture|avatar|logo|website|homepage|download|file|page/i;

/**
 * The paths of a record in the properties whose description calls them the address of the record: "The URI of this resource, relative to …". A property that
 * must be a whole URL is left to be drawn, because the address of the mock is not known here.
 */
export function ownAddresses(mock: MockContext, place: EntityPlace, key: string): JsonObject {
  const names = addressesIn(mock, place);
  const { itemPath, id } = place.resource;
  if (names.length === 0 || itemPath === undefined || id === undefined) return {};
  const values = parentIds(mock, place);
  let known = itemPath.includes(`{${id.parameter}}`);
  const path = filledTemplate(itemPath, (name) => {
    if (name === id.parameter) return encodePathSegment(idText(place, key));
    const value = values.get(name);
    known &&= value !== undefined;
    return value ?? '';
  });
  if (!known) return {};
  const address = (mock.api.basePaths[0] ?? '') + path;
  const fitting = names.filter(([, property]) => mock.validator.accepts(property, address, 'response'));
  return Object.fromEntries(fitting.map(([name]): [string, Json] => [name, address]));
}

const known = new WeakMap<object, readonly (readonly [name: string, schema: Schema])[]>();

/** The properties with the record's own address. */
function addressesIn(mock: MockContext, { resource }: EntityPlace): readonly (readonly [string, Schema])[] {
  const found = known.get(resource);
  if (found !== undefined) return found;
  const own = [...mock.fieldsOf(resource.schema).properties].filter(([name, property]) => {
    const target = mock.api.deref(property);
    if (!ADDRESS.test(name) || typeof target === 'boolean' || target.examples !== undefined) return false;
    const [phrase, whose = ''] = SAYS_OWN.exec(target.description ?? '') ?? [];
    const isOwn =
      /\bresource\b|\bobject\b|\brecord\b/i.test(whose) || whose.toLowerCase().startsWith(resource.singular);
    return phrase !== undefined && isOwn && !OTHERS.test(phrase) && typesOf(mock.api, property).includes('string');
  });
  known.set(resource, own);
  return own;
}
