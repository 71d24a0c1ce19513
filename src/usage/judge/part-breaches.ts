import type { Json } from '../../core/index.ts';
import { type Api, mediaTypeFor, type Operation, responseFor, type Schema } from '../../spec/index.ts';
import type { DistilledUse, PartOfUse, UsedParts } from '../../traffic/index.ts';
import { formatPointer, isJson, jsonEquals, parsePointer } from '../../wire/index.ts';
import { schemaPlace, waysOf } from '../schema/schema-ways.ts';
import type { UseBreach } from './use-breach.ts';

/**
 * What a document does not serve of a distilled use: types, lengths, listed values and presence are
 * compared.
 */
export function partBreaches(api: Api, operation: Operation, use: DistilledUse): readonly UseBreach[] {
  return [
    ...parameterBreaches(api, operation, use),
    ...bodyBreaches(api, operation, use),
    ...readBreaches(api, operation, use),
  ];
}

function parameterBreaches(api: Api, { parameters }: Operation, use: DistilledUse): readonly UseBreach[] {
  return parameters.flatMap((parameter): readonly UseBreach[] => {
    const name = parameter.in === 'header' ? parameter.name.toLowerCase() : parameter.name;
    const at = formatPointer([parameter.in, name]);
    const part = use.parameters[at];
    const absent = use.calls - (part?.calls ?? 0);
    // Path parameters may be renamed, but not moved.
    if (parameter.in !== 'path' && parameter.required && absent > 0)
      return [
        breach(
          [at, 'parameter.required', 'required'],
          absent,
          `${parameter.name} is missing in ${absent} of ${use.calls} calls.`,
        ),
      ];
    const schema = parameter.schema ?? parameter.content?.schema;
    // Text in a URL has no type, so only lengths and listed values are compared.
    return part === undefined || schema === undefined
      ? []
      : unfit(api, [schema], { ...part, types: [] }).map(([keyword, message]) =>
          breach([at, 'parameter.schema', keyword], part.calls, message),
        );
  });
}

function bodyBreaches(api: Api, { body }: Operation, use: DistilledUse): readonly UseBreach[] {
  const sent = use.sent['']?.calls ?? 0;
  if (body === undefined) return [];
  const found: UseBreach[] = [];
  const absent = use.calls - (use.unjudged ?? 0) - Object.values(use.mediaTypes).reduce((sum, calls) => sum + calls, 0);
  if (body.required && absent > 0)
    found.push(
      breach(['/body', 'body.required', 'required'], absent, `The body is missing in ${absent} of ${use.calls} calls.`),
    );
  for (const [type, calls] of Object.entries(use.mediaTypes))
    if (mediaTypeFor(body.content, type) === undefined)
      found.push(
        breach(['/header/content-type', 'media-type.unsupported', type], calls, `Content of ${type} is not taken.`),
      );
  const schema = body.content.find(({ mediaType }) => isJson(mediaType))?.schema;
  if (schema === undefined || sent === 0) return found;
  return [...found, ...sentBreaches(api, schema, use.sent)];
}

function sentBreaches(api: Api, schema: Schema, parts: UsedParts): readonly UseBreach[] {
  return Object.entries(parts).flatMap(([place, part]): readonly UseBreach[] => {
    const at = `/body${place}`;
    const fit = schemaPlace(api, schema, parsePointer(place) ?? []);
    if (fit.kind === 'refused')
      return [breach([at, 'body.schema', 'additionalProperties'], part.calls, `${place} is not taken.`)];
    if (fit.kind === 'unnamed') return [];
    return [
      ...unfit(api, fit.schemas, part).map(([keyword, message]) =>
        breach([at, 'body.schema', keyword], part.calls, message),
      ),
      ...missingMembers(api, fit.schemas, { place, part, parts }),
    ];
  });
}

interface Parent {
  readonly place: string;
  readonly part: PartOfUse;
  readonly parts: UsedParts;
}

/**
 * Properties that every alternative requires and some calls lack. Properties that the service sets are not
 * required.
 */
function missingMembers(api: Api, schemas: readonly Schema[], { place, part, parts }: Parent): readonly UseBreach[] {
  if (part.types !== undefined && !part.types.includes('object')) return [];
  const ways = schemas.flatMap((schema) => waysOf(api, schema));
  const [first = [], ...others] = ways.map((way) => requiredOf(api, way));
  return first
    .filter((name) => others.every((names) => names.includes(name)))
    .flatMap((name) => {
      const member = parts[`${place}${formatPointer([name])}`];
      const absent = part.calls - (member?.whole ?? member?.calls ?? 0);
      if (absent <= 0) return [];
      return [
        breach(
          [`/body${place}${formatPointer([name])}`, 'body.schema', 'required'],
          absent,
          `${name} is missing in ${absent} of ${part.calls} calls.`,
        ),
      ];
    });
}

