import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import type { Json } from '../../core/index.ts';
import { parseJson } from '../../wire/index.ts';

/**
 * The document as parsed when the package was built, if the text is the same; loading it takes a tenth of
 * the time of parsing YAML. `undefined` without a build, or for another text.
 */
export function parsedBefore(file: string, text: string): Json | undefined {
  if (!existsSync(file)) return undefined;
  const kept = readFileSync(file, 'utf8');
  const end = kept.indexOf('\n');
  if (kept.slice(0, end) !== createHash('sha256').update(text).digest('hex')) return undefined;
  const parsed = parseJson(kept.slice(end + 1));
  return parsed.ok ? parsed.value : undefined;
}
