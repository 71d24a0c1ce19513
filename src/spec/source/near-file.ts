import { readdirSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { nearestName } from '../model/nearest-name.ts';

/**
 * The file with the nearest name in the folder of a missing one, as a question in parentheses; else empty.
 */
export function nearFile(error: unknown): string {
  const path = error instanceof Error && 'path' in error && typeof error.path === 'string' ? error.path : undefined;
  const near = path === undefined ? undefined : nearestName(basename(path), filesIn(dirname(path)));
  return near === undefined ? '' : ` (did you mean ${near}?)`;
}

function filesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    // The folder does not exist either.
    return [];
  }
}
