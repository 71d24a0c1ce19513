import { type Api, decodeParameters, type Operation } from '../../spec/index.ts';
import type { ClientUse, UsedParts } from '../../traffic/index.ts';
import { formatPointer, isJson } from '../../wire/index.ts';
import { placesIn } from '../schema/value-places.ts';
import { placesRead } from './expected-answer.ts';

/** A part of messages that a client sends or receives. */
export interface UsedPlace {
  /** As in `UseBreach`. */
  readonly at: string;
  readonly calls: number;
  /**
   * `sent`: the client writes it; `read`: it reads it; `delivered`: it received it, and whether it reads it
   * is not known.
   */
  readonly how: 'sent' | 'read' | 'delivered';
}

/** All parts of messages that a use has. */
export function usedPlaces(api: Api, operation: Operation, use: ClientUse): readonly UsedPlace[] {
  const whole: UsedPlace = { at: '/operation', calls: use.calls, how: 'sent' };
  if (use.kind === 'distilled') {
    const placesOf = (parts: UsedParts, prefix: string, how: UsedPlace['how']): readonly UsedPlace[] =>
      Object.entries(parts).map(([place, { calls }]) => ({ at: `${prefix}${place}`, calls, how }));
    return [
      whole,
      ...placesOf(use.parameters, '', 'sent'),
      ...placesOf(use.sent, '/body', 'sent'),
      ...Object.entries(use.responses).flatMap(([status, { calls, delivered, read }]): readonly UsedPlace[] => [
        { at: `/response/${status}`, calls, how: Object.keys(read).length > 0 ? 'read' : 'delivered' },
        ...placesOf(delivered, `/response/${status}/body`, 'delivered'),
        ...placesOf(read, `/response/${status}/body`, 'read'),
      ]),
    ];
  }
  const { request } = use;
  const match = api.match(request);
  const sent = match.kind === 'found' ? parametersSent() : [];
  const body =
    request.body.kind === 'parsed' && isJson(request.body.mediaType) ? [...placesIn(request.body.value).keys()] : [];
  return [
    whole,
    ...sent,
    ...body.map((place): UsedPlace => ({ at: `/body${place}`, calls: 1, how: 'sent' })),
    ...answerPlaces(use),
  ];

  function parametersSent(): readonly UsedPlace[] {
    const decoded = decodeParameters(operation, request, match.kind === 'found' ? match.pathParams : {}, api);
    return operation.parameters.flatMap(({ in: location, name }): readonly UsedPlace[] => {
      const key = location === 'header' ? name.toLowerCase() : name;
      const values = location === 'querystring' ? undefined : decoded[location];
      return values?.[key] === undefined ? [] : [{ at: formatPointer([location, key]), calls: 1, how: 'sent' }];
    });
  }
}

function answerPlaces(use: Exclude<ClientUse, { readonly kind: 'distilled' }>): readonly UsedPlace[] {
  if (use.kind === 'interaction') {
    const { status, headers } = use.expected;
    const at = `/response/${status}`;
    return [
      { at, calls: 1, how: 'read' },
      ...headers.map(([name]): UsedPlace => ({ at: `${at}/header/${name.toLowerCase()}`, calls: 1, how: 'read' })),
      ...placesRead(use.expected).map((place): UsedPlace => ({ at: `${at}/body${place}`, calls: 1, how: 'read' })),
    ];
  }
  if (use.response === undefined) return [];
  const { status, headers, body } = use.response;
  const at = `/response/${status}`;
  const came = body.kind === 'parsed' && isJson(body.mediaType) ? [...placesIn(body.value).keys()] : [];
  return [
    { at, calls: 1, how: 'delivered' },
    ...headers.map(([name]): UsedPlace => ({ at: `${at}/header/${name.toLowerCase()}`, calls: 1, how: 'delivered' })),
    ...came.map((place): UsedPlace => ({ at: `${at}/body${place}`, calls: 1, how: 'delivered' })),
  ];
}
