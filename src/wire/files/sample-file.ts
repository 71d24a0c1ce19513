import { gzipSync } from 'node:zlib';
import { parseMediaType } from '../http/media-type.ts';
import { mp3, wav } from './audio.ts';
import { littleEndian } from './bytes.ts';
import { csv } from './csv.ts';
import { gif } from './gif.ts';
import { jpeg } from './jpeg.ts';
import { docx, xlsx } from './office.ts';
import { pdf } from './pdf.ts';
import { png } from './png.ts';
import { svg } from './svg.ts';
import { zip } from './zip.ts';

/** A lossless picture of one pixel; the format has no form that is written without a compressor. */
const WEBP = Buffer.from('UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==', 'base64');

const archive = (name: string): Uint8Array => zip({ 'readme.txt': `${name}\n` });

const MAKERS: Readonly<Record<string, (name: string) => Uint8Array | string>> = {
  'image/png': png,
  'image/jpeg': jpeg,
  'image/jpg': jpeg,
  'image/gif': gif,
  'image/svg+xml': svg,
  'image/webp': () => WEBP,
  'image/x-icon': icon,
  'image/vnd.microsoft.icon': icon,
  'application/pdf': pdf,
  'application/zip': archive,
  'application/x-zip-compressed': archive,
  'application/gzip': (name) => gzipSync(`${name}\n`),
  'application/x-gzip': (name) => gzipSync(`${name}\n`),
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': xlsx,
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': docx,
  'text/csv': csv,
  'audio/wav': wav,
  'audio/x-wav': wav,
  'audio/wave': wav,
  'audio/vnd.wave': wav,
  'audio/mpeg': mp3,
  'audio/mp3': mp3,
};

/** A small file of the media type that programs for it can open, the same for the same name. `undefined` for other media types. */
export function sampleFile(mediaType: string, name: string): Uint8Array | undefined {
  const essence = parseMediaType(mediaType)?.essence ?? '';
  const made = Object.hasOwn(MAKERS, essence) ? MAKERS[essence]?.(name) : undefined;
  return typeof made === 'string' ? Buffer.from(made, 'utf8') : made;
}

/** The PNG picture in the container of an icon. */
function icon(name: string): Uint8Array {
  const picture = png(name);
  const directory = littleEndian([
    [2, 0],
    [2, 1],
    [2, 1],
    [2, 64 + 64 * 256],
    [2, 0],
    [2, 1],
    [2, 8],
    [4, picture.length],
    [4, 22],
  ]);
  return Buffer.concat([directory, picture]);
}
