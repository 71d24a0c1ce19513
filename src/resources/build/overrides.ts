import type { Operation } from '../../spec/index.ts';
import { listIn } from '../evidence/evidence.ts';
import { findEntity } from '../lists/envelope.ts';
import { readListing } from '../lists/list-parameters.ts';
import type { Correction, Resource, Role } from '../model/model.ts';
import { clusterKey } from '../model/words.ts';
import { isWriting } from '../model/write-roles.ts';
import { answerSchemas, requestSchema } from '../schema/bodies.ts';
import { isClose, type Shapes } from '../schema/shape.ts';
import type { ResourcePlace } from './place.ts';

/** What the user says of an operation. */
interface OperationCorrection {
  readonly correction: Correction;
  readonly resource: Resource | undefined;
  readonly placeOf: (resource: Resource) => ResourcePlace;
}

/** The role that the user gave, with the details that an inferred role would have. */
export function overriddenRole(
  shapes: Shapes,
  operation: Operation,
  found: Role,
  { correction, resource, placeOf }: OperationCorrection,
): Role {
  const kind = correction.role ?? found.kind;
  const why = [...correctionReasons(correction), ...found.why];
  if (kind === 'action' || kind === 'none') return { kind, why, ...(resource === undefined ? {} : { resource }) };
  if (resource === undefined) return { ...found, kind: 'action', why: [...why, 'but no such resource was inferred'] };
  if (kind === found.kind && resource === found.resource) return { ...found, why };
  const shape = shapes.of(resource.schema);
  const word = clusterKey(resource.name.split('.').at(-1) ?? '');
  const list =
    kind === 'list'
      ? (listIn(shapes, operation, word, (items) => isClose(items, shape))?.found ?? {
          items: '',
          itemSchema: resource.schema,
          envelope: {},
        })
      : undefined;
  const request = requestSchema(operation);
  const sends = isWriting(kind);
  const answer =
    kind === 'list'
      ? undefined
      : answerSchemas(operation).flatMap((schema) => findEntity(shapes, schema, word, shape) ?? [])[0];
  return {
    kind,
    resource,
    why,
    ...(list === undefined ? {} : { list: readListing(shapes, operation, list, shape) }),
    ...(sends && request !== undefined
      ? { requestEntity: findEntity(shapes, request, word, shape)?.pointer ?? '' }
      : {}),
    ...(answer === undefined ? {} : { responseEntity: answer.pointer }),
    ...placeOf(resource),
  };
}

function correctionReasons(correction: Correction): readonly string[] {
  const correctedFacts = [
    correction.role && `role ${correction.role}`,
    correction.resource && `resource ${correction.resource}`,
  ].filter((part) => part !== undefined);
  return correctedFacts.length === 0 ? [] : [`told: ${correctedFacts.join(', ')}`];
}
