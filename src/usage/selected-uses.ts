import type { ClientUse } from '../traffic/index.ts';

/** Which recorded uses count. */
export interface UseSelection {
  /** Only uses that were seen at this instant or later, in milliseconds since the Unix epoch. Uses without dates always count. */
  readonly since?: number;
  /** Clients that are left out; `*` stands for any characters. */
  readonly ignoreClients?: readonly string[];
}

/** The uses that count. */
export function selectedUses(
  uses: readonly ClientUse[],
  { since, ignoreClients = [] }: UseSelection,
): readonly ClientUse[] {
  return uses.filter(
    ({ client, lastSeen }) =>
      (since === undefined || lastSeen === undefined || lastSeen >= since) &&
      !ignoreClients.some((pattern) => isLike(client, pattern)),
  );
}

/** Linear in the length of the name: finds the parts between the asterisks one after another. */
function isLike(name: string, pattern: string): boolean {
  const [first = '', ...pieces] = pattern.split('*');
  const last = pieces.pop();
  if (last === undefined) return name === pattern;
  if (!name.startsWith(first)) return false;
  let at = first.length;
  for (const part of pieces) {
    const found = name.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return name.length - last.length >= at && name.endsWith(last);
}
