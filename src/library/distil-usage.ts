import type { JsonObject } from '../core/index.ts';
import { usesAsJson } from '../traffic/index.ts';
import { distilUses, selectedUses, type UseSelection, useWitnesses } from '../usage/index.ts';
import { loadChosen } from './assemble.ts';
import type { DocumentChoices } from './config/options.ts';
import { parseUsageFile, readUsageFiles } from './usage/usage-files.ts';

/** What to distil. Only the files are required. */
export interface DistilChoices extends DocumentChoices, UseSelection {
  /** `har=monday.har`: files or folders by kind: har, journal, pact. */
  readonly usage: readonly string[];
  /** Name of the client, such as `web@1.2`. Default: as recorded. */
  readonly client?: string;
  /**
   * Number of recorded requests to keep of each client and operation, without credentials. Default 0: no
   * recorded value is kept.
   */
  readonly witnesses?: number;
}

export interface Distilled {
  /** The file, as JSON. */
  readonly file: JsonObject;
  readonly notes: readonly string[];
  readonly clients: number;
  readonly operations: number;
  readonly calls: number;
}

/** Distils recordings and contracts to the operations, parameters and properties that each client uses. Throws `data.invalid` and `document.*`. */
export async function distilUsage({ usage, client, witnesses = 0, ...choices }: DistilChoices): Promise<Distilled> {
  const files = usage.map(parseUsageFile);
  const api = await loadChosen(choices);
  const read = await readUsageFiles(api, files, choices.cwd ?? '.');
  const selected = selectedUses(read.uses, choices).map((use) => (client === undefined ? use : { ...use, client }));
  const { uses, unknown } = distilUses(api, selected);
  const { title, version } = api;
  const file = usesAsJson({
    document: { title, version },
    uses,
    witnesses: witnesses === 0 ? [] : useWitnesses(api, selected, witnesses),
  });
  return {
    file,
    notes: [
      ...read.notes,
      ...(unknown === 0
        ? []
        : [`${unknown} ${unknown === 1 ? 'call is' : 'calls are'} left out: the document has no such operation`]),
    ],
    clients: new Set(uses.map((each) => each.client)).size,
    operations: new Set(uses.map(({ method, path }) => `${method} ${path}`)).size,
    calls: uses.reduce((sum, { calls }) => sum + calls, 0),
  };
}
