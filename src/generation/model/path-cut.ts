import { marksOf, type PathMark, pathTemplateOf } from '../../spec/index.ts';

/** A path template, taken apart once: every request of its operation is put together from it. */
export interface PathCut {
  /** What stands before, between and behind the parameters. */
  readonly texts: readonly string[];
  /** The parameters in order; one that stands twice comes twice. */
  readonly names: readonly string[];
  /** Parameters that are a whole segment, as nearly all are. */
  readonly whole: ReadonlySet<string>;
  /** What the key of the path tells behind the path. */
  readonly marks: readonly PathMark[];
}

/** Cuts the key of a path; the same key gives the same cut. */
export function createPathCuts(): (path: string) => PathCut {
  const known = new Map<string, PathCut>();
  return (path) => {
    const cut = known.get(path) ?? cutOf(path);
    known.set(path, cut);
    return cut;
  };
}

function cutOf(path: string): PathCut {
  const template = pathTemplateOf(path);
  // Every other part is what the parentheses have caught.
  const parts = template.split(/\{([^{}]+)\}/);
  const names = parts.filter((_, index) => index % 2 === 1);
  const segments = template.split('/');
  return {
    texts: parts.filter((_, index) => index % 2 === 0),
    names,
    whole: new Set(names.filter((name) => segments.includes(`{${name}}`))),
    marks: marksOf(path),
  };
}
