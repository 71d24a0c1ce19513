import { fieldValue, isLoopback } from '../../../wire/index.ts';
import { type Check, defineCheck } from '../../model/check.ts';

export const headerLocationForeign: Check = defineCheck({
  id: 'header.location-foreign',
  tier: 1,
  severity: 'error',
  about: 'service',
  layer: 'free',
  needs: ['success'],
  question: 'Is the Location of a 201 on the target, or on a server of the document?',
  guard:
    'Only absolute locations. The hosts of the target and of the documented servers are correct, with any port; all names of the local machine count as one host.',
  judge({ response, operation, url, api }) {
    const location = response.status === 201 ? fieldValue(response.headers, 'location') : undefined;
    if (location === undefined || !URL.canParse(location)) return [];
    const { hostname, protocol } = new URL(location);
    const known = [url, ...api.origins].flatMap((each) => (URL.canParse(each) ? [new URL(each).hostname] : []));
    if (!/^https?:$/.test(protocol) || known.some((host) => isSameHost(host, hostname))) return [];
    return [
      {
        messagePointer: '/header/location',
        expected: `a location on ${[...new Set(known)].join(' or ')}`,
        actual: location,
        message: `${operation?.id ?? 'The operation'} answers 201 with a Location on ${hostname}, which is neither the target nor a server of the document.`,
      },
    ];
  },
});

function isSameHost(one: string, other: string): boolean {
  return one === other || (isLoopback(one) && isLoopback(other));
}
