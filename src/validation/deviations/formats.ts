import type { Deviation } from './deviation.ts';

export const formats: Deviation = {
  name: 'formats',
  reason:
    'RFC 3339 §5.6 wants an offset in a `time`, and an IPv4 address has no leading zeros (RFC 2673 §3.2); Prism is content without and with them. A `url` may name a host of any network, `localhost` too; Prism wants a public one. The labels of a `hostname` and an `idn-hostname` follow RFC 1123 and RFC 5892, and an `email` may be quoted or at an address (RFC 5321 §4.1.2); Prism looks at neither.',
  adds: ({ keyword, message }) =>
    keyword === 'format' && /of the format `(?:time|ipv4|url|hostname|idn-hostname)`/.test(message),
  withdraws: ({ keyword, message }) => keyword === 'format' && /"(?:url|email)"/.test(message),
};
