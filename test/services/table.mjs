/** Prints the table of the services: `node table.mjs [name …]`. Each is checked without and with the values of a person. */
import { rmSync, writeFileSync } from 'node:fs';
import { judgedFindings } from './judged.mjs';
import { check } from './service.mjs';
import { SERVICES } from './services.mjs';

const wanted = process.argv.slice(2);
const keep = process.env.KEEP;
const rows = SERVICES.filter(({ name, skip }) => skip !== true && (wanted.length === 0 || wanted.includes(name)));

console.log('service | operations | reached | with values | requests | seconds | errors | causes | false');
for (const each of rows) {
  const bare = await run(each, []);
  const helped = each.values === undefined ? bare : await run(each, each.values);
  const errors = helped.findings.filter(({ severity }) => severity === 'error');
  const judged = judgedFindings(each.name);
  const wrong = errors.filter((finding) =>
    judged.some(
      ({ check: id, operation, verdict }) =>
        verdict === 'false' && id === finding.check && (operation === '*' || operation === finding.endpoint),
    ),
  );
  const { covered: without, total } = bare.coverage.totals.operations;
  const { covered } = helped.coverage.totals.operations;
  const causes = errors.filter(({ because }) => because === undefined).length;
  const seconds = (helped.duration / 1000).toFixed(1);
  console.log(
    [each.name, total, without, covered, helped.requests, seconds, errors.length, causes, wrong.length].join(' | '),
  );
}

async function run({ name, launch, flags = [] }, more) {
  const service = await launch();
  try {
    const given = [...flags, ...(service.flags ?? []), ...more];
    const summary = await check(service.url, service.document ?? `${service.url}/openapi.json`, given);
    if (keep !== undefined) {
      writeFileSync(`${keep}/${name}${more.length > 0 ? '.values' : ''}.json`, JSON.stringify(summary));
    }
    return summary;
  } finally {
    await service.stop();
    for (const folder of service.folders ?? []) rmSync(folder, { recursive: true, force: true });
  }
}
