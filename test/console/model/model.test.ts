import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import type { ShownExchange } from '../../../src/console/model/control-types.ts';
import { copiesOf } from '../../../src/console/model/copies.ts';
import { jsonLines, messagesByLine } from '../../../src/console/model/json-lines.ts';
import { createRunReader, runFromReport } from '../../../src/console/model/report-file.ts';
import { hashOf, parseHash } from '../../../src/console/model/route.ts';
import { resolvedSchema, schemaChildren, schemaLine } from '../../../src/console/model/schema-words.ts';
import { rowsInSight } from '../../../src/console/model/window.ts';

const exchange: ShownExchange = {
  sequence: 1,
  at: 0,
  duration: 1,
  world: 'default',
  operation: 'changePet',
  client: 'test',
  origin: 'resource',
  violations: [],
  request: {
    method: 'PUT',
    path: '/v1/pets/a%20b',
    query: 'x=1',
    headers: [
      ['Host', 'localhost'],
      ['Authorization', 'Bearer [redacted]'],
      ['X-Note', "it's $HOME"],
    ],
    body: { mediaType: 'application/json', value: { name: "O'Hara; `id` $(id)" } },
  },
  response: { status: 409, headers: [], body: { mediaType: 'application/json', value: { code: 'taken' } } },
};
const copied = (name: string): string =>
  copiesOf(exchange, 'http://127.0.0.1:1', '/pets/{petId}').find((each) => each.name === name)?.text ?? '';

describe('violations in a shown value', () => {
  const said = (pointer: string, message: string) => ({ code: 'body.schema', pointer, message });

  it('stand at their line, all of them, and a missing member at the value that should contain it', () => {
    const lines = jsonLines({ tags: ['a'], name: 'x' }, '/body', 100);
    const messages = messagesByLine(lines, '/body', [
      said('/body/name', 'too short'),
      said('/body/name', 'not of the pattern'),
      said('/body/tags/0/deep', 'is required'),
      said('/body/category~1id', 'is required'),
      said('/bodyguard', 'of another place'),
      said('/query/limit', 'of another place'),
    ]);
    expect([...messages]).toEqual([
      ['/body/name', ['too short', 'not of the pattern']],
      ['/body/tags/0', ['is required']],
      ['/body', ['is required']],
    ]);
  });
});

describe('a copied request', () => {
  it('is one command for a shell, which reads nothing of it as a command of its own', () => {
    const shell = `curl() { for each in "$@"; do printf '%s\\n' "$each"; done; }\n${copied('curl')}`;
    const args = execFileSync('sh', ['-c', shell], { encoding: 'utf8', env: { STANDIN_AUTHORIZATION: 'secret' } });
    expect(args.trimEnd().split('\n')).toEqual([
      '-i',
      '-X',
      'PUT',
      'http://127.0.0.1:1/v1/pets/a%20b?x=1',
      '-H',
      'Authorization: secret',
      '-H',
      "X-Note: it's $HOME",
      '--data-raw',
      '{"name":"O\'Hara; `id` $(id)"}',
    ]);
  });

  it('names a variable where a secret was, and imports what it needs', () => {
    expect(copied('fetch')).toMatch(/^import \{ env \} from 'node:process';\n/);
    expect(copied('fetch')).toContain('"Authorization": env.STANDIN_AUTHORIZATION');
    expect(copied('test')).toContain("import { expect, test } from 'standin/vitest';");
  });

  it('is an override with its answer, and a step with its parameters', () => {
    expect(JSON.parse(copied('override'))).toEqual({ operation: 'changePet', status: 409, body: { code: 'taken' } });
    expect(JSON.parse(copied('scenario step'))).toMatchObject({
      operation: 'changePet',
      parameters: { petId: 'a b', x: '1' },
      expect: { status: 409 },
    });
  });
});

