import { sampleFile } from '../../wire/index.ts';

const TYPES: ReadonlyMap<string, string> = new Map([
  ['png', 'image/png'],
  ['jpg', 'image/jpeg'],
  ['jpeg', 'image/jpeg'],
  ['gif', 'image/gif'],
  ['svg', 'image/svg+xml'],
  ['webp', 'image/webp'],
]);

/** A picture for each path, by its extension; PNG without one. Pages of any origin may show it. */
export function sampleImage(path: string): Response {
  const mediaType = TYPES.get(/\.(\w+)$/.exec(path)?.[1]?.toLowerCase() ?? '') ?? 'image/png';
  const bytes = sampleFile(mediaType, path);
  return new Response(bytes === undefined ? null : Buffer.from(bytes), {
    headers: {
      'content-type': mediaType,
      'cache-control': 'public, max-age=31536000, immutable',
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
    },
  });
}
