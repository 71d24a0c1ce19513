import { parseJson } from '../../wire/index.ts';
import type { Limits } from '../model/limits.ts';
import { refuseAt } from '../model/source-file.ts';
import { refuseEscapedSurrogates } from './decode-text.ts';

/** Reads a JSON document: digits exact, duplicate names refused, every refusal with its line and column. */
export function readJson(name: string, text: string, limits: Limits): unknown {
  const result = parseJson(text, { maxDepth: limits.depth });
  if (!result.ok) refuseAt(name, text, result.offset, result.reason);
  refuseEscapedSurrogates(name, text);
  return result.value;
}