function requiredOf(api: Api, way: ReturnType<typeof waysOf>[number]): readonly string[] {
  const names = way.flatMap(({ required }) => required ?? []);
  const isWritten = (name: string): boolean =>
    way.some(({ properties }) => {
      const property = properties !== undefined && Object.hasOwn(properties, name) ? properties[name] : undefined;
      return (
        property !== undefined && waysOf(api, property).every((each) => each.some(({ readOnly }) => readOnly === true))
      );
    });
  return [...new Set(names)].filter((name) => !isWritten(name));
}

function readBreaches(api: Api, operation: Operation, use: DistilledUse): readonly UseBreach[] {
  return Object.entries(use.responses).flatMap(([status, { calls, delivered, read }]): readonly UseBreach[] => {
    const at = `/response/${status}`;
    const spec = responseFor(operation, Number(status));
    const isRead = Object.keys(read).length > 0;
    if (spec === undefined)
      return [
        {
          ...breach([at, 'response.undocumented'], calls, `The document no longer promises status ${status}.`),
          certain: isRead,
        },
      ];
    const schema = spec.content.find(({ mediaType }) => isJson(mediaType))?.schema;
    if (schema === undefined) return [];
    return [
      ...readParts(api, schema, read, { at, certain: true }),
      ...readParts(api, schema, delivered, { at, certain: false }),
    ];
  });
}

function readParts(
  api: Api,
  schema: Schema,
  parts: UsedParts,
  { at, certain }: { readonly at: string; readonly certain: boolean },
): readonly UseBreach[] {
  const found = Object.entries(parts).flatMap(([place, part]): readonly UseBreach[] => {
    const fit = schemaPlace(api, schema, parsePointer(place) ?? []);
    if (fit.kind !== 'documented')
      return [
        {
          ...breach(
            [`${at}/body${place}`, 'response.undocumented'],
            part.calls,
            `The document no longer promises ${place}.`,
          ),
          certain,
        },
      ];
    if (!certain) return [];
    // A consumer that reads numbers also accepts integers.
    const types = part.types?.map((type) => (type === 'number' ? 'integer' : type)) ?? [];
    return unfit(api, fit.schemas, { ...part, types }).map(([keyword, message]) =>
      breach([`${at}/body${place}`, 'response.unservable', keyword], part.calls, message),
    );
  });
  const lost = found.filter(({ code }) => code === 'response.undocumented').map((each) => each.at);
  return found.filter((each) => !lost.some((outer) => each.at.startsWith(`${outer}/`)));
}

/** Rules that every alternative violates, with a sentence from the first alternative. */
function unfit(
  api: Api,
  schemas: readonly Schema[],
  part: PartOfUse,
): readonly (readonly [keyword: string, message: string])[] {
  const ways = schemas.flatMap((schema) => waysOf(api, schema)).map((way) => unfitWay(way, part));
  return ways.some((broken) => broken.length === 0) ? [] : (ways[0] ?? []);
}

function unfitWay(
  way: ReturnType<typeof waysOf>[number],
  { types = [], values = [], lengths }: PartOfUse,
): readonly (readonly [string, string])[] {
  const found: [string, string][] = [];
  for (const each of way) {
    const allowed = each.type === undefined ? undefined : new Set([each.type].flat().map(String));
    const wrong =
      allowed === undefined
        ? []
        : types.filter((type) => !allowed.has(type) && !(type === 'integer' && allowed.has('number')));
    if (wrong.length > 0)
      found.push(['type', `It is ${wrong.join(' or ')}, and ${[...(allowed ?? [])].join(' or ')} is expected.`]);
    const listed = each.enum ?? (each.const === undefined ? undefined : [each.const]);
    const unlisted =
      listed === undefined ? [] : values.filter((value) => !listed.some((other: Json) => jsonEquals(other, value)));
    if (unlisted.length > 0) found.push(['enum', 'A value that is used is no longer listed.']);
    if (lengths === undefined) continue;
    const [least, most] = lengths;
    if (types.includes('array')) {
      if (each.maxItems !== undefined && most > each.maxItems)
        found.push(['maxItems', `Up to ${most} items are used, and ${each.maxItems} are allowed.`]);
      if (each.minItems !== undefined && least < each.minItems)
        found.push(['minItems', `As few as ${least} items are used, and ${each.minItems} are required.`]);
    } else {
      if (each.maxLength !== undefined && most > each.maxLength)
        found.push(['maxLength', `Up to ${most} characters are used, and ${each.maxLength} are allowed.`]);
      if (each.minLength !== undefined && least < each.minLength)
        found.push(['minLength', `As few as ${least} characters are used, and ${each.minLength} are required.`]);
    }
  }
  return found;
}

function breach(
  [at, code, keyword]: readonly [at: string, code: string, keyword?: string | undefined],
  calls: number,
  message: string,
): UseBreach {
  return { at, code, ...(keyword === undefined ? {} : { keyword }), message, certain: true, calls };
}
