import type { HttpRequest, Json } from '../../core/index.ts';
import { shellWord, stepOf, variableMark } from '../recording/curl.ts';
import { urlOf } from '../transport/body-bytes.ts';
import type { Redactor } from '../transport/redactor.ts';
import { scalarsOf } from './answered-json.ts';
import type { Capture } from './captures.ts';
import type { FaultTest, JsonType } from './fault-test.ts';
import { readingText } from './readings.ts';

/** One step of a script: a request with marks for variables, and the values that are read from its answer. */
export interface ScriptStep {
  readonly title: string;
  /** Requests like this one that came before it and are left out. */
  readonly leftOut: number;
  readonly request: HttpRequest;
  readonly captures: readonly Capture[];
  /** The status of the answer, for a step that others depend on. */
  readonly status?: number;
}

export interface ScriptContent {
  /** One line each: what is wrong, what was expected, and what came. */
  readonly about: readonly string[];
  readonly base: string;
  readonly steps: readonly ScriptStep[];
  /** Requests that remove what the steps created. */
  readonly removals: readonly HttpRequest[];
  readonly test: FaultTest | undefined;
  readonly variables: ReadonlySet<string>;
  readonly redactor: Redactor;
}

/**
 * A script for a POSIX shell that sends the steps of a finding, tests whether the fault shows, and removes
 * what it created.
 */
export function shellScript(content: ScriptContent): string {
  const { about, base, steps, removals, test } = content;
  const body = [
    ...steps.flatMap((step, at) => stepLines(content, step, at)),
    // `curl -I` writes the header to the body file as well.
    steps.at(-1)?.request.method === 'HEAD' ? 'cat "$tmp/head"' : 'cat "$tmp/head" "$tmp/body"; echo',
    ...(test === undefined ? ["echo 'Compare this answer with what is expected.'"] : testLines(content, test)),
    ...(removals.length === 0 ? [] : ['', '# Remove what was created.']),
    ...removals.map((request) => removalLine(content, request)),
    test === undefined ? `exit ${UNDECIDED}` : 'exit "$shows"',
  ].join('\n');
  const exit =
    test === undefined
      ? `Exit status: always ${UNDECIDED}. Compare the last answer with what is expected.`
      : 'Exit status: 1 if the fault shows, 0 if it does not.';
  return [
    ...[...about, exit].map(comment),
    'set -eu',
    `BASE="\${BASE:-${base.replace(/["$`\\]/g, '\\$&')}}"`,
    `tmp=$(mktemp -d); trap 'rm -rf "$tmp"' EXIT`,
    ...FUNCTIONS.filter(([name]) => isUsed(name, body)).map(([, text]) => text),
    ...(/\$\{?run\b/.test(body) ? ['run=$(printf %012d "$(date +%s)")'] : []),
    ...(body.includes('$origin') ? [`origin=$(printf %s "$BASE" | sed 's|^\\([a-z]*://[^/]*\\).*|\\1|')`] : []),
    body,
  ].join('\n');
}

/** Variable of twelve digits that differ from run to run. */
export const RUN = 'run';

/** Exit status of a script that cannot decide whether the fault shows. */
const UNDECIDED = 2;

/** `expect_status` uses `status`. */
function isUsed(name: string, body: string): boolean {
  if (name === 'status' && isUsed('expect_status', body)) return true;
  return new RegExp(`(^|\\$\\(|&& )${name}[ )]`, 'm').test(body);
}

/** A comment on one line: a line break in a message must not begin a command. */
function comment(text: string): string {
  return `# ${text.replace(/[\p{Control}\u2028\u2029]+/gu, ' ').trim()}`;
}

/** Functions that scripts use. Only `json` and `encode` need Node; the others use standard tools. */
const FUNCTIONS: readonly (readonly [name: string, text: string])[] = [
  [
    'curl',
    `curl() {\n  command curl -sS -g --path-as-is -D "$tmp/head" -o "$tmp/body" \\\n    -w '%{http_code} %{url_effective}\\n' "$@"\n}`,
  ],
  ['status', `status() { sed -n 's/^HTTP[^ ]* \\([0-9]*\\).*/\\1/p' "$tmp/head" | tail -n 1; }`],
  [
    'expect_status',
    `as_before=yes\nexpect_status() {\n  [ "$(status)" = "$1" ] || {\n    as_before=no; echo "(in the check, it was $1)"; cat "$tmp/body"; echo\n    case $(status) in 409|422) echo 'A value may have to be a new one: change it in this script.' ;; esac\n  }\n}`,
  ],
  ['header', `header() { grep -i "^$1:" "$tmp/head" | tail -n 1 | sed 's/^[^:]*: *//' | tr -d '\\r'; }`],
  [
    'property',
    `property() {\n  grep -o "\\"$1\\" *: *\\"\\{0,1\\}[^\\",}]*" "$tmp/body" | sed -n '1s/^[^:]*: *"\\{0,1\\}//p'\n}`,
  ],
  [
    'json',
    [
      'json() {',
      `  { echo "$1"; cat "$tmp/body"; } | node -p '`,
      '    const [at, ...lines] = require("fs").readFileSync(0, "utf8").split("\\n")',
      '    const names = at.split("/").slice(1)',
      '      .map((name) => name.replaceAll("~1", "/").replaceAll("~0", "~"))',
      '    const value = JSON.parse(lines.join("\\n"))',
      "    JSON.stringify(names.reduce((v, name) => v?.[name], value))'",
      '}',
    ].join('\n'),
  ],
  ['encode', `encode() {\n  printf %s "$1" | node -p 'encodeURIComponent(require("fs").readFileSync(0, "utf8"))'\n}`],
];

