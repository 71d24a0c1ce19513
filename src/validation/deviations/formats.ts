import type { Deviation } from './deviation.ts';

export const formats: Deviation = {
  name: 'formats',
  reason:
    'RFC 3339 §5.6 wants an offset in a `time`, and an IPv4 address has no leading zeros (RFC 2673 §3.2); Prism is content without and with them.',
  adds: ({ keyword, message }) => keyword === 'format' && /of the format `(?:time|ipv4)`/.test(message),
};
