import type { Limits } from '../model/limits.ts';
import { olderDialect } from '../model/node-location.ts';
import { refuseDocument, type SourceFile } from '../model/source-file.ts';
import { decodeFile } from './decode-text.ts';
import { parseFile, wrapValue } from './parse-file.ts';
import { type ExternalReference, isSchemaOfSchemas, outwardReferences } from './references.ts';

/** Reads the target of a reference to another file. */
export interface ReferenceLoader {
  /** `undefined` if it does not exist; throws `document.refused` if it must not be read. */
  read(target: string, from: ExternalReference): Promise<Uint8Array | undefined>;
  /** The name of a file within the document. */
  nameOf(target: string): string;
}

/** Reads everything that a document may refer to. */
export interface ReferenceReader extends ReferenceLoader {
  /** The name of a file in messages. */
  shown(name: string): string;
  /** A published meta-schema. */
  metaSchema(uri: string): Promise<unknown>;
}

/** The entry with every file that it refers to, directly or indirectly, each read once. */
export async function gatherFiles(
  entry: SourceFile,
  entrySize: number,
  reach: ReferenceReader,
  limits: Limits,
): Promise<readonly [SourceFile, ...SourceFile[]]> {
  const files: [SourceFile, ...SourceFile[]] = [entry];
  const seenTargets = new Set([entry.location]);
  const dialect = olderDialect(entry.root);
  let total = entrySize;
  for (const file of files) {
    // Files that are found join the list that is being processed.
    for (const outward of outwardReferences(file)) {
      if (seenTargets.has(outward.target)) continue;
      seenTargets.add(outward.target);
      if (isSchemaOfSchemas(outward.target)) {
        const published = await reach.metaSchema(outward.target);
        // Without it everything counts as a schema, and the reference is reported as not followed.
        if (published !== undefined) files.push(wrapValue(outward.target, outward.target, published));
        continue;
      }
      const bytes = await reach.read(outward.target, outward);
      if (bytes === undefined) continue;
      const name = reach.nameOf(outward.target);
      total += bytes.byteLength;
      const shown = reach.shown(name);
      checkSizes(shown, { size: bytes.byteLength, total, count: files.length + 1 }, limits);
      const file = parseFile(
        { name, location: outward.target, text: decodeFile(shown, bytes) },
        limits,
        undefined,
        shown,
      );
      files.push(dialect === undefined ? file : { ...file, dialect });
    }
  }
  return files;
}

/** Bytes of a file and of all files so far, and the number of files. */
interface Sizes {
  readonly size: number;
  readonly total: number;
  readonly count: number;
}

/** Refuses a file that is too large by itself or with all others. */
export function checkSizes(name: string, { size, total, count }: Sizes, limits: Limits): void {
  if (size > limits.fileBytes) refuseDocument(name, `limit fileBytes: larger than ${limits.fileBytes} bytes`);
  if (total > limits.totalBytes)
    refuseDocument(name, `limit totalBytes: all files are larger than ${limits.totalBytes} bytes`);
  if (count > limits.files) refuseDocument(name, `limit files: more than ${limits.files} files`);
}
