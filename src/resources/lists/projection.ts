import type { Api, Parameter } from '../../spec/index.ts';

const NAME =
  /^(\$?(select|fields?)|(include|only|return|opt|response|output)[-_]?fields|fields\[\w+\]|attributes|properties|projection)$/i;
const SAID = /\b(return(ed|s)?|includ(e|ed|es|ing)|select(s|ed)?|only|show[ns]?|respon[sd]\w*|sparse|limit(s|ed)?)\b/i;
const LISTED = /comma[- ]?(?:separated|delimited)|comma|list of|names? of|\b[a-z_]\w*,[a-z_]\w*\b/i;
/** `*` is the only value: nothing can be selected. */
const ONLY_ALL = /only (?:accepts?|supports?|allows?) ['"`]?\*/i;

/** Whether a query parameter selects the properties that an answer shows, by its name and description. */
export function isProjection(
  { deref }: Pick<Api, 'deref'>,
  { in: place, name, schema, description = '' }: Pick<Parameter, 'in' | 'name' | 'schema' | 'description'>,
): boolean {
  if (place !== 'query' || !NAME.test(name) || !SAID.test(description) || ONLY_ALL.test(description)) return false;
  const rule = schema === undefined ? true : deref(schema);
  if (typeof rule === 'boolean') return false;
  return rule.type === 'array' || (rule.type === 'string' && rule.enum === undefined && LISTED.test(description));
}
