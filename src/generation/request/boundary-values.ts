import type { Json } from '../../core/index.ts';
import type { Schema } from '../../spec/index.ts';
import { escapeToken, isArray, isNumeric, isObject } from '../../wire/index.ts';
import { endsOf } from '../draw/draw-number.ts';
import type { BreakableRule, Where } from '../model/generator.ts';
import { objectPlanOf } from '../plan/object-plan.ts';
import type { RequestDraft, RequestTools } from './draft-parts.ts';
import { memberRuleOf, placesOf, type Root, rootsOf, type SchemaPlace } from './places.ts';

/** A value exactly at the limit of one keyword; `undefined` leaves out an optional part. */
export interface BoundaryValue extends BreakableRule {
  readonly root: Root;
  readonly value: Json | undefined;
}

/** Longer strings and lists are not sent. */
const LONGEST_TEXT = 20_000;
const LONGEST_LIST = 100;
const MOST_MEMBERS = 20;

export function edgesOf(
  made: RequestTools,
  draft: RequestDraft,
  where: Where,
  places: readonly SchemaPlace[] = placesOf(made, draft).places,
): readonly BoundaryValue[] {
  const optional = rootsOf(made, draft).flatMap(({ root }) =>
    root.pointer === '/body' || root.prove(undefined) !== 'valid'
      ? []
      : [{ pointer: root.pointer, keyword: 'required', root, member: undefined, value: undefined }],
  );
  return [...optional, ...places.flatMap((place) => edgesAt(made, place, where))];
}

function edgesAt(made: RequestTools, place: SchemaPlace, where: Where): readonly BoundaryValue[] {
  const { pointer, root, plan, value, text, member } = place;
  const at = (keyword: string, edge: Json | undefined): BoundaryValue => ({
    pointer,
    keyword,
    root,
    member,
    value: edge,
  });
  const sized = (keyword: string, extra: Schema): readonly BoundaryValue[] => {
    const drawn = made.draw(
      { allOf: [...plan.originals, extra] },
      { ...where, at: `${where.at}${pointer}/${keyword}` },
      { direction: 'request', examples: false },
    );
    return drawn.ok ? [at(keyword, drawn.value)] : [];
  };
  const nullable =
    !text && plan.shape.types.has('null') && value !== null && plan.schemas.some(({ type }) => type !== undefined)
      ? [at('type', null)]
      : [];
  return [...nullable, ...memberEdges(place, at), ...ownEdges(place, at, sized), ...omissions(made, place)];
}

type MakeBoundary = (keyword: string, value: Json | undefined) => BoundaryValue;

function memberEdges({ plan, value }: SchemaPlace, at: MakeBoundary): readonly BoundaryValue[] {
  const members = plan.schemas.find((schema) => schema.enum !== undefined)?.enum ?? [];
  return members
    .filter((member) => member !== null && member !== value)
    .slice(0, MOST_MEMBERS)
    .map((member) => at('enum', member));
}

function ownEdges(
  place: SchemaPlace,
  at: MakeBoundary,
  sized: (keyword: string, extra: Schema) => readonly BoundaryValue[],
): readonly BoundaryValue[] {
  const { plan, value } = place;
  const { shape } = plan;
  if (plan.schemas.some((schema) => schema.enum !== undefined || schema.const !== undefined)) return [];
  if (isNumeric(value)) return numberEdges(place, at);
  if (typeof value === 'string') {
    const free = shape.minLength > 0 || (shape.patterns.length === 0 && shape.formats.length === 0);
    return [
      ...(free ? sized('minLength', { type: 'string', minLength: shape.minLength, maxLength: shape.minLength }) : []),
      ...(shape.maxLength <= LONGEST_TEXT
        ? sized('maxLength', { type: 'string', minLength: shape.maxLength, maxLength: shape.maxLength })
        : []),
    ];
  }
  if (!isArray(value)) return [];
  return [
    ...sized('minItems', { type: 'array', maxItems: shape.minItems }),
    ...(shape.maxItems <= LONGEST_LIST ? sized('maxItems', { type: 'array', minItems: shape.maxItems }) : []),
  ];
}

function numberEdges({ plan }: SchemaPlace, at: MakeBoundary): readonly BoundaryValue[] {
  const ends = endsOf(plan.shape);
  if (ends === undefined) return [];
  const says = (keyword: 'minimum' | 'maximum' | 'exclusiveMinimum' | 'exclusiveMaximum'): boolean =>
    plan.schemas.some((schema) => schema[keyword] !== undefined);
  const [least, greatest] = ends;
  return [
    ...(says('minimum') ? [at('minimum', least)] : says('exclusiveMinimum') ? [at('exclusiveMinimum', least)] : []),
    ...(says('maximum')
      ? [at('maximum', greatest)]
      : says('exclusiveMaximum')
        ? [at('exclusiveMaximum', greatest)]
        : []),
  ];
}

/** Each optional property, left out alone. */
function omissions(made: RequestTools, { plan, pointer, root, value, isKnown }: SchemaPlace): readonly BoundaryValue[] {
  if (!isObject(value) || isKnown) return [];
  const { entries } = objectPlanOf(plan, made.tools);
  const present = entries.filter(({ name, required }) => !required && Object.hasOwn(value, name));
  return present.map(({ name }) => ({
    pointer: `${pointer}/${escapeToken(name)}`,
    keyword: 'required',
    root,
    member: memberRuleOf(plan.schemas, name),
    value: undefined,
  }));
}
