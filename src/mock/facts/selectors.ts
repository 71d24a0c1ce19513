import type { Json } from '../../core/index.ts';
import type { Entity } from '../../state/index.ts';
import { isObject, withoutSeparators } from '../../wire/index.ts';
import type { RequestContext } from '../model/context.ts';
import { asObject } from '../model/object.ts';

type Test = (value: Json) => boolean;

const LABELS = /^label_?selectors?$/i;
const FIELDS = /^field_?selectors?$/i;
/** Parameters that include hidden items: `showCompleted`, `include_archived`. */
const SHOWS = /^(?:show|include|with)_?([A-Z][A-Za-z]+|(?<=_)[a-z]+)$/;

/**
 * A predicate for the items that the selectors of a list match (`labelSelector=app=shop,tier!=old`,
 * `fieldSelector=metadata.name=a`); `undefined` without selectors.
 */
export function selectedBy({ operation, parameters }: RequestContext): ((entity: Entity) => boolean) | undefined {
  const tests = operation.parameters.flatMap(({ name, in: at }): readonly Test[] => {
    const sent = at === 'query' ? parameters.query[name] : undefined;
    const hidden = sent === false ? SHOWS.exec(name)?.[1] : undefined;
    if (hidden !== undefined) return [(value) => !isSo(value, hidden)];
    if (typeof sent !== 'string' || sent === '') return [];
    if (LABELS.test(name)) return requirements(sent).map((each) => testOf(each, labelsOf));
    return FIELDS.test(name) ? requirements(sent).map((each) => testOf(each, fieldOf)) : [];
  });
  return tests.length === 0 ? undefined : ({ value }) => tests.every((test) => test(value));
}

/**
 * One part of a selector: a key with allowed or excluded values. Without values, the key must exist or must
 * not.
 */
interface Requirement {
  readonly key: string;
  readonly values: readonly string[] | undefined;
  readonly isExcluded: boolean;
}

const PART = /^(!?)\s*([^\s=!,()]+)\s*(?:(==|=|!=)\s*(.*)|(in|notin)\s*\(([^)]*)\))?$/;

/** The parts between commas outside parentheses. Unreadable parts match everything. */
function requirements(selector: string): readonly Requirement[] {
  return selector.split(/,(?![^(]*\))/).flatMap((part): readonly Requirement[] => {
    const found = PART.exec(part.trim());
    if (found === null) return [];
    const [, not, key = '', sign, value = '', word, list = ''] = found;
    const values = sign === undefined ? (word === undefined ? undefined : list.split(',')) : [value];
    const isExcluded = not === '!' || sign === '!=' || word === 'notin';
    return [{ key, values: values?.map((each) => each.trim()), isExcluded }];
  });
}

function testOf({ key, values, isExcluded }: Requirement, at: (value: Json, key: string) => Json | undefined): Test {
  return (value) => {
    const found = at(value, key);
    const fits = found !== undefined && (values === undefined || values.includes(String(found)));
    return fits !== isExcluded;
  };
}

/** Whether a flag or the state of an item has the meaning of a word. */
function isSo(value: Json, word: string): boolean {
  const [whole, plain] = [asObject(value), withoutSeparators(word)];
  return Object.entries(whole).some(([name, each]) => {
    const own = withoutSeparators(name);
    if (own === plain || own === `is${plain}`) return each === true;
    return (own === 'status' || own === 'state') && typeof each === 'string' && withoutSeparators(each) === plain;
  });
}

function labelsOf(value: Json, key: string): Json | undefined {
  const whole = asObject(value);
  return memberOf(memberOf(whole, 'labels') ?? memberOf(asObject(whole['metadata'] ?? null), 'labels'), key);
}

function fieldOf(value: Json, path: string): Json | undefined {
  return path.split('.').reduce<Json | undefined>((at, name) => memberOf(at, name), value);
}

function memberOf(value: Json | undefined, name: string): Json | undefined {
  return value !== undefined && isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}
