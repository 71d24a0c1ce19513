import type { HeaderFields } from '../core/index.ts';

/** A value that no report may show, and the name that stands for it. */
export interface Secret {
  /** Name of the shell variable that holds it: `STANDIN_BEARER`. */
  readonly name: string;
  readonly value: string;
}

export interface Redactor {
  /** Any text with the secrets taken out, raw, percent-encoded and in Base64. */
  text(text: string): string;
  headers(headers: HeaderFields): HeaderFields;
  /** `$STANDIN_BEARER` in place of the value: for commands that must still work. */
  shell(text: string): { readonly text: string; readonly variables: readonly string[] };
  readonly names: readonly string[];
}

const SENSITIVE =
  /^(authorization|proxy-authorization|cookie|set-cookie|.*(api-?key|token|secret|password|session).*)$/i;
const MASK = '[redacted]';

/** Shorter values would take out half of every text. */
const SHORTEST = 4;

/** Takes secrets out by value wherever they stand, and by name where a header says that it is one. */
export function createRedactor(secrets: readonly Secret[]): Redactor {
  const forms = secrets
    .filter(({ value }) => value.length >= SHORTEST)
    .flatMap((secret) => spellings(secret.value).map((spelling) => ({ name: secret.name, spelling })))
    .sort((a, b) => b.spelling.length - a.spelling.length);
  const replace = (text: string, by: (name: string) => string): string =>
    forms.reduce((rest, { name, spelling }) => rest.split(spelling).join(by(name)), text);
  return {
    names: [...new Set(secrets.map(({ name }) => name))],
    text: (text) => replace(text, () => MASK),
    headers: (headers) =>
      headers.map(
        ([name, value]) => [name, SENSITIVE.test(name) ? maskField(value) : replace(value, () => MASK)] as const,
      ),
    shell: (text) => {
      const variables = new Set<string>();
      const masked = replace(text, (name) => {
        variables.add(name);
        return `\${${name}}`;
      });
      return { text: masked, variables: [...variables] };
    },
  };
}

/** The scheme of a credential says something and gives nothing away. */
function maskField(value: string): string {
  const scheme = /^(Bearer|Basic|Digest|DPoP)\s/i.exec(value)?.[1];
  return scheme === undefined ? MASK : `${scheme} ${MASK}`;
}

function spellings(value: string): readonly string[] {
  const base64 = Buffer.from(value, 'utf8').toString('base64');
  const all = [value, encodeURIComponent(value), base64, base64.replace(/=+$/, ''), JSON.stringify(value).slice(1, -1)];
  return [...new Set(all)].filter((spelling) => spelling.length >= SHORTEST);
}
