import { describe, expect, it } from 'vitest';
import { compareDocuments, createMock } from '../../../src/library/index.ts';
import { DOCUMENT_PAIRS } from '../labels/document-pairs.ts';
import { DOCUMENTED_PAIRS } from '../labels/documented-pairs.ts';
import { documentWith, type LabelledPair, PAIRS } from '../labels/message-pairs.ts';
import { PROTOCOL_PAIRS } from '../labels/protocol-pairs.ts';
import { SCHEMA_PAIRS } from '../labels/schema-pairs.ts';
import { randomPair } from './random-schema.ts';

type Pair = Pick<LabelledPair, 'name' | 'base' | 'revision' | 'policy'>;

const RANDOM = Array.from({ length: 60 }, (_, seed): Pair => {
  const [base, revision] = randomPair(seed).map((body) => documentWith({ body })) as [object, object];
  return { name: `random ${seed}`, base, revision };
});
const ALL: readonly Pair[] = [
  ...PAIRS,
  ...DOCUMENTED_PAIRS,
  ...SCHEMA_PAIRS,
  ...PROTOCOL_PAIRS,
  ...DOCUMENT_PAIRS,
  ...RANDOM,
];

/** The words of a command for a POSIX shell, in which `$BASE` is a service. */
function wordsOf(command: string): readonly string[] {
  return [...command.matchAll(/"((?:\\.|[^"\\])*)"|((?:'[^']*'|\\')+)|(\S+)/gs)].map(([, double, single, plain]) =>
    double !== undefined
      ? double.replace('$BASE', 'http://localhost').replace(/\\(.)/gs, '$1')
      : single !== undefined
        ? single.replace(/'([^']*)'|\\'/g, (_, inner?: string) => inner ?? "'")
        : (plain ?? ''),
  );
}

function requestOf(command: string): Request {
  const words = wordsOf(command).slice(2);
  const after = (flag: string): readonly string[] =>
    words.flatMap((word, at) => (words[at - 1] === flag ? [word] : []));
  const [body] = [...after('-d'), ...after('--data-raw')];
  const headers = after('-H').map((field) => field.split(/: (.*)/s).slice(0, 2) as [string, string]);
  const url = words.find((word) => word.startsWith('http://localhost')) ?? '';
  return new Request(url, { method: after('-X')[0] ?? 'GET', headers, ...(body === undefined ? {} : { body }) });
}

async function statusOf(document: object, command: string): Promise<number> {
  const mock = await createMock({ document });
  const { status } = await mock.fetch(requestOf(command));
  await mock.close();
  return status;
}

/** Requests that the comparison says worked and no longer do. One that is only read otherwise is not refused. */
async function commandsOf({ base, revision, policy = {} }: Pair): Promise<readonly string[]> {
  const { breaking } = await compareDocuments({ base, revision, now: '2026-11-25', policy, anyway: true });
  return breaking.flatMap(({ check, witness }) =>
    witness?.curl === undefined || check.endsWith('wire-form') ? [] : [witness.curl],
  );
}

/** A mock repairs a schema that no value fits, and then takes the request. So it does for a `oneOf` whose alternatives overlap. */
const REPAIRED = ['document: a body that nothing fits'];

describe('the request that shows a change', () => {
  it('is taken by the mock of the base, and refused by the mock of the revision', async () => {
    const wrong: string[] = [];
    let count = 0;
    for (const pair of ALL) {
      if (REPAIRED.includes(pair.name)) continue;
      for (const command of await commandsOf(pair)) {
        const [before, now] = [await statusOf(pair.base, command), await statusOf(pair.revision, command)];
        count++;
        if (before >= 400 || now < 400) wrong.push(`${pair.name}: ${before} ${now} ${command}`);
      }
    }
    expect(wrong).toEqual([]);
    expect(count).toBeGreaterThan(100);
  }, 120_000);
});
