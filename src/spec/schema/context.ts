import type { Dialect, Lifecycle, ShownParts } from '../model/api.ts';
import type { Diagnostics } from '../model/diagnostics.ts';
import type { FileSet } from '../model/file-set.ts';
import { invalidDate, lifecycleOf } from '../model/lifecycle.ts';
import { childOf, type NodeLocation, rootOf } from '../model/node-location.ts';
import { isRaw } from '../model/raw.ts';
import { arrivesNowhere, leadsBack } from '../source/refused-reference.ts';
import type { Converter } from './convert.ts';
import type { Resolver } from './resolve.ts';

/** What every reader of a part of the document needs. */
export interface Context {
  readonly dialect: Dialect;
  readonly root: NodeLocation;
  readonly files: FileSet;
  readonly resolver: Resolver;
  readonly converter: Converter;
  readonly diagnostics: Diagnostics;
  /** What answers without a schema take from their examples. */
  readonly shown: ShownParts | undefined;
  error(place: NodeLocation, code: string, message: string): void;
  warn(place: NodeLocation, code: string, message: string): void;
  nameOf(place: NodeLocation): string;
  /** The object at a place, through Reference Objects; `undefined` (and a diagnostic) if there is none. */
  object(place: NodeLocation): NodeLocation | undefined;
  lifecycle(place: NodeLocation): Lifecycle;
  /** The result of a named reader for an object: read once, regardless of the number of references. */
  read<T>(reader: string, place: NodeLocation, read: () => T): T;
}

export function createContext(
  tools: Pick<Context, 'dialect' | 'files' | 'resolver' | 'converter' | 'diagnostics' | 'shown'>,
): Context {
  const { files, resolver, diagnostics } = tools;
  const made = new Map<string, unknown>();
  const error = (place: NodeLocation, code: string, message: string): void =>
    diagnostics.add(code, 'error', files.nameOf(place), message);
  const warn = (place: NodeLocation, code: string, message: string): void =>
    diagnostics.add(code, 'warning', files.nameOf(place), message);
  return {
    ...tools,
    root: rootOf(files.entry),
    error,
    warn,
    nameOf: (place) => files.nameOf(place),
    object: (place) => {
      const followed = resolver.follow(place);
      if (followed.kind === 'missing')
        error(childOf(followed.at, '$ref'), 'unresolvable-reference', arrivesNowhere(files, followed.reference));
      else if (followed.kind === 'loop')
        error(childOf(place, '$ref'), 'reference-loop', leadsBack(followed.references));
      else if (!isRaw(followed.place.node))
        error(followed.place, 'invalid-object', 'must be an object; it is left out');
      else return followed.place;
      return undefined;
    },
    lifecycle: (place) =>
      lifecycleOf(place.node, (key, value) => error(childOf(place, key), ...invalidDate(key, value))),
    read: <T>(reader: string, place: NodeLocation, read: () => T): T => {
      const key = `${reader} ${files.nameOf(place)}`;
      // It was made by the same reader.
      const value = (made.get(key) as T | undefined) ?? read();
      made.set(key, value);
      return value;
    },
  };
}
