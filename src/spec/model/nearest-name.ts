import { editsBetween } from './edit-distance.ts';

/** A hint for an unknown name: the nearest known one, else all known ones. */
export function suggestion(written: string, known: readonly string[]): string {
  const near = nearestName(written, known);
  if (near !== undefined) return `Did you mean \`${near}\`?`;
  if (known.length === 0) return 'There is none.';
  const more = known.length > MOST_LISTED ? ` and ${known.length - MOST_LISTED} more` : '';
  return `There ${known.length === 1 ? 'is' : 'are'} ${known.slice(0, MOST_LISTED).join(', ')}${more}.`;
}

const MOST_LISTED = 12;

/** The known name with the fewest edits, if they are few. */
export function nearestName(written: string, known: readonly string[]): string | undefined {
  const wanted = written.toLowerCase();
  const measured = known.map((name) => ({
    name,
    edits: editsBetween(wanted.slice(0, LONGEST), name.toLowerCase().slice(0, LONGEST)),
  }));
  const isNear = ({ name, edits }: (typeof measured)[number]): boolean =>
    (wanted.length >= 3 && name.toLowerCase().startsWith(wanted)) ||
    edits <= mostEdits(Math.min(wanted.length, name.length));
  return measured.filter(isNear).sort((a, b) => a.edits - b.edits)[0]?.name;
}

/** Up to four of ten letters may differ. */
function mostEdits(length: number): number {
  return length < 4 ? 1 : Math.max(2, Math.floor(length * 0.4));
}

/** Longer names are not typed by hand, so only their beginnings are compared. */
const LONGEST = 80;
