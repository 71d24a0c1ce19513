import { type ErrorCode, StandinError } from '../../core/index.ts';
import type { FileSet } from '../model/file-set.ts';
import type { ExternalReference } from './references.ts';

/** Refuses the document for a reference that must not be followed. Says which one and where it stands, never what it points at. */
export function refuseReference(
  { reference, at }: ExternalReference,
  reason: string,
  code: ErrorCode = 'document.refused',
  hint?: string,
): never {
  const position = at.file.positionOf(`${at.pointer}/$ref`);
  const where =
    position === undefined ? `${at.file.name}#${at.pointer}` : `${at.file.name}:${position.line}:${position.column}`;
  throw new StandinError(
    code,
    `${where}: the reference ${withoutSecrets(reference)} is not followed: ${reason}`,
    hint === undefined ? {} : { hint },
  );
}

/** What is said of a reference that arrives nowhere: other hosts may simply not have been asked. */
export function arrivesNowhere({ files }: Pick<FileSet, 'files'>, reference: string): string {
  const location = reference.replace(/#.*$/s, '');
  return /^https?:/i.test(location) && !files.some((each) => each.location === location)
    ? `${withoutSecrets(reference)} is not followed: it leads to another host`
    : `${reference} points at nothing`;
}

/** References that lead back to where they started, in words. Of a long circle the first ones are named. */
export function leadsBack(references: readonly string[]): string {
  const more = references.length > MOST_NAMED ? [`… ${references.length - MOST_NAMED} more`] : [];
  return `${[...references.slice(0, MOST_NAMED), ...more].join(' → ')} never arrives anywhere`;
}

const MOST_NAMED = 8;

/** A URL without user, query and fragment. */
export function withoutSecrets(reference: string): string {
  return reference.replace(/^([a-z][a-z0-9+.-]*:\/\/)[^/@]*@/i, '$1').replace(/\?[^#]*/s, '');
}
