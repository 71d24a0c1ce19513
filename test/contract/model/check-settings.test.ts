import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CHECKS, checkRules, planContract } from '../../../src/contract/index.ts';
import { StandinError } from '../../../src/core/index.ts';
import type { CheckSettings } from '../../../src/findings/index.ts';
import { tell } from '../harness.ts';
import { thingServer, things } from '../servers/things.ts';

/** Writes the id of each thing that it has as a text. */
function careless(): ReturnType<typeof thingServer> {
  const server = thingServer((request) => {
    const [, id] = /\/things\/(\d+)$/.exec(request.url) ?? [];
    const thing = request.method === 'GET' ? server.things.get(Number(id)) : undefined;
    return thing === undefined ? undefined : Response.json({ ...thing, id: String(thing.id) });
  });
  return server;
}

async function weights(checks: CheckSettings, strict = false): Promise<readonly string[]> {
  const { summary } = await tell({ ...things(), target: careless().fetch, phases: ['stateful'], checks, strict });
  return [...new Set(summary.findings.map(({ check, severity, tier }) => `${check} ${severity} ${tier}`))].sort();
}

async function exitOf(checks: CheckSettings): Promise<readonly [number, readonly string[]]> {
  const { summary } = await tell({ ...things(), target: careless().fetch, phases: ['stateful'], checks });
  return [summary.exitStatus, summary.notes];
}

function refused(checks: unknown): { readonly message: string; readonly hint: string | undefined } {
  try {
    // A configuration comes from a file: nobody has typed it.
    planContract({ ...things(), checks: checks as CheckSettings });
  } catch (error) {
    if (error instanceof StandinError && error.code === 'config.invalid') return error;
    throw error;
  }
  throw new Error('it was taken');
}

describe('the setting of a check', () => {
  it('leaves everything as it is where there is none', async () => {
    expect(await weights({})).toEqual(['schema.type error 1']);
  });

  it('off: it is not asked', async () => {
    expect(await weights({ 'schema.type': 'off' })).toEqual([]);
    expect((await exitOf({ 'schema.type': 'off' }))[0]).toBe(0);
  });

  it('a severity: it has that one always, and the exit status follows', async () => {
    expect(await weights({ 'schema.type': 'warning' })).toEqual(['schema.type warning 1']);
    expect((await exitOf({ 'schema.type': 'warning' }))[0]).toBe(0);
    expect((await exitOf({}))[0]).toBe(1);
  });

  it('tier 2 waits for strict, tier 1 does not', async () => {
    expect(await weights({ 'schema.type': { tier: 2 } })).toEqual([]);
    expect(await weights({ 'schema.type': { tier: 2 } }, true)).toContain('schema.type error 2');
    expect(await weights({ 'deprecated.header-missing': 'on' })).toContain('deprecated.header-missing info 1');
    expect(await weights({ 'deprecated.header-missing': 'error' })).toContain('deprecated.header-missing error 1');
  });

  it('holds only for the operations that it names, by id or by method and path, with * for any text', async () => {
    const quiet = { 'schema.type': { severity: 'off', operations: ['readThing'] } } as const;
    expect(await weights(quiet)).toEqual([]);
    for (const operations of [['GET /things/*'], ['read*'], ['* /things/{thingId}']])
      expect(await weights({ 'schema.type': { severity: 'off', operations } })).toEqual([]);
    for (const operations of [['listThings'], ['GET /things'], ['DELETE *']])
      expect(await weights({ 'schema.type': { severity: 'off', operations } })).toEqual(['schema.type error 1']);
  });

  it('an id wins over a pattern, a longer pattern over a shorter one, the last rule of a list over the others', async () => {
    expect(await weights({ 'schema.type': 'error', 'schema.*': 'off' })).toEqual(['schema.type error 1']);
    expect(await weights({ 'schema.t*': 'info', '*': 'off' })).toEqual(['schema.type info 1']);
    const list = ['off', { severity: 'info', operations: ['readThing'] }] as const;
    expect(await weights({ 'schema.type': list })).toEqual(['schema.type info 1']);
  });

  it('yields to one that overrides it, whatever the keys of both', async () => {
    const told = async (checks: CheckSettings, checkOverrides: CheckSettings) => {
      const options = { ...things(), target: careless().fetch, phases: ['stateful'] as const, checks, checkOverrides };
      return (await tell(options)).summary.findings.map(({ check, severity }) => `${check} ${severity}`)[0];
    };
    expect(await told({ 'schema.type': 'info' }, { 'schema.*': 'warning' })).toBe('schema.type warning');
    expect(await told({ 'schema.type': 'warning' }, { '*': 'off', 'schema.type': 'error' })).toBe('schema.type error');
    expect(await told({ 'schema.type': 'off' }, { 'page.*': 'off' })).toBeUndefined();
  });

  it('is said in the notes of the run: nothing is green in silence', async () => {
    const [, notes] = await exitOf({ 'schema.type': { severity: 'off', operations: ['readThing'] } });
    expect(notes).toContain('check schema.type is set to off for readThing');
  });

  it('plans what an answer is wanted for, and nothing else', () => {
    const ids = (checks: CheckSettings): readonly string[] =>
      planContract({ ...things(), phases: ['protocol'], checks }).cases.map(({ id }) => id);
    expect(ids({}).some((id) => id.includes('slash'))).toBe(false);
    expect(ids({ 'trailing-slash.divergence': 'on' }).filter((id) => id.includes('slash'))).toHaveLength(2);
  });
});

