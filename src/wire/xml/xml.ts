import type { Json, JsonObject } from '../../core/index.ts';
import { parseJson } from '../json/json.ts';
import { isArray, isObject, setOwn } from '../json/json-kinds.ts';
import { parseScalar, scalarText } from '../json/scalars.ts';
import type { ValueResult } from '../json/value-result.ts';
import { localName, readXml, type XmlElement } from './xml-reader.ts';

/** A shape, or a function that returns it, for recursive shapes. */
export type Lazy<T> = T | (() => T);

/**
 * How a value is written in XML: the XML Object (OpenAPI 3.1 §4.8.26) with the necessary parts of the
 * schema.
 */
export interface XmlShape {
  /** Name of the element or attribute. Default: the property's name, and `root` for the whole. */
  readonly name?: string;
  readonly prefix?: string;
  readonly namespace?: string;
  readonly attribute?: boolean;
  readonly wrapped?: boolean;
  /**
   * For a property without an element of its own: the text of its parent's element, or, for an object,
   * members of its parent's element.
   */
  readonly node?: 'text' | 'cdata' | 'none';
  /** JSON types. A string becomes the first that fits (`parseScalar`). */
  readonly type?: string | readonly string[];
  readonly items?: Lazy<XmlShape>;
  readonly properties?: Readonly<Record<string, Lazy<XmlShape>>>;
  /** Properties without a name of their own (`additionalProperties`): the element has the property's name. */
  readonly additional?: Lazy<XmlShape>;
  /** Required properties: a required list without elements is empty. */
  readonly required?: readonly string[];
}

const EMPTY: XmlShape = {};
const resolve = (shape: Lazy<XmlShape> | undefined): XmlShape =>
  typeof shape === 'function' ? shape() : (shape ?? EMPTY);
const typesOf = (shape: XmlShape): readonly string[] =>
  typeof shape.type === 'string' ? [shape.type] : (shape.type ?? []);
const isObjectShape = (shape: XmlShape): boolean => shape.properties !== undefined || typesOf(shape).includes('object');
const isArrayShape = (shape: XmlShape): boolean => shape.items !== undefined || typesOf(shape).includes('array');
const own = <T>(record: Readonly<Record<string, T>> | undefined, key: string): T | undefined =>
  record !== undefined && Object.hasOwn(record, key) ? record[key] : undefined;

/**
 * Reads XML into the value that a shape describes. Elements and attributes match by local name; others are
 * kept as strings, lists (repeated names) and objects. Document type declarations are refused, and with
 * them all entities but the five of XML.
 */
export function parseXml(
  text: string,
  shape: XmlShape = EMPTY,
  options: { readonly maxDepth?: number } = {},
): ValueResult {
  const root = readXml(text, options.maxDepth);
  if (!root.ok) return root;
  return { ok: true, value: isWholeText(shape, root.element) ? text : readElement(root.element, shape) };
}

/** A string schema for an element with children: the value is its XML source. */
function isWholeText(shape: XmlShape, { children }: XmlElement): boolean {
  const types = typesOf(shape);
  return children.length > 0 && types.length > 0 && types.every((type) => type === 'string' || type === 'null');
}

function readElement(element: XmlElement, shape: XmlShape): Json {
  if (element.attributes.some(([name, value]) => localName(name) === 'nil' && value === 'true')) return null;
  if (isArrayShape(shape)) return element.children.map((child) => readElement(child, resolve(shape.items)));
  if (isObjectShape(shape)) return objectOf(element, shape);
  if (element.children.length > 0 || element.attributes.some(isData)) return objectOf(element, EMPTY);
  return parseScalar(element.text, typesOf(shape));
}

const isData = ([name]: readonly [string, string]): boolean => !/^(?:xmlns$|xmlns:|xsi:|xml:)/.test(name);

