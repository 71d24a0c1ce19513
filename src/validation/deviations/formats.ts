import type { Deviation } from './deviation.ts';

export const formats: Deviation = {
  name: 'formats',
  reason:
    'RFC 3339 §5.6 wants an offset in a `time`, an IPv4 address has no leading zeros, and the registry of OpenAPI has integer formats that Prism does not know.',
  adds: ({ keyword, message }) => keyword === 'format' && /of the format `(?:time|ipv4|u?int\d+)`/.test(message),
};
