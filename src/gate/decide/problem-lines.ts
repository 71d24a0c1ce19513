import { parseData } from '../../spec/index.ts';
import type { GateDecision, GateProblem } from '../model/decision.ts';

/** Characters of a file whose lines are looked up. A larger recording is named without a line. */
const MOST_CHARACTERS = 8 * 1024 * 1024;

/**
 * Adds the line in its file to each problem that has none. `read` returns the text of a file, or
 * `undefined` where it cannot be read.
 */
export async function withProblemLines(
  decision: GateDecision,
  read: (file: string) => Promise<string | undefined>,
): Promise<GateDecision> {
  const open = decision.because
    .flatMap(({ problems = [] }) => problems)
    .filter(({ input }) => input.line === undefined);
  const files = new Map<string, LineOf>();
  for (const file of new Set(open.map(({ input }) => input.file))) files.set(file, lineReader(file, await read(file)));
  if (files.size === 0) return decision;
  const located = (problem: GateProblem): GateProblem => {
    const { input } = problem;
    const line = input.line ?? files.get(input.file)?.(input.pointer);
    return line === undefined ? problem : { ...problem, input: { ...input, line } };
  };
  const because = decision.because.map((reason) =>
    reason.problems === undefined ? reason : { ...reason, problems: reason.problems.map(located) },
  );
  return { ...decision, because };
}

type LineOf = (pointer: string) => number | undefined;

function lineReader(file: string, text: string | undefined): LineOf {
  if (text === undefined || text.length > MOST_CHARACTERS) return () => undefined;
  try {
    const { positionOf } = parseData(file, text);
    return (pointer) => positionOf(pointer)?.line;
  } catch {
    // The reader of recordings accepts more than the reader of documents, such as a key twice.
    return () => undefined;
  }
}
