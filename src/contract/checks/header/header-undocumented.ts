import { type Check, defineCheck } from '../../model/check.ts';

export const headerUndocumented: Check = defineCheck({
  id: 'header.undocumented',
  tier: 3,
  severity: 'info',
  about: 'service',
  layer: 'free',
  needs: ['success'],
  question: 'Which header fields does the document not mention?',
  guard: 'Standard fields of HTTP and fields that proxies add are not reported: documents rarely list them.',
  judge({ response, documented, operation }) {
    if (documented === undefined || operation === undefined || response.status > 299) return [];
    const known = new Set(documented.headers.map(({ name }) => name.toLowerCase()));
    const names = [...new Set(response.headers.map(([name]) => name.toLowerCase()))];
    return names
      .filter((name) => !known.has(name) && !COMMON.test(name))
      .map((name) => ({
        pointer: documented.pointer,
        messagePointer: `/header/${name}`,
        subject: name,
        expected: 'a documented field',
        actual: name,
        message: `${operation.id} sends ${name}, which its ${response.status} does not document.`,
      }));
  },
});

/** Standard fields of HTTP and of proxies, which operations do not document. */
const COMMON =
  /^(date|server|connection|keep-alive|transfer-encoding|content-(type|length|encoding|language|location|disposition|security-policy)|vary|etag|last-modified|cache-control|expires|pragma|age|allow|location|link|retry-after|www-authenticate|set-cookie|via|strict-transport-security|access-control-.*|x-(powered-by|request-id|content-type-options|frame-options|xss-protection|correlation-id)|deprecation|sunset|ratelimit.*|x-ratelimit.*|accept(-.*)?|alt-svc|nel|report-to|referrer-policy|permissions-policy|cf-.*|traceparent|tracestate|server-timing|standin-.*)$/i;