function objectOf(element: XmlElement, shape: XmlShape): Json {
  const value: Record<string, Json> = {};
  const used = new Set<XmlElement | string>();
  let isText = false;
  for (const [key, lazy] of Object.entries(shape.properties ?? {})) {
    const property = resolve(lazy);
    if (textNodeOf(key, property) !== undefined) {
      const text = ownText(element, property, shape.required?.includes(key) === true);
      if (text !== undefined) setOwn(value, key, text);
      isText = true;
      continue;
    }
    const found =
      property.node === 'none' ? propertiesOf(element, property, used) : propertyOf(element, key, property, used);
    const member = found === undefined ? emptyList(shape, key, property) : found;
    if (member !== undefined) setOwn(value, key, member);
  }
  const rest = new Map<string, Json[]>();
  for (const [name, text] of element.attributes.filter(isData)) if (!used.has(name)) addTo(rest, localName(name), text);
  const additional = shape.additional === undefined ? undefined : resolve(shape.additional);
  for (const child of element.children) {
    if (used.has(child)) continue;
    const name = localName(child.name);
    const described = additional === undefined ? undefined : propertyOf(element, name, additional, used);
    addTo(rest, name, described ?? readElement(child, EMPTY));
  }
  if (element.text.trim() !== '' && !isText) addTo(rest, TEXT, element.text);
  for (const [name, found] of rest) setOwn(value, name, together(own(value, name), found));
  return value;
}

/** The name of text beside attributes or elements without a schema. No element can have this name. */
const TEXT = '#text';

/** How a property is written that is the text of its parent's element, by its schema or its name. */
function textNodeOf(key: string, { node, name, attribute }: XmlShape): 'text' | 'cdata' | undefined {
  if (node === 'text' || node === 'cdata') return node;
  return key === TEXT && node === undefined && name === undefined && attribute !== true ? 'text' : undefined;
}

/** Line breaks between children are not text. */
function ownText(element: XmlElement, shape: XmlShape, isRequired: boolean): Json | undefined {
  const text = element.children.length > 0 && element.text.trim() === '' ? '' : element.text;
  return text === '' && !isRequired ? undefined : parseScalar(text, typesOf(shape));
}

function propertiesOf(element: XmlElement, shape: XmlShape, used: Set<XmlElement | string>): Json | undefined {
  const value: Record<string, Json> = {};
  for (const [key, lazy] of Object.entries(shape.properties ?? {})) {
    const found = propertyOf(element, key, resolve(lazy), used);
    if (found !== undefined) setOwn(value, key, found);
  }
  return Object.keys(value).length === 0 ? undefined : value;
}

function emptyList({ required }: XmlShape, key: string, shape: XmlShape): Json | undefined {
  const isBare = isArrayShape(shape) && shape.wrapped !== true;
  return isBare && required?.includes(key) === true ? [] : undefined;
}

function addTo(rest: Map<string, Json[]>, name: string, value: Json): void {
  const found = rest.get(name);
  if (found === undefined) rest.set(name, [value]);
  else found.push(value);
}

/** Repeated names collect their values. */
function together(described: Json | undefined, found: readonly Json[]): Json {
  const all = described === undefined ? found : isArray(described) ? [...described, ...found] : [described, ...found];
  const [only] = all;
  return all.length === 1 && only !== undefined ? only : all;
}

function propertyOf(
  element: XmlElement,
  key: string,
  shape: XmlShape,
  used: Set<XmlElement | string>,
): Json | undefined {
  const name = shape.name ?? key;
  if (shape.attribute === true) {
    const attribute = element.attributes.find(
      ([found]) => isData([found, '']) && localName(found) === elementName(name),
    );
    if (attribute === undefined) return undefined;
    used.add(attribute[0]);
    return attributeValue(attribute[1], shape);
  }
  const list = isArrayShape(shape) && shape.wrapped !== true;
  const items = resolve(shape.items);
  const wanted = elementName(list ? (items.name ?? key) : name);
  const found = element.children.filter((child) => !used.has(child) && localName(child.name) === wanted);
  for (const child of found) used.add(child);
  if (list) {
    const values = found.map((child) => readElement(child, items));
    const isNull = values.length === 1 && values[0] === null && typesOf(shape).includes('null');
    if (values.length === 0) return undefined;
    return isNull && !typesOf(items).includes('null') ? null : values;
  }
  const values = found.map((child) => readElement(child, shape));
  return values.length > 1 ? values : values[0];
}

const XSI = 'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"';

