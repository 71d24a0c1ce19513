import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { RunEvent } from '../contract/index.ts';
import { type Json, type JsonObject, StandinError } from '../core/index.ts';
import {
  type ApplicationVersion,
  applicationVersion,
  createRegistry,
  FACT_PATHS,
  labelOfVersion,
  registryName,
} from '../gate/index.ts';
import { type Api, documentDigest, parseApi } from '../spec/index.ts';
import { type ClientUse, usesAsJson } from '../traffic/index.ts';
import { distilUses } from '../usage/index.ts';
import { parseJson, stringifyJson } from '../wire/index.ts';
import { clockOf, loadChosen } from './assemble.ts';
import type { DocumentChoices, MockChoices } from './config/options.ts';
import { DEFAULT_REGISTRY } from './gate-deployment.ts';
import { unreadable } from './package/modules.ts';
import { openRegistryFiles } from './registry/registry-files.ts';
import { readReport } from './shards/merge.ts';
import { parseUsageFile, readUsageFiles } from './usage/usage-files.ts';

/** A fact for the registry. */
export type Fact =
  /** The document of a provider's version. */
  | {
      readonly kind: 'document';
      readonly application: string;
      readonly document: NonNullable<DocumentChoices['document']>;
    }
  /** The result of a check of it: the `json` report of `standin check`. */
  | { readonly kind: 'check'; readonly application: string; readonly report: string }
  /** What a consumer's version uses of a provider: `pact=web.json`, `uses=…`, `har=…`. */
  | {
      readonly kind: 'uses';
      readonly application: string;
      readonly usage: readonly string[];
      readonly provider: string;
    }
  /** The version that is deployed in an environment. */
  | { readonly kind: 'deployed'; readonly application: string; readonly to: string }
  /** Declares an environment before anything is deployed there. */
  | { readonly kind: 'environment'; readonly environment: string };

export interface RecordChoices {
  /** A folder. Default `contracts/registry`. */
  readonly registry?: string;
  readonly cwd?: string;
  /** Replace the document or the uses of a version that already has some. Default false. */
  readonly replace?: boolean;
  readonly now?: MockChoices['now'];
}

/**
 * Writes one fact into one file, and returns its path. Only files of the registry are written; nothing is
 * committed. Throws `usage`, `data.invalid`, `report.unwritable`.
 */
export async function recordFact(fact: Fact, choices: RecordChoices = {}): Promise<string> {
  const { registry = DEFAULT_REGISTRY, cwd = '.', replace = false } = choices;
  const at = new Date(clockOf(choices.now)()).toISOString();
  const folder: RegistryFolder = { root: path.resolve(cwd, registry), name: registry, replace };
  switch (fact.kind) {
    case 'document': {
      const application = applicationVersion(fact.application);
      const api = await loadChosen({ document: fact.document, cwd });
      return writeFact(folder, FACT_PATHS.document(application), api.bundled() as Json, 'lasting');
    }
    case 'check': {
      const application = applicationVersion(fact.application);
      const check = await checkFactOf(folder, application, path.resolve(cwd, fact.report));
      return writeFact(folder, FACT_PATHS.check(application), check, 'latest');
    }
    case 'uses':
      return recordUses(folder, fact, cwd);
    case 'deployed': {
      const { name, version } = applicationVersion(fact.application);
      const environment = registryName(fact.to, 'an environment');
      return writeFact(folder, FACT_PATHS.deployed(environment, name), { version, since: at }, 'latest');
    }
    case 'environment':
      return writeFact(
        folder,
        FACT_PATHS.environment(registryName(fact.environment, 'an environment')),
        { since: at },
        'latest',
      );
  }
}

interface RegistryFolder {
  readonly root: string;
  readonly name: string;
  readonly replace: boolean;
}

/** `lasting`: different content for the same version needs `replace`. */
async function writeFact(
  { root, name, replace }: RegistryFolder,
  file: string,
  value: Json,
  life: 'lasting' | 'latest',
): Promise<string> {
  const whole = path.join(root, file);
  const text = `${stringifyJson(value, 2)}\n`;
  const before = await readFile(whole, 'utf8').catch(() => undefined);
  if (before === text) return `${name}/${file}`;
  if (life === 'lasting' && before !== undefined && !replace)
    throw new StandinError('usage', `${name}/${file} holds something else.`, {
      hint: 'A version is released once: record another version, or use --replace.',
    });
  await mkdir(path.dirname(whole), { recursive: true })
    .then(() => writeFile(`${whole}.part`, text))
    .then(() => rename(`${whole}.part`, whole))
    .catch((cause: unknown) => {
      throw new StandinError('report.unwritable', `${name}/${file} cannot be written: ${unreadable(cause)}.`, {
        cause,
      });
    });
  return `${name}/${file}`;
}

