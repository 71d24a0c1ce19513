import { marksOf, type PathMark, pathTemplateOf } from '../../spec/index.ts';

/** A path template, split once for all requests of its operation. */
export interface PathCut {
  /** The literal parts before, between and after the parameters. */
  readonly texts: readonly string[];
  /** The parameters in order; one that occurs twice is listed twice. */
  readonly names: readonly string[];
  /** Parameters that are a whole segment. */
  readonly whole: ReadonlySet<string>;
  /** Fixed query values in the key of the path. */
  readonly marks: readonly PathMark[];
}

/** Splits the key of a path; results are reused. */
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
  // Every second part is a captured name.
  const pieces = template.split(/\{([^{}]+)\}/);
  const names = pieces.filter((_, index) => index % 2 === 1);
  const segments = template.split('/');
  return {
    texts: pieces.filter((_, index) => index % 2 === 0),
    names,
    whole: new Set(names.filter((name) => segments.includes(`{${name}}`))),
    marks: marksOf(path),
  };
}
