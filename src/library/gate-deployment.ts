import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { StandinError } from '../core/index.ts';
import {
  applicationVersion,
  createRegistry,
  type GateDecision,
  gateApplication,
  gateDocument,
  registryName,
  withProblemLines,
} from '../gate/index.ts';
import { selectedUses } from '../usage/index.ts';
import { clockOf, loadChosen } from './assemble.ts';
import type { DocumentChoices, MockChoices } from './config/options.ts';
import { parseSpan } from './parse.ts';
import { openRegistryFiles } from './registry/registry-files.ts';
import { parseUsageFile, readUsageFiles } from './usage/usage-files.ts';

/** What the gate decides about: a version and an environment, or a document and the recorded uses of its clients. */
export interface GateChoices extends Omit<DocumentChoices, 'document'> {
  /** `orders@1.4.0`; with `usage` a path or URL of a document, or the document itself. */
  readonly subject: string | URL | object;
  /** Environment, such as `production`. */
  readonly to?: string;
  /** Folder, or `REF:path` of git. Default `contracts/registry`. */
  readonly registry?: string;
  /** `pact=web.json`: the clients of a document. */
  readonly usage?: readonly string[];
  /** Clients that are left out; `*` stands for any characters. */
  readonly ignoreClients?: readonly string[];
  /** Maximum age of a check. Default `7d`. */
  readonly fresh?: string;
  /** Operations with at least one successful answer that a check must have, in percent. Default 0. */
  readonly minCoverage?: number;
  /** Allow breaking changes that no recorded consumer uses. Default false. */
  readonly allowUnused?: boolean;
  readonly now?: MockChoices['now'];
}

export const DEFAULT_REGISTRY = 'contracts/registry';

/**
 * Decides whether a version may be deployed. Reads only the named files, and writes nothing. Throws
 * `usage`, `data.invalid` and `document.*`.
 */
export async function gateDeployment(choices: GateChoices): Promise<GateDecision> {
  const { subject, to, usage = [], registry = DEFAULT_REGISTRY, fresh = '7d', minCoverage = 0, cwd = '.' } = choices;
  if (usage.length > 0) {
    if (to !== undefined)
      throw new StandinError(
        'usage',
        'The gate is asked about a document (--usage) or an environment (--to), not both.',
      );
    const { ignoreClients, subject: document, ...rest } = choices;
    const api = await loadChosen({ ...rest, document: document as NonNullable<DocumentChoices['document']> });
    const read = await readUsageFiles(api, usage.map(parseUsageFile), cwd);
    const uses = selectedUses(read.uses, ignoreClients === undefined ? {} : { ignoreClients });
    return withProblemLines(gateDocument(api, uses, read.notes), (file) =>
      readFile(path.resolve(cwd, file), 'utf8').catch(() => undefined),
    );
  }
  if (typeof subject !== 'string' || to === undefined)
    throw new StandinError('usage', 'The gate needs the clients of a document, or an environment.', {
      hint: 'standin gate openapi.yaml --usage pact=web.json, or standin gate orders@1.4.0 --to production',
    });
  const application = applicationVersion(subject);
  const files = await openRegistryFiles(registry, cwd);
  const decision = await gateApplication(createRegistry(files), {
    application,
    to: registryName(to, 'an environment'),
    now: clockOf(choices.now)(),
    fresh: parseSpan(fresh),
    minCoverage,
    allowUnused: choices.allowUnused === true,
  });
  return withProblemLines(decision, (file) => files.read(file.slice(files.name.length + 1)).catch(() => undefined));
}
