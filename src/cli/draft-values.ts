import { readFile, writeFile } from 'node:fs/promises';
import { parseData, StandinError, type Summary, unreadable } from '../library/index.ts';
import type { Terminal } from './terminal.ts';
import { assertWritable } from './writable-path.ts';

const HEAD =
  '# Values that the service takes, for standin check --values. Fill in what is null. What is filled in stays when this file is drafted again.\n';

/** Writes a file of values to fill in: one for each place that kept an operation from a success. Values that the file has already stay. */
export async function draftValues(
  { path, kept }: { readonly path: string; readonly kept: ReadonlyMap<string, string> },
  { coverage }: Summary,
  terminal: Terminal,
): Promise<void> {
  const lines = [...kept].map(([key, text]) => `  ${key}: ${text}`);
  let open = 0;
  for (const { unreached, endpoint } of coverage.operations) {
    const fresh = (unreached?.values ?? []).map((key) => JSON.stringify(key)).filter((key) => !kept.has(key));
    const [refusal] = unreached?.refusals ?? [];
    if (fresh.length === 0 || refusal === undefined) continue;
    const { status, words, count } = refusal;
    const quotation = words === undefined ? '' : ` “${words.replace(/[\r\n]/g, ' ')}”`;
    lines.push(`  # ${endpoint}: ${status} ×${count}${quotation}`, ...fresh.map((key) => `  ${key}: null`));
    open += fresh.length;
  }
  const text = `${HEAD}values:${lines.length === 0 ? ' {}' : ''}\n${lines.map((line) => `${line}\n`).join('')}`;
  await writeFile(path, text).catch((cause: unknown) => {
    throw new StandinError('report.unwritable', `The file of values ${path} cannot be written: ${unreadable(cause)}.`, {
      cause,
    });
  });
  terminal.out(`${terminal.safe(path)}: ${open} ${open === 1 ? 'value' : 'values'} to fill in.\n`);
}

/**
 * Values of an earlier draft that were filled in, as JSON, by key as JSON. It is asked before the run, so that no run is lost to a wrong path.
 * Throws `report.unwritable` and `config.invalid`.
 */
export async function valuesToKeep(path: string): Promise<ReadonlyMap<string, string>> {
  await assertWritable('file of values', path);
  const text = await readFile(path, 'utf8').catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === 'ENOENT') return '';
    throw new StandinError('config.invalid', `The file of values ${path} cannot be read: ${unreadable(cause)}.`, {
      cause,
    });
  });
  if (text === '') return new Map();
  const { value } = parseData(path, text);
  const values = isRecord(value) && isRecord(value['values']) ? value['values'] : value;
  if (!isRecord(values))
    throw new StandinError('config.invalid', `The file of values ${path} does not hold an object.`, {
      hint: 'Draft them into another file.',
    });
  return new Map(
    Object.entries(values).flatMap(([key, each]) =>
      each === null ? [] : [[JSON.stringify(key), JSON.stringify(each)] as const],
    ),
  );
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
