import type { Deviation } from './deviation.ts';

export const mediaTypes: Deviation = {
  name: 'media-types',
  reason:
    'Prism takes `application/vnd.api+json` for `application/json`, a body without a media type for any, ignores charsets, and does not look at all without `content-length` (RFC 9110 §15.5.16).',
  adds: ({ code }) => code === 'media-type.unsupported' || code === 'response.media-type',
};
