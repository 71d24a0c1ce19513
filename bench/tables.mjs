import { CHECK_TARGETS, MEMORY_AT_MOST, START_AT_MOST, START_MEMORY_AT_MOST, TARGETS } from './targets.mjs';

/** @typedef {import('./requests.mjs').Sample} Sample @typedef {{ id: string, name: string }} Named */

/** @param {Record<string, Record<string, Sample>>} table @param {readonly Named[]} contenders @param {readonly Named[]} scenarios @param {Record<string, number>} memory */
export function requestTable(table, contenders, scenarios, memory) {
  const cell = (/** @type {Sample | undefined} */ sample) =>
    sample === undefined ? '–' : `${sample.cpu.toFixed(1)} µs · ${Math.round(sample.perSecond)}/s`;
  return rows(
    ['server CPU a request · requests a second', ...contenders.map(({ name }) => name)],
    [
      ...scenarios.map(({ id, name }) => [name, ...contenders.map((contender) => cell(table[id]?.[contender.id]))]),
      ['peak memory', ...contenders.map(({ id }) => megabytes(memory[id]))],
    ],
  );
}

/** @param {Record<string, Record<string, Sample>>} table @param {readonly Named[]} contenders */
export function targetTable(table, contenders) {
  return rows(
    ['standin as a share of', 'by CPU', 'by requests a second', 'at least', ''],
    TARGETS.flatMap(({ scenario, of, by = 'standin', least }) => {
      const other = table[scenario]?.[of];
      const own = table[scenario]?.[by];
      if (other === undefined || own === undefined) return [];
      const share = other.cpu / own.cpu;
      const name = contenders.find(({ id }) => id === of)?.name ?? of;
      return [
        [
          `${name}: ${scenario}${by === 'standin' ? '' : ', no fast path'}`,
          share.toFixed(2),
          (own.perSecond / other.perSecond).toFixed(2),
          String(least),
          share >= least ? 'met' : 'MISSED',
        ],
      ];
    }),
  );
}

/** @param {Record<string, import('./start.mjs').Start>} medians @param {readonly Named[]} contenders */
export function startTable(medians, contenders) {
  const base = medians['strict'];
  const verdictOf = (/** @type {string} */ id, /** @type {number} */ share, /** @type {number} */ rss) => {
    if (id === 'standin') return share <= START_AT_MOST ? 'met' : `MISSED (${START_AT_MOST})`;
    if (id !== 'standin-github') return '';
    return rss <= START_MEMORY_AT_MOST ? 'met' : `MISSED (${megabytes(START_MEMORY_AT_MOST)})`;
  };
  return rows(
    ['start to first answer', 'ms', 'of bare Hono', 'CPU ms', 'of bare Hono', 'peak memory', ''],
    contenders.flatMap(({ id, name }) => {
      const own = medians[id];
      if (own === undefined || base === undefined) return [];
      const share = own.cpu / base.cpu;
      return [
        [
          name,
          own.time.toFixed(0),
          (own.time / base.time).toFixed(2),
          (own.cpu / 1000).toFixed(0),
          share.toFixed(2),
          megabytes(own.rss),
          verdictOf(id, share, own.rss),
        ],
      ];
    }),
  );
}

/** @param {readonly { engine: string, records: number, first: number, samples: Record<string, import('./state.mjs').Sample>, maxRss: number }[]} state */
export function stateTable(state) {
  const names = Object.keys(state[0]?.samples ?? {});
  return rows(
    ['engine × records: CPU a request (share of memory) · alone', ...names, 'first page', 'peak memory'],
    state.map(({ engine, records, first, samples, maxRss }) => [
      `${engine} × ${records}`,
      ...names.map((name) => {
        const own = samples[name];
        const memory = state.find((each) => each.engine === 'memory' && each.records === records)?.samples[name];
        if (own === undefined || memory === undefined) return '–';
        const share = Math.round((100 * memory.cpu) / own.cpu);
        return `${own.cpu.toFixed(0)} µs (${share} %) · ${own.alone.toFixed(2)} ms`;
      }),
      `${first.toFixed(0)} ms`,
      megabytes(maxRss),
    ]),
  );
}

/** @param {readonly { operations: number, records: number, cpu: Record<string, number>, maxRss: number }[]} growth */
export function growthTable(growth) {
  const names = Object.keys(growth[0]?.cpu ?? {});
  return rows(
    ['operations × records, µs', ...names, 'peak memory'],
    growth.map(({ operations, records, cpu, maxRss }) => [
      `${operations} × ${records}`,
      ...names.map((name) => (cpu[name] ?? Number.NaN).toFixed(1)),
      `${megabytes(maxRss)}${maxRss > MEMORY_AT_MOST ? ' TOO MUCH' : ''}`,
    ]),
  );
}

/** @param {readonly { id: string, name: string, seconds: number, cpu: number, thread: number, cases: number, requests: number, runs: readonly { thread: number, seconds: number }[] }[]} runs */
export function checkTable(runs) {
  const table = rows(
    ['contract check', 'seconds', 'CPU s', 'thread s', 'cases', 'requests', 'cases/s', 'cases/thread s', ''],
    runs.map(({ id, name, seconds, cpu, thread, cases, requests }) => {
      const target = CHECK_TARGETS[id];
      const verdict = target === undefined ? '' : target.met({ seconds, cases }) ? 'met' : `MISSED (${target.text})`;
      const times = [seconds, cpu, thread].map((time) => time.toFixed(2));
      const rates = [cases / seconds, cases / thread].map((rate) => rate.toFixed(0));
      return [name, ...times, String(cases), String(requests), ...rates, verdict];
    }),
  );
  return `${table}${eachFurtherCase(runs)}`;
}

/** What a case takes once everything is loaded and warm: the longer run less the shorter one, as little as a round of them took. */
function eachFurtherCase(/** @type {Parameters<typeof checkTable>[0]} */ runs) {
  const [many, few] = ['many', 'few'].map((id) => runs.find((run) => run.id === id));
  if (many === undefined || few === undefined) return '';
  const each = (/** @type {'thread' | 'seconds'} */ key) => {
    const least = (/** @type {typeof many} */ { runs }) => Math.min(...runs.map((run) => run[key]));
    const seconds = (least(many) - least(few)) / (many.cases - few.cases);
    return `${Math.round(seconds * 1e6)} µs ${key === 'thread' ? 'of the main thread with its planning' : 'by the clock without'} (${Math.round(1 / seconds)} cases/s)`;
  };
  return `Each further case takes ${each('thread')} and ${each('seconds')}.\n`;
}

/** @param {number | undefined} bytes */
function megabytes(bytes) {
  return bytes === undefined ? '–' : `${Math.round(bytes / 1e6)} MB`;
}

/** @param {readonly string[]} head @param {readonly (readonly string[])[]} body */
function rows(head, body) {
  const widths = head.map((_, at) => Math.max(...[head, ...body].map((row) => (row[at] ?? '').length)));
  const line = (/** @type {readonly string[]} */ row) =>
    `| ${row.map((text, at) => text.padEnd(widths[at] ?? 0)).join(' | ')} |`;
  return `\n${[line(head), `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`, ...body.map(line)].join('\n')}\n`;
}