/**
 * Writes a value as an XML document in the given shape. `null` becomes `xsi:nil`; characters that XML does
 * not allow become U+FFFD.
 */
export function formatXml(value: Json, shape: XmlShape = EMPTY): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${formatElement(shape.name ?? 'root', value, shape)}`;
}

function formatElement(name: string, value: Json, shape: XmlShape): string {
  const qualified = qualify(shape.name ?? name, shape);
  const namespace =
    shape.namespace === undefined
      ? ''
      : ` xmlns${shape.prefix === undefined ? '' : `:${elementName(shape.prefix)}`}="${escapeXmlAttribute(shape.namespace)}"`;
  if (value === null) return `<${qualified}${namespace} ${XSI} xsi:nil="true"/>`;
  if (isArray(value)) return wrap(qualified, namespace, formatItems(name, value, shape));
  if (typeof value !== 'object') return wrap(qualified, namespace, escapeXmlText(scalarText(value)));
  return wrap(qualified, namespace + formatAttributes(value, shape), formatChildren(value, shape));
}

/** An attribute contains a string. For other types it contains JSON. */
function attributeValue(text: string, shape: XmlShape): Json {
  const isPlain = !isArrayShape(shape) && !isObjectShape(shape);
  const read = isPlain ? undefined : parseJson(text);
  return read?.ok === true ? read.value : parseScalar(text, typesOf(shape));
}

function wrap(name: string, attributes: string, content: string): string {
  return content === '' ? `<${name}${attributes}/>` : `<${name}${attributes}>${content}</${name}>`;
}

function formatItems(name: string, items: readonly Json[], shape: XmlShape): string {
  const itemShape = resolve(shape.items);
  return items.map((item) => formatElement(itemShape.name ?? name, item, itemShape)).join('');
}

function formatAttributes(value: JsonObject, shape: XmlShape): string {
  let attributes = '';
  for (const [key, member] of Object.entries(value)) {
    const property = resolve(own(shape.properties, key));
    if (property.node === 'none' && isObject(member)) attributes += formatAttributes(member, property);
    if (property.attribute !== true || member === null) continue;
    attributes += ` ${qualify(property.name ?? key, property)}="${escapeXmlAttribute(scalarText(member))}"`;
  }
  return attributes;
}

function formatChildren(value: JsonObject, shape: XmlShape): string {
  let content = '';
  for (const [key, member] of Object.entries(value)) {
    const property = resolve(own(shape.properties, key) ?? shape.additional);
    if (property.attribute === true) continue;
    const node = textNodeOf(key, property);
    if (property.node === 'none' && isObject(member)) content += formatChildren(member, property);
    else if (node !== undefined) content += formatText(member, node);
    else if (isArray(member) && property.wrapped !== true) content += formatItems(key, member, property);
    else content += formatElement(key, member, property);
  }
  return content;
}

function formatText(value: Json, node: 'text' | 'cdata'): string {
  const text = scalarText(value);
  if (node === 'text') return escapeXmlText(text);
  return `<![CDATA[${legalCharacters(text).replaceAll(']]>', ']]]]><![CDATA[>')}]]>`;
}

const qualify = (name: string, shape: XmlShape): string =>
  shape.prefix === undefined ? elementName(name) : `${elementName(shape.prefix)}:${elementName(name)}`;

/** Converts a property name to an element name: characters that XML 1.0 §2.3 does not allow become `_`. */
function elementName(name: string): string {
  const legal = name.replace(
    /[^\w.\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u02ff\u0370-\u037d\u037f-\u1fff\u3001-\ud7ff-]/gu,
    '_',
  );
  return /^[\d.-]|^$/.test(legal) ? `_${legal}` : legal;
}

/** Replaces characters that XML 1.0 (§2.2) does not allow, even as a character reference. */
function legalCharacters(text: string): string {
  return text.replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '\ufffd');
}

/** Text as the content of an element. */
export function escapeXmlText(text: string): string {
  return legalCharacters(text).replace(/[&<>\r]/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** Text as the value of an attribute in quotes. */
export function escapeXmlAttribute(text: string): string {
  return legalCharacters(text).replace(/[&<>"'\t\n\r]/g, (character) => `&#${character.charCodeAt(0)};`);
}
