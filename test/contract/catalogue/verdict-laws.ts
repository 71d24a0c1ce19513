import { expect, test } from 'vitest';
import type { Finding } from '../../../src/contract/index.ts';
import { readDocument } from '../../targets/document.ts';
import { collaboratorsOf, tell } from '../harness.ts';
import { credentials, firstRunOf, tellingRunOf } from './catalogue-runs.ts';
import type { Share } from './shares.ts';

/** Findings that count: errors, and warnings about the service. Information and use count nowhere. */
function spoken(findings: readonly Finding[]): readonly string[] {
  const counted = findings.filter(({ severity, about }) => severity !== 'info' && about === 'service');
  return [...new Set(counted.map(({ check }) => check))].sort();
}

/** What a faulty server is wrong in as well, although its list does not say so. */
const ASIDE: Readonly<Record<string, readonly string[]>> = {
  // Throws for a book that does not exist.
  'books/same-put-adds-pages': ['transport.broken'],
  // Its refusals lose all their header fields, Allow among them.
  'tickets/refuses-in-plain-text': ['header.allow-missing'],
  // Takes labels that are a text, because it believes that they are one.
  'tickets/labels-refused': ['reject.wrong-type'],
};

/** Faults that change records of others by themselves, whatever the request names. */
const SPOILS_OTHERS: ReadonlySet<string> = new Set(['cases/update-hits-every-case']);

/** What a run says of the servers of a share, and what it does to them. */
export function testVerdicts({ servers, mutants, all }: Share): void {
  test.each(all.filter(({ finds }) => finds.length === 0).map((each) => [each.name, each] as const))(
    'a server that keeps its contract gets no finding: %s',
    async (_name, each) => {
      const { summary } = await firstRunOf(each);
      expect(spoken(summary.findings)).toEqual([]);
      expect(summary.counts).toMatchObject({ failed: 0, errored: 0, flaky: 0 });
      expect(summary.exitStatus).toBe(0);
      expect(summary.leftovers).toEqual([]);
    },
  );

  test.each(servers.map((server) => [server.name, server] as const))(
    'a server that keeps its contract gets no finding over a socket: %s',
    async (_name, server) => {
      const running = await server.create().listen();
      const parts = await collaboratorsOf(readDocument(server.name));
      const { summary } = await tell({ ...parts, ...credentials(server), target: new URL(running.url), strict: true });
      await running.close();
      expect(spoken(summary.findings)).toEqual([]);
      expect(summary.counts).toMatchObject({ failed: 0, errored: 0, flaky: 0 });
    },
  );

  test.each(mutants.map((mutant) => [mutant.name, mutant] as const))(
    'a server that is wrong in one way gets exactly that finding: %s',
    async (name, mutant) => {
      const { findings } = await tellingRunOf(mutant);
      const all = new Set(findings.map(({ check }) => check));
      const allowed = new Set([...mutant.finds, ...mutant.also, ...(ASIDE[name] ?? [])]);
      expect(mutant.finds.filter((check) => !all.has(check))).toEqual([]);
      expect(spoken(findings).filter((check) => !allowed.has(check))).toEqual([]);
    },
  );

  test.each(servers.map((server) => [server.name, server] as const))(
    'whatever the values, a server that keeps its contract gets no finding: %s',
    async (_name, server) => {
      const parts = await collaboratorsOf(readDocument(server.name));
      for (let seed = 2; seed < 6; seed += 1) {
        const target = server.create();
        const { summary } = await tell({
          ...parts,
          ...credentials(server),
          target: (request) => target.fetch(request),
          strict: true,
          seed,
        });
        expect([seed, spoken(summary.findings)]).toEqual([seed, []]);
      }
    },
    // Four whole runs.
    240_000,
  );

  test.each(all.map((each) => [each.name, each] as const))(
    'a run names no record that was there before in any request that may change something, and leaves them all as they were: %s',
    async (name, each) => {
      const { summary, unsafe, before, after } = await firstRunOf(each);
      expect(before.size).toBeGreaterThan(0);
      const named = unsafe.filter((line) => [...before.keys()].some((record) => `${line}/`.includes(`/${record}/`)));
      expect(named).toEqual([]);
      const changed = [...before].filter(([record, text]) => after.get(record) !== text).map(([record]) => record);
      if (!SPOILS_OTHERS.has(name)) expect(changed).toEqual([]);
      expect(summary.foreignWrites).toEqual([]);
    },
  );
}