async function recordedDocument({ root, name }: RegistryFolder, application: ApplicationVersion): Promise<Api> {
  const api = await openRegistryFiles(root, '.')
    .then((files) => createRegistry({ ...files, name }))
    .then((registry) => registry.document(application));
  if (api !== undefined) return api;
  const label = labelOfVersion(application);
  throw new StandinError('usage', `The document of ${label} is not recorded.`, {
    hint: `standin gate record document ${label} openapi.yaml`,
  });
}

type RunFinished = Extract<RunEvent, { readonly type: 'run-finished' }>;

async function checkFactOf(
  folder: RegistryFolder,
  application: ApplicationVersion,
  report: string,
): Promise<JsonObject> {
  const api = await recordedDocument(folder, application);
  const events = await readReport(report);
  const summary = events.find((event): event is RunFinished => event.type === 'run-finished')?.summary;
  if (summary === undefined)
    throw new StandinError('data.invalid', `The report ${report} has no end: the check was stopped.`);
  if (summary.api.title !== api.title || summary.api.version !== api.version)
    throw new StandinError(
      'usage',
      `The check is of ${summary.api.title} ${summary.api.version}, and ${labelOfVersion(application)} is ${api.title} ${api.version}.`,
    );
  const recorded = documentDigest(api);
  if (summary.api.digest !== undefined && summary.api.digest !== recorded)
    throw new StandinError(
      'usage',
      `The check is of another document than the recorded one of ${labelOfVersion(application)}, although title and version are the same.`,
      { hint: 'Check the document that is recorded, or record the one that was checked.' },
    );
  if (summary.exitStatus > 1 || summary.shard !== undefined || (summary.missing ?? []).length > 0)
    throw new StandinError('usage', `The check is not complete: ${summary.reasons.join('; ') || 'it is a shard'}.`);
  const { covered, total } = summary.coverage.totals.operations;
  return {
    digest: recorded,
    findings:
      summary.exitStatus === 0
        ? 0
        : Math.max(
            1,
            summary.findings.filter(({ severity, known }) => severity === 'error' && known === undefined).length,
          ),
    coverage: total === 0 ? 100 : Math.floor((100 * covered) / total),
    at: new Date(summary.startedAt).toISOString(),
  };
}

type UsesToRecord = Extract<Fact, { readonly kind: 'uses' }>;

/**
 * Pact files and files of uses are copied; recordings are distilled with the newest recorded document that
 * fits.
 */
async function recordUses(
  folder: RegistryFolder,
  { application, usage, provider }: UsesToRecord,
  cwd: string,
): Promise<string> {
  const consumer = applicationVersion(application);
  const [providerName = '', version] = provider.split('@');
  registryName(providerName, 'an application');
  const files = usage.map(parseUsageFile);
  const [only] = files;
  if (files.length === 1 && only !== undefined && (only.kind === 'pact' || only.kind === 'uses')) {
    const text = await readFile(path.resolve(cwd, only.path), 'utf8').catch((cause: unknown) => {
      throw new StandinError('data.invalid', `${only.path} cannot be read: ${unreadable(cause)}.`, { cause });
    });
    const read = parseJson(text, { duplicateKeys: 'keep-last' });
    if (!read.ok) throw new StandinError('data.invalid', `${only.path} is not JSON: ${read.reason}.`);
    // Facts must be readable later, so they are parsed before they are written.
    await readUsageFiles(emptyApi(), files, cwd);
    return writeFact(folder, FACT_PATHS.uses(consumer, providerName, only.kind), read.value, 'lasting');
  }
  if (version === undefined)
    throw new StandinError('usage', 'Recordings are reduced to uses with a document of the provider.', {
      hint: `Name its version: --provider ${providerName}@1.4.0`,
    });
  const api = await recordedDocument(folder, applicationVersion(provider));
  const { uses: read } = await readUsageFiles(api, files, cwd);
  const own = read.map((use): ClientUse => ({ ...use, client: consumer.name }));
  const { uses } = distilUses(api, own);
  if (uses.length === 0) throw new StandinError('data.invalid', `The files name no use of ${provider}.`);
  const { title, version: documentVersion } = api;
  return writeFact(
    folder,
    FACT_PATHS.uses(consumer, providerName, 'uses'),
    usesAsJson({ document: { title, version: documentVersion }, uses, witnesses: [] }),
    'lasting',
  );
}

/** Contracts do not need a document. */
const emptyApi = (): Api =>
  parseApi({ name: 'none', text: '{"openapi":"3.1.0","info":{"title":"none","version":"0"},"paths":{}}' });
