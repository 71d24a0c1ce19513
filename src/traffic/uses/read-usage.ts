import { type Json, StandinError } from '../../core/index.ts';
import type { Api } from '../../spec/index.ts';
import { decodeBody, fieldValue, parseJson } from '../../wire/index.ts';
import { chooseTraffic } from '../exchanges/choose-traffic.ts';
import { harEntry } from '../exchanges/har.ts';
import { readTraffic } from '../exchanges/read-traffic.ts';
import type { ClientUse, ExchangeUse } from '../model/client-use.ts';
import type { RecordedTraffic } from '../model/recorded-traffic.ts';
import { isPact, readPact } from '../pacts/read-pact.ts';
import { isUsesFile, readUsesFile } from './uses-file.ts';

/** Files that say how clients use an API. */
export const USAGE_KINDS = ['har', 'journal', 'pact', 'uses'] as const;
export type UsageKind = (typeof USAGE_KINDS)[number];

export interface UsageText {
  readonly kind: UsageKind;
  readonly text: string;
  /** For messages. */
  readonly file: string;
}

export interface ReadUsage {
  readonly uses: readonly ClientUse[];
  readonly notes: readonly string[];
  /** Recorded exchanges whose content is not known. */
  readonly unjudged: number;
}

/**
 * Reads how clients use the API of a document. Exchanges of other origins are left out, and counted in the notes. Throws `data.invalid` for
 * a file that is not of its kind, with the place.
 */
export function readUsage(api: Api, { kind, text, file }: UsageText): ReadUsage {
  const value = parseUsage(text, file);
  if (kind === 'har' || kind === 'journal') return recordedUses(api, text, file);
  if (kind === 'pact') {
    if (!isPact(value))
      throw new StandinError('data.invalid', `${file} is not a Pact file: /consumer or /provider is missing.`);
    return { ...readPact(value, file), unjudged: 0 };
  }
  if (!isUsesFile(value))
    throw new StandinError('data.invalid', `${file} is not a file of uses: /standin is not "uses/1".`, {
      hint: 'standin uses writes such a file.',
    });
  const { uses, witnesses } = readUsesFile(value, file);
  const samples = witnesses.flatMap(({ client, pointer, entry }): ExchangeUse[] => {
    const recorded = harEntry(entry, undefined);
    return recorded === undefined ? [] : [{ ...exchangeUse(recorded, { file, pointer }), client, isSample: true }];
  });
  return { uses: [...uses, ...samples], notes: [], unjudged: 0 };
}

function parseUsage(text: string, file: string): Json {
  const read = parseJson(text, { duplicateKeys: 'keep-last' });
  if (!read.ok)
    throw new StandinError('data.invalid', `${file}:${lineAt(text, read.offset)} is not JSON: ${read.reason}.`);
  return read.value;
}

const lineAt = (text: string, offset: number): number => text.slice(0, offset).split('\n').length;

function recordedUses(api: Api, text: string, file: string): ReadUsage {
  const { traffic, notes } = chooseTraffic(api, readTraffic(text, file));
  const list = /^\uFEFF?\s*\[/.test(text) ? '' : /"log"\s*:/.test(text) ? '/log/entries' : '/entries';
  const uses = traffic.map((recorded) =>
    exchangeUse(recorded, { file, pointer: `${list}/${(recorded.number ?? 1) - 1}` }),
  );
  return {
    uses,
    notes: notes.map((note) => `${file}: ${note}`),
    unjudged: traffic.filter(({ unjudged }) => unjudged !== undefined).length,
  };
}

function exchangeUse(recorded: RecordedTraffic, source: ClientUse['source']): ExchangeUse {
  const { request, status, headers, bytes, startedAt, caller, unjudged } = recorded;
  const body = decodeBody(bytes, fieldValue(headers, 'content-type'), { duplicateKeys: 'keep-last' });
  return {
    kind: 'exchange',
    client: caller,
    source,
    calls: 1,
    ...(startedAt > 0 ? { firstSeen: startedAt, lastSeen: startedAt } : {}),
    request,
    ...(status < 100 ? {} : { response: { status, headers, body } }),
    ...(unjudged === undefined ? {} : { unjudged }),
  };
}