function stepLines(
  content: ScriptContent,
  { title, leftOut, request, status, captures }: ScriptStep,
  at: number,
): readonly string[] {
  return [
    '',
    comment(`${at + 1}. ${title}${leftOut === 0 ? '' : `, after ${leftOut} more like it`}`),
    commandOf(content, request),
    ...(status === undefined ? [] : [`expect_status ${status}`]),
    // Where the fault does not show, the last answer may be a refusal, and the script goes on.
    ...captures.flatMap(({ variable, reading }) =>
      at === content.steps.length - 1
        ? [`${variable}=$(${readingText(reading)}) || :`]
        : [`${variable}=$(${readingText(reading)})`, `: "\${${variable}:?is not in the answer}"`],
    ),
  ];
}

/** A removal. What the last step may have created is removed only if its answer has named it. */
function removalLine(content: ScriptContent, request: HttpRequest): string {
  const command = `${commandOf(content, request)} || :`;
  const [last] = (content.steps.at(-1)?.captures ?? []).filter(({ variable }) =>
    new RegExp(`\\$\\{?${variable}\\b`).test(command),
  );
  return last === undefined ? command : `[ -z "$${last.variable}" ] || ${command}`;
}

function commandOf({ redactor, variables }: ScriptContent, request: HttpRequest): string {
  // The path of a `Location` follows the origin, not the base URL.
  const base = /^\u{e000}place/u.test(request.path) ? ORIGIN : variableMark('BASE');
  return stepOf(request, urlOf(base, request), redactor, variables);
}

/** The base URL without its path. */
const ORIGIN = variableMark('origin');

function testLines(content: ScriptContent, test: FaultTest): readonly string[] {
  const isAsBefore = content.steps.length > 1 ? ['[ "$as_before" = yes ]'] : [];
  return [
    `if ${[...isAsBefore, `[ "$(status)" = ${test.status} ]`, ...conditionsOf(content, test)].join(' && ')}`,
    "then shows=1; echo 'The fault shows.'",
    "else shows=0; echo 'The fault does not show.'; fi",
  ];
}

function conditionsOf(content: ScriptContent, test: FaultTest): readonly string[] {
  switch (test.of) {
    case 'status':
      return [];
    case 'no-header':
      return [`[ -z "$(header ${test.name})" ]`];
    case 'no-member': {
      const above = test.pointer.replace(/\/[^/]*$/, '');
      const isThere = above === '' ? [] : [`[ "$(json ${shellWord(above)})" != undefined ]`];
      return [...isThere, `[ "$(json ${shellWord(test.pointer)})" = undefined ]`];
    }
    case 'member':
      return [`[ "$(json ${shellWord(test.pointer)})" != undefined ]`];
    case 'value':
      return [`[ "$(json ${shellWord(test.pointer)})" = ${jsonText(content, test.value)} ]`];
    default:
      return [`json ${shellWord(test.pointer)} | grep -q ${shellWord(TYPES[test.type])}`];
  }
}

/**
 * A value in the notation of the function `json`. A value that a step reads becomes its variable, unless a
 * request contains it anyway.
 */
function jsonText({ steps }: ScriptContent, value: Json): string {
  const isInRequest = steps.some(
    ({ request: { body } }) => body.kind === 'parsed' && scalarsOf(body.value).some(([, each]) => each === value),
  );
  const known = isInRequest
    ? undefined
    : steps
        .slice(0, -1)
        .flatMap(({ captures }) => captures)
        .find((each) => String(each.value) === String(value));
  if (known === undefined) return shellWord(JSON.stringify(value));
  return typeof value === 'string' ? `"\\"$${known.variable}\\""` : `"$${known.variable}"`;
}

/** The first characters of the JSON text of each type. */
const TYPES: Readonly<Record<JsonType, string>> = {
  null: '^null',
  array: '^\\[',
  object: '^{',
  string: '^"',
  number: '^[-0-9]',
  boolean: '^[tf]',
};
