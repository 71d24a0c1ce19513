import { existsSync, readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { MockChoices } from './config/options.ts';
import { packageFacts } from './package/package.ts';

/** The embedded document is recognised by its content: its file and a copy of it count, too. */
export function isEmbedded(document: MockChoices['document'], cwd: string): boolean {
  if (document === undefined) return true;
  if (typeof document !== 'string' || /^[a-z][a-z0-9+.-]+:\/\//i.test(document)) return false;
  const path = resolve(cwd, document);
  const own = packageFacts().document;
  // Most documents have another size: their text need not be read for this.
  return (
    existsSync(path) &&
    statSync(path).isFile() &&
    statSync(path).size === statSync(own).size &&
    readFileSync(path).equals(readFileSync(own))
  );
}

/** What a copy of the embedded document is served with where nothing else is said: a copy that may still change has no part in it. */
export function mocksOfCopy(choices: MockChoices & { readonly watch?: boolean }): Pick<MockChoices, 'mocks'> {
  const { document, mocks, watch, cwd } = choices;
  const copied = document !== undefined && mocks === undefined && watch !== true && isEmbedded(document, cwd ?? '.');
  return copied ? { mocks: packageFacts().mocks } : {};
}
