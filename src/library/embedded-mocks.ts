import { existsSync, readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { MockChoices } from './config/options.ts';
import { packageFacts } from './package/package.ts';

/** The embedded document is recognised by its content, so a copy of it counts too. */
export function isEmbedded(document: MockChoices['document'], cwd: string): boolean {
  if (document === undefined) return true;
  if (typeof document !== 'string' || /^[a-z][a-z0-9+.-]+:\/\//i.test(document)) return false;
  const path = resolve(cwd, document);
  const own = packageFacts().document;
  // Most documents have another size, so their text need not be compared.
  return (
    existsSync(path) &&
    statSync(path).isFile() &&
    statSync(path).size === statSync(own).size &&
    readFileSync(path).equals(readFileSync(own))
  );
}

/**
 * The embedded mocks, for a copy of the embedded document without mocks of its own. A watched copy gets none,
 * because it may be edited.
 */
export function mocksOfCopy(choices: MockChoices & { readonly watch?: boolean }): Pick<MockChoices, 'mocks'> {
  const { document, mocks, watch, cwd } = choices;
  const copied = document !== undefined && mocks === undefined && watch !== true && isEmbedded(document, cwd ?? '.');
  return copied ? { mocks: packageFacts().mocks } : {};
}
