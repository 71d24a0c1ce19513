import type { Deviation } from './deviation.ts';

const OURS = new Set([
  'path.malformed',
  'parameter.malformed',
  'body.malformed',
  'body.too-large',
  'response.body-malformed',
]);

export const decoding: Deviation = {
  name: 'decoding',
  reason:
    'Text is turned into values by wire and spec. Prism throws on bad percent-encoding, hangs or passes on malformed JSON, and knows no limit of size.',
  adds: ({ code, keyword }) => OURS.has(code) || (code === 'response.header-schema' && keyword === undefined),
};
