import { escapeToken } from '../../wire/index.ts';
import type { FileSet } from '../model/file-set.ts';
import { resolveUri } from '../model/node-location.ts';
import type { SourceFile } from '../model/source-file.ts';

/** The place of other files in the bundled document. */
const FILES = 'x-files';

/** Keywords whose values are data. */
const VALUES = new Set(['example', 'examples', 'default', 'enum', 'const']);

/**
 * A document with all its files in one: the others are under `x-files`, and references point there. Do not
 * change it.
 */
export function bundleDocument(files: FileSet): unknown {
  const { entry } = files;
  const others = files.files.filter((file) => file !== entry);
  if (others.length === 0) return entry.root;
  const bundled = replaceReferences(entry.root, (reference) => inBundle(files, entry, reference));
  const extra = others.map(
    (file) => [file.name, replaceReferences(file.root, (each) => inBundle(files, file, each))] as const,
  );
  return { ...(bundled as object), [FILES]: Object.fromEntries(extra) };
}

/** A copy in which every reference was replaced. */
function replaceReferences(value: unknown, replace: (reference: string) => string): unknown {
  if (Array.isArray(value)) return value.map((each) => replaceReferences(each, replace));
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => {
      if (name === '$ref' && typeof each === 'string') return [name, replace(each)];
      if (name === 'mapping') return [name, mappingMoved(each, replace)];
      return [name, VALUES.has(name) ? each : replaceReferences(each, replace)];
    }),
  );
}

/** A discriminator's mapping has references and names of components. */
function mappingMoved(mapping: unknown, replace: (reference: string) => string): unknown {
  if (typeof mapping !== 'object' || mapping === null || Array.isArray(mapping))
    return replaceReferences(mapping, replace);
  return Object.fromEntries(
    Object.entries(mapping).map(([name, each]) => [
      name,
      typeof each === 'string' && /[/#.]/.test(each) ? replace(each) : replaceReferences(each, replace),
    ]),
  );
}

/** A reference of one file as it is written in the bundled document. References to other places stay. */
function inBundle(files: FileSet, from: SourceFile, reference: string): string {
  const [uri = '', fragment = ''] = reference.split('#', 2);
  const file = uri === '' ? from : files.at(resolveUri(uri, from.location));
  if (file === undefined || (fragment !== '' && !fragment.startsWith('/'))) return reference;
  const place = file === files.entry ? '' : `/${FILES}/${encodeURI(escapeToken(file.name))}`;
  return `#${place}${fragment}`;
}
