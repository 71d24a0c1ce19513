import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { StandinError } from '../../core/index.ts';

/** The package's default documents and mocks, as absolute paths. */
export interface PackageFacts {
  readonly root: string;
  readonly version: string;
  readonly document: string;
  /** The document as parsed when the package was built, stored under the digest of its text. */
  readonly parsed: string;
  readonly mocks: string;
  readonly contracts: string;
  /** Folder of the built console. */
  readonly console: string;
}

/**
 * A module of this room as a file path, from sources and from the build alike; in the build it is an entry.
 */
export function ownModule(name: string): string {
  const here = fileURLToPath(import.meta.url);
  return here.endsWith('.ts')
    ? join(dirname(here), '..', `${name}.ts`)
    : join(packageFacts().root, 'dist/src/library', `${name}.js`);
}

/**
 * Finds this package's `package.json`, from sources and from the build alike, and reads its
 * `standin.default`.
 */
export function packageFacts(): PackageFacts {
  for (let folder = dirname(fileURLToPath(import.meta.url)); ; folder = dirname(folder)) {
    const file = join(folder, 'package.json');
    if (existsSync(file)) {
      const facts = JSON.parse(readFileSync(file, 'utf8')) as {
        name?: string;
        version: string;
        standin?: { default: Record<'document' | 'parsed' | 'mocks' | 'contracts', string>; console: string };
      };
      if (facts.name === 'standin' && facts.standin !== undefined) {
        const { document, parsed, mocks, contracts } = facts.standin.default;
        return {
          root: folder,
          version: facts.version,
          document: join(folder, document),
          parsed: join(folder, parsed),
          mocks: join(folder, mocks),
          contracts: join(folder, contracts),
          console: join(folder, facts.standin.console),
        };
      }
    }
    if (dirname(folder) === folder) throw new StandinError('internal', 'standin cannot find its own package.json.');
  }
}
