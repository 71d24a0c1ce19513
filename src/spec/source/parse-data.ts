import type { Position } from '../model/api.ts';
import { DEFAULT_LIMITS } from '../model/limits.ts';
import { parseFile } from './parse-file.ts';

/** A JSON or YAML file that is not an OpenAPI document: its value, and the position of each part. */
export interface DataFile {
  readonly value: unknown;
  positionOf(pointer: string): Position | undefined;
}

/** Reads a file like a document: with the same limits, refusals and positions. Throws `document.refused`. */
export function parseData(name: string, text: string): DataFile {
  const file = parseFile({ name, location: `data:${name}`, text }, DEFAULT_LIMITS);
  return { value: file.root, positionOf: file.positionOf };
}