describe('a setting that is wrong', () => {
  it.each([
    [{ 'schema.tpye': 'off' }, 'there is no check `schema.tpye`', 'Did you mean `schema.type`?'],
    [{ 'shcema.*': 'off' }, 'there is no check `shcema.*`', undefined],
    [{ 'schema.type': 'of' }, 'cannot be `of`, only off, on, error, warning, info', 'Did you mean `off`?'],
    [{ 'schema.type': 4 }, 'must be one of off, on, error, warning, info, or an object', undefined],
    [{ 'schema.type': { sevrity: 'off' } }, '`sevrity` of `schema.type` is not known', 'Did you mean `severity`?'],
    [{ 'schema.type': { severity: 'on' } }, 'must be one of off, error, warning, info', undefined],
    [{ 'schema.type': { tier: 4 } }, 'must be 1, 2 or 3', undefined],
    [{ 'schema.type': { operations: 'readThing' } }, 'must be a list', undefined],
    [{ 'schema.type': { operations: [] } }, 'must be a list', undefined],
    [
      { 'schema.type': { operations: ['redThing'] } },
      'the document has no operation `redThing`',
      'Did you mean `readThing`?',
    ],
    [{ 'schema.type': { operations: ['GET /thing'] } }, 'no operation `GET /thing`', 'Did you mean `GET /things`?'],
    [[], 'must be an object', undefined],
  ])('%j', (checks, message, hint) => {
    const error = refused(checks);
    expect(error.message).toContain(message);
    if (hint !== undefined) expect(error.hint).toBe(hint);
  });

  it('is reported with its place if that is known', () => {
    const place = (pointer: string): string => `standin.config.yaml:${pointer}`;
    expect(() => checkRules({ 'schema.type': ['off', { severity: 'off', operations: [] }] }, place)).toThrow(
      'standin.config.yaml:/schema.type/1/operations: ',
    );
  });
});

it('whatever the settings, a check that is off says nothing, and one that is set has the severity of its setting (law)', async () => {
  const { summary: free } = await tell({ ...things(), target: careless().fetch, strict: true });
  const ids = [...new Set(free.findings.map(({ check }) => check))];
  const setting = fc.constantFrom('off', 'error', 'warning', 'info');
  await fc.assert(
    fc.asyncProperty(fc.dictionary(fc.constantFrom(...ids), setting, { maxKeys: 3 }), async (checks) => {
      const { summary } = await tell({ ...things(), target: careless().fetch, strict: true, checks });
      for (const { check, severity } of summary.findings)
        if (Object.hasOwn(checks, check)) expect(severity).toBe(checks[check]);
    }),
    { seed: 1, numRuns: 6 },
  );
  expect(ids.every((id) => CHECKS.some((check) => check.id === id))).toBe(true);
});
