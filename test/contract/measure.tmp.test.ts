import { appendFileSync } from 'node:fs';
import { test } from 'vitest';
import { mutants, servers } from '../targets/catalogue.ts';
import { readDocument } from '../targets/document.ts';
import { collaboratorsOf, tell } from './harness.ts';
const names = (process.env['SERVERS'] ?? 'cases,files,bookings').split(',');
const only = process.env['FAULTS'];
const out = process.env['OUT'] ?? '/tmp/misses/table.txt';
const seed = Number(process.env['SEED'] ?? 1);
const say = (line: string) => appendFileSync(out, `${line}\n`);
const counted = (findings: any[]) => [...new Set(findings.filter((f) => f.severity !== 'info' && f.about === 'service').map((f) => f.check))].sort();
test.each(servers.filter((s) => names.includes(s.name)).map((s) => [s.name, s] as const))('%s', async (name, server) => {
  if (only) return;
  const target = server.create();
  let n = 0; const t = Date.now();
  const { summary } = await tell({ ...(await collaboratorsOf(readDocument(name))), ...(server.bearer ? { credentials: { bearer: server.bearer } } : {}), target: (r: Request) => (n++, target.fetch(r)), strict: true, seed });
  say(`CORRECT ${name} requests=${n} ms=${Date.now() - t} ${JSON.stringify(summary.counts)} ${counted(summary.findings)}`);
  for (const f of summary.findings) if (f.severity !== 'info' && f.about === 'service') say(`   ${f.check} ${f.message} | ${JSON.stringify(f.expected)} | ${JSON.stringify(f.actual)}`);
  if (process.env['INC']) for (const f of summary.findings) say(`   .. ${f.severity} ${f.about} ${f.check} ${f.message}`);
}, 200000);
test.each(mutants.filter((m) => names.includes(m.server.name) && (!only || only.split(',').includes(m.fault))).map((m) => [m.name, m] as const))('%s', async (name, m) => {
  const target = m.create();
  const { summary } = await tell({ ...(await collaboratorsOf(m.document())), ...(m.server.bearer ? { credentials: { bearer: m.server.bearer } } : {}), target: (r: Request) => target.fetch(r), strict: true, now: () => Date.parse(m.now), seed });
  const got = counted(summary.findings); const all = new Set(summary.findings.map((f: any) => f.check));
  const missed = m.finds.filter((c) => !all.has(c)); const extra = got.filter((c) => ![...m.finds, ...m.also].includes(c));
  say(`${missed.length ? 'MISS ' : 'found'} ${extra.length ? 'EXTRA' : '     '} ${name} wanted=${m.finds} got=${got}`);
  if (only || extra.length) for (const f of summary.findings) if (f.severity !== 'info' && f.about === 'service') say(`       ${f.check} ${f.message} | ${JSON.stringify(f.expected)} | ${JSON.stringify(f.actual)}`);
}, 200000);
