import { StandinError } from '../core/index.ts';
import type { Api, Diagnostic } from './api.ts';

const SHOWN = 20;

/** Throws `document.refused` if anything in the whole document is an error, or with the errors that the caller found. */
export function refuseErrors(
  api: Api,
  errors: readonly Diagnostic[] = api.diagnose().filter((each) => each.severity === 'error'),
): void {
  if (errors.length === 0) return;
  const lines = errors.slice(0, SHOWN).map(({ code, message, pointer, position }) => {
    const where = position === undefined ? pointer : `${position.file}:${position.line}:${position.column}`;
    return `${where}: ${code}: ${message}`;
  });
  const more = errors.length > SHOWN ? [`… and ${errors.length - SHOWN} more`] : [];
  throw new StandinError(
    'document.refused',
    [`${api.source} has ${errors.length} errors:`, ...lines, ...more].join('\n'),
    {
      hint: 'Without strict reading the rest of the document is served.',
    },
  );
}
