/** The known name with the fewest edits from what was written. */
export function nearestName(written: string, known: readonly string[]): string | undefined {
  const measured = known.map((name) => ({ name, edits: editsBetween(written.toLowerCase(), name.toLowerCase()) }));
  return measured.sort((a, b) => a.edits - b.edits)[0]?.name;
}

/** Longer names are not typed by hand: their ends are not compared. */
const LONGEST = 80;

function editsBetween(first: string, second: string): number {
  const a = first.slice(0, LONGEST);
  const b = second.slice(0, LONGEST);
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const replaced = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min((next[j - 1] ?? 0) + 1, (row[j] ?? 0) + 1, replaced));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
