import { type Ask, type Fault, inAnswer, withHeaders } from '../fault.ts';
import type { Weather } from './stations.ts';

const OLD: Ask = ['GET', '/stations/bon'];
const saying = (
  finds: readonly string[],
  headers: Readonly<Record<string, string | undefined>>,
  also: readonly string[] = [],
): Fault<Weather> => ({
  finds,
  also,
  probe: [OLD],
  says: inAnswer('readStation', (answer) => withHeaders(answer, headers)),
});

/** What is deprecated says nothing of it, says it in the wrong words, or goes at the wrong time. */
export const stationFaults: Readonly<Record<string, Fault<Weather>>> = {
  'deprecation-not-said': saying(['deprecated.header-missing'], { Deprecation: undefined }),
  'deprecation-is-true': saying(['deprecated.header-syntax'], { Deprecation: 'true' }),
  'deprecation-as-http-date': saying(['deprecated.header-syntax'], { Deprecation: 'Fri, 01 May 2026 00:00:00 GMT' }),
  'deprecation-as-bare-number': saying(['deprecated.header-syntax'], { Deprecation: '1777593600' }),
  'deprecation-of-another-day': saying(['deprecated.date-inconsistent'], { Deprecation: '@1767225600' }),
  'sunset-not-said': saying(['sunset.header-missing'], { Sunset: undefined }),
  'sunset-as-iso-date': saying(['sunset.header-syntax'], { Sunset: '2027-03-31' }),
  'sunset-on-another-day': saying(['sunset.mismatch'], { Sunset: 'Thu, 30 Sep 2027 23:59:59 GMT' }),
  'sunset-before-deprecation': saying(['sunset.before-deprecation'], { Sunset: 'Wed, 01 Apr 2026 00:00:00 GMT' }, [
    'sunset.mismatch',
  ]),
  'new-way-deprecated-too': {
    finds: ['deprecated.header-undocumented'],
    also: ['header.undocumented'],
    probe: [['GET', '/v2/stations/bon']],
    says: inAnswer('readStationV2', (answer) => withHeaders(answer, { Deprecation: '@1777593600' })),
  },
  'gone-too-early': {
    finds: ['sunset.removed-early'],
    also: ['status.unexpected', 'operation.not-implemented'],
    probe: [OLD, OLD],
    does: (handlers) => {
      const read = new Set<string>();
      return {
        ...handlers,
        readStation(call) {
          const { stationId } = call.path;
          if (read.has(stationId)) return { status: 410, body: { error: 'read the new one' } };
          read.add(stationId);
          return handlers['readStation']?.(call) ?? { status: 404, body: { error: 'no such station' } };
        },
      };
    },
  },
  'served-after-its-sunset': {
    finds: ['sunset.passed-still-served'],
    now: '2027-05-01',
    probe: [OLD],
    says: (answer, { operationId, incoming }) =>
      operationId === 'readStation' && answer.status === 410
        ? { ...answer, status: 200, body: { id: incoming.url.pathname.slice(-3), name: 'an old friend' } }
        : answer,
  },
  'sunset-in-words': {
    finds: ['sunset.spec-invalid'],
    also: ['sunset.mismatch'],
    probe: [],
    publishes: (document) => {
      document.paths['/stations/{stationId}'].get['x-deprecated-sunset'] = 'next spring';
    },
  },
};
