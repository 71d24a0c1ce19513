import type { Doc } from '../document.ts';
import type { ServerKind } from '../fault.ts';
import type { Answer } from '../http.ts';
import { defineServer } from '../server.ts';
import type { Asked, Call, Handlers } from '../service.ts';
import { stationFaults } from './stations.faults.ts';

export const SINCE = Date.UTC(2026, 4, 1);
export const SUNSET = Date.UTC(2027, 2, 31, 23, 59, 59);

export interface Weather {
  readonly stations: ReadonlyMap<string, Doc>;
}

const refuse = (status: number, message: string): Answer => ({ status, body: { error: message } });

function start(): Weather {
  const all = [
    { id: 'bon', name: 'Bonn', height: 60 },
    { id: 'ulm', name: 'Ulm', height: 478 },
    { id: 'kie', name: 'Kiel', height: 5 },
  ];
  return { stations: new Map(all.map((one) => [one.id, one])) };
}

function handlers({ stations }: Weather): Handlers {
  const read = ({ path: { stationId } }: Call): Answer =>
    stations.has(stationId)
      ? { status: 200, body: stations.get(stationId) }
      : refuse(404, `stationId ${stationId} names no station`);
  const readings = [...stations.keys()].flatMap((station, index) =>
    [0, 1, 2, 3].map((hour) => ({ station, degrees: 4.5 + index - hour, at: `2026-11-30T0${hour}:00:00Z` })),
  );
  return {
    listStations: () => ({ status: 200, body: [...stations.values()] }),
    readStation: read,
    readStationV2: read,
    listReadings: ({ query: { limit = 10 } }) => ({ status: 200, body: readings.slice(0, limit) }),
    forecast: () => ({ status: 200, body: { degrees: 7 } }),
  };
}

/** What is deprecated says so in every answer (RFC 9745, RFC 8594), and is gone after its sunset. */
function finish(answer: Answer, asked: Asked, now: number): Answer {
  if (asked.operationId !== 'readStation') return answer;
  const successor = asked.incoming.url.pathname.replace(/^/, '/v2');
  const headers = {
    ...answer.headers,
    Deprecation: `@${SINCE / 1000}`,
    Sunset: new Date(SUNSET).toUTCString(),
    Link: `<https://stations.example/moving-to-v2>; rel="deprecation", <${successor}>; rel="successor-version"`,
  };
  if (now > SUNSET && answer.status < 400) return { ...refuse(410, `read ${successor}`), headers };
  return { ...answer, headers };
}

export const stations: ServerKind = defineServer<Weather>({
  name: 'stations',
  style: 'read only; a deprecated operation with a sunset, a deprecated parameter and property, an experiment',
  invalid: 400,
  refuse,
  start,
  handlers,
  finish,
  faults: stationFaults,
});
