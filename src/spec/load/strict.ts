import { StandinError } from '../../core/index.ts';
import type { Api, Diagnostic } from '../model/api.ts';

const SHOWN = 20;

/** Throws `document.refused` if the document has an error, or with the errors that the caller found. */
export function refuseErrors(
  api: Api,
  errors: readonly Diagnostic[] = api.diagnose().filter((each) => each.severity === 'error'),
): void {
  if (errors.length === 0) return;
  throw new StandinError(
    'document.refused',
    [`${api.source} has ${errors.length === 1 ? 'an error' : `${errors.length} errors`}:`, ...linesOf(errors)].join(
      '\n',
    ),
    {
      hint: 'Without --strict-document the rest of the document is served.',
    },
  );
}

/** Errors with their places, as a refusal lists them. */
export function linesOf(errors: readonly Diagnostic[]): readonly string[] {
  const lines = errors.slice(0, SHOWN).map(({ code, message, pointer, position }) => {
    const where = position === undefined ? pointer : `${position.file}:${position.line}:${position.column}`;
    return `${where}: ${code}: ${message}`;
  });
  return errors.length > SHOWN ? [...lines, `… and ${errors.length - SHOWN} more`] : lines;
}
