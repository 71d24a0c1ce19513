/**
 * Tokens of the path of a matching rule (`$.items[*].id`, `$['a b'][0]`) after `$`; `undefined` for a
 * malformed path.
 */
export function pactPathTokens(path: string): readonly string[] | undefined {
  if (!path.startsWith('$')) return undefined;
  const tokens: string[] = [];
  const step = /\.([^.[\]]+)|\[\s*(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"|(\*|\d+))\s*\]/y;
  step.lastIndex = 1;
  while (step.lastIndex < path.length) {
    const found = step.exec(path);
    if (found === null) return undefined;
    const [, plain, single, double, index] = found;
    tokens.push(plain ?? (single ?? double)?.replace(/\\(.)/g, '$1') ?? index ?? '');
  }
  return tokens;
}
