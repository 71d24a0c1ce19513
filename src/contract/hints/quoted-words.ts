import type { Json } from '../../core/index.ts';

/** Values that stand between quotes in a sentence, each once. */
export function quotedIn(text: string): readonly string[] {
  const all = [...text.matchAll(/`([^`]{1,80})`|"([^"]{1,80})"|“([^”]{1,80})”|(?<![\w])'([^']{1,80})'(?!\w)/g)];
  return [...new Set(all.map((found) => found.slice(1).find((part) => part !== undefined) ?? ''))].filter(
    (each) => each.trim() !== '',
  );
}

/** The words of a list such as `a, b or "c"`, without what ends the sentence. */
export function listedIn(text: string): readonly Json[] {
  const quoted = quotedIn(text);
  if (quoted.length > 0) return quoted;
  const [sentence = ''] = text.split(/[.;](?:\s|$)|\n/);
  const inside = /^[^\w]*[[({]([^\])}]+)[\])}]/.exec(sentence)?.[1] ?? sentence;
  const words = inside.split(/\s*(?:,|\||\/|\bor\b|\band\b)\s*/).map((word) => word.trim());
  const all = words.filter((word) => word !== '');
  return all.length > 0 && all.every((word) => /^[\w.:+-]{1,60}$/.test(word)) ? all.map(asJson) : [];
}

function asJson(word: string): Json {
  return /^-?\d{1,15}$/.test(word) ? Number(word) : word;
}