describe('the lines of a value', () => {
  it('have the pointer of what stands in them', () => {
    const lines = jsonLines({ 'a/b': [1, { c: null }] }, '/body', 100);
    expect(lines.map(({ depth, pointer, text }) => [depth, pointer, text])).toEqual([
      [0, '/body', '{'],
      [1, '/body/a~1b', '['],
      [2, '/body/a~1b/0', '1,'],
      [2, '/body/a~1b/1', '{'],
      [3, '/body/a~1b/1/c', 'null'],
      [2, '/body/a~1b/1/', '}'],
      [1, '/body/a~1b/', ']'],
      [0, '/body/', '}'],
    ]);
  });

  it('end at a bound, however deep or long the value is', () => {
    let deep: unknown = 1;
    for (let level = 0; level < 100_000; level += 1) deep = [deep];
    expect(jsonLines(deep, '', 400)).toHaveLength(400);
    expect(
      jsonLines(
        Array.from({ length: 100_000 }, () => 1),
        '',
        400,
      ),
    ).toHaveLength(400);
  });
});

describe('an address', () => {
  it('leads back to what it names', () => {
    const hash = hashOf('data', ['a/b', 'x y'], { search: '50 % & more', sort: '' });
    expect(parseHash(hash)).toEqual({ page: 'data', segments: ['a/b', 'x y'], query: { search: '50 % & more' } });
    expect(parseHash('#/nothing/%E0%A4%A')).toMatchObject({ page: 'requests', segments: [] });
  });
});

describe('a schema', () => {
  it('is followed through references, also those that lead to themselves', () => {
    const bundle = {
      $ref: '#/$defs/Node',
      $defs: {
        Node: { type: 'object', required: ['next'], properties: { next: { $ref: '#/$defs/Node' } } },
        Loop: { $ref: '#/$defs/Loop' },
      },
    };
    const { schema, name } = resolvedSchema(bundle, bundle);
    expect(name).toBe('Node');
    expect(schemaChildren(schema)).toEqual([{ name: 'next', schema: { $ref: '#/$defs/Node' }, isRequired: true }]);
    expect(resolvedSchema({ $ref: '#/$defs/Loop' }, bundle).name).toBe('Loop');
    expect(schemaLine({ type: ['string', 'null'], maxLength: 3 })).toBe('string or null · maxLength 3');
  });

  it('are named as the document names them', () => {
    const nameOf = (key: string) => resolvedSchema({ $ref: `#/$defs/${key}` }, {}).name;
    expect(nameOf('~1components~1schemas~1Pet')).toBe('Pet');
    expect(nameOf('~1definitions~1a~01b')).toBe('a/b');
    expect(nameOf('~1paths~1x')).toBe('/paths/x');
    expect(nameOf('Pet')).toBe('Pet');
  });
});

describe('a report', () => {
  it('that is none, or is cut off, is told from a whole one', () => {
    expect(runFromReport('{"a":1}')).toContain('not a report of standin');
    expect(runFromReport('{"a":1}\nnothing\n{}')).toBe('Line 2 is not an event of a run.');
    const run = runFromReport(
      '{"type":"run-started","api":{"title":"Shop"},"target":"http://x"}\n{"type":"case-finished","result":{"verdict":"passed"}}\n{"type":"fin',
    );
    expect(run).toMatchObject({ title: 'Shop', counts: { passed: 1 }, reasons: ['The run has not come to its end.'] });
  });
});

describe('a report that grows', () => {
  it('is read in pieces that end anywhere, and tells how far the run is', () => {
    const reader = createRunReader();
    const text =
      '{"type":"run-started","api":{"title":"Shop"},"target":"http://x","plan":{"cases":2}}\n{"type":"case-finished","result":{"verdict":"passed"}}\n';
    for (const character of text) reader.add(character);
    expect(reader.run()).toMatchObject({ counts: { passed: 1 }, done: 1, planned: 2, isFinished: false });
    reader.add('{"type":"run-finished","summary":{"counts":{"passed":2},"findings":[],"reasons":[]}}');
    expect(reader.run()).toMatchObject({ counts: { passed: 2 }, isFinished: true });
  });
});

describe('the rows in sight', () => {
  it('are few, and stay within the list when it has become shorter', () => {
    expect(rowsInSight(1_000, 36, 3_600, 720)).toEqual({ first: 92, end: 128 });
    const { first, end } = rowsInSight(5, 36, 36_000, 720);
    expect([first, end]).toEqual([0, 5]);
  });
});
