import { isAssertedFormat } from '../../containment/index.ts';
import { conjunctsOf } from '../../spec/index.ts';
import type { Change } from '../model/change.ts';
import type { ComparisonContext, MessageFlow, SchemaPair } from './context.ts';

/** Formats that say how content is written (2.0, 3.0), how it is shown, or in which interval a number lies. */
const OTHER_FORMATS: ReadonlySet<string> = new Set(['binary', 'byte', 'password', 'int32', 'int64']);

/** Formats that no validator asserts: what is asked for now, or no longer kept, cannot be shown by a value. */
export function formatNotes(
  { base, revision }: ComparisonContext,
  [one, other]: SchemaPair,
  flow: MessageFlow,
): readonly Change[] {
  const [before, after] = [formatsOf(base, one), formatsOf(revision, other)];
  const [left, right, asking] = flow === 'sent' ? [before, after, revision] : [after, before, base];
  return right
    .filter((format) => !left.includes(format) && !OTHER_FORMATS.has(format) && !isAssertedFormat(asking, format))
    .map((format) => ({
      check: flow === 'sent' ? 'request.format-unasserted' : 'response.format-unasserted',
      severity: 'warning',
      keyword: 'format',
      subject: format,
      message: `the format changes from ${wordsFor(before)} to ${wordsFor(after)}`,
    }));
}

const formatsOf = ({ api }: ComparisonContext['base'], schema: SchemaPair[0]): readonly string[] =>
  conjunctsOf(api, schema).flatMap(({ format }) => format ?? []);

const wordsFor = (formats: readonly string[]): string => (formats.length === 0 ? 'nothing' : formats.join(' and '));

/** What a text holds: its media type, its encoding, and the schema of what is written in it. */
export function contentNotes(
  context: ComparisonContext,
  [one, other]: SchemaPair,
  flow: MessageFlow,
): readonly Change[] {
  const [before, after] = [conjunctsOf(context.base.api, one), conjunctsOf(context.revision.api, other)];
  const made = (keyword: string, message: string): Change => ({
    check: flow === 'sent' ? 'request.content' : 'response.content',
    severity: 'error',
    proof: 'promise',
    keyword,
    message,
  });
  const stated = (['contentMediaType', 'contentEncoding'] as const).flatMap((keyword): readonly Change[] => {
    const [was, is] = [before, after].map((conjuncts) =>
      conjuncts.map((part) => contentOf(part, keyword)).find(isText),
    );
    return was === is ? [] : [made(keyword, `${keyword} changes from ${was ?? 'nothing'} to ${is ?? 'nothing'}`)];
  });
  const [inside, within] = [before, after].map((conjuncts) =>
    conjuncts.find((part) => part.contentSchema !== undefined),
  );
  const pair = [inside?.contentSchema ?? true, within?.contentSchema ?? true] as const;
  if (inside === undefined && within === undefined) return stated;
  const gaps = flow === 'sent' ? context.sent.gaps(...pair) : context.received.gaps(pair[1], pair[0]);
  const isBroken = gaps.some(({ values }) => values !== undefined);
  return [...stated, ...(isBroken ? [made('contentSchema', 'what the text holds has another schema')] : [])];
}

const isText = (value: unknown): value is string => value !== undefined;

/** `format: byte` of 2.0 and 3.0 is base64. */
function contentOf(
  part: ReturnType<typeof conjunctsOf>[number],
  keyword: 'contentMediaType' | 'contentEncoding',
): string | undefined {
  const own = part[keyword];
  return own === undefined && keyword === 'contentEncoding' && part.format === 'byte' ? 'base64' : own;
}
