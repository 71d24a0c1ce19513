import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import { HOSTILE, report, tellStory } from './story.ts';

/** The schema that OASIS publishes for SARIF 2.1.0, as a package carries it; the test waits for the package. */
function published(): string | undefined {
  try {
    return createRequire(import.meta.url).resolve('@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json');
  } catch {
    return undefined;
  }
}

const file = published();

/** It is a schema of draft 4, whose head and one pattern alone differ from what Ajv reads. */
function compiled(): ReturnType<Ajv['compile']> {
  const { $schema: _, id: __, ...schema } = JSON.parse(readFileSync(file ?? '', 'utf8'));
  const ajv = new Ajv({ strict: false, allErrors: true, unicodeRegExp: false });
  addFormats.default(ajv);
  return ajv.compile(schema);
}

describe.skipIf(file === undefined)('the SARIF report keeps the published schema', () => {
  let known: ReturnType<Ajv['compile']> | undefined;
  function errors(log: unknown): readonly unknown[] {
    known ??= compiled();
    return known(log) ? [] : (known.errors ?? []);
  }

  it('refuses what is not SARIF, so that its silence means something', () => {
    expect(errors({ version: '2.1.0', runs: [{ tool: {} }] })).not.toEqual([]);
    expect(errors({ version: '2.1.0', runs: [{ tool: { driver: { name: 'x' } }, results: [{}] }] })).not.toEqual([]);
  });

  it.each([
    ['a plain run', tellStory()],
    ['a hostile one', tellStory(HOSTILE)],
  ])('%s', (_name, { events }) => {
    expect(errors(JSON.parse(report('sarif', events, { version: '1.2.3' })))).toEqual([]);
  });
});
