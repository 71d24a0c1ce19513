import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { Command } from 'commander';
import {
  type ContractChoices,
  cleanUpAfter,
  isLoopback,
  type LedgerEntry,
  type MockChoices,
  mocksOfCopy,
  nearestName,
  type OwnWorld,
  openLedger,
  openMock,
  openOwnWorld,
  planContractFor,
  readTraffic,
  StandinError,
  unreadable,
} from '../../library/index.ts';
import { withAuthentication } from '../auth-command.ts';
import { type Choices, choicesFrom } from '../check-choices.ts';
import { checkSettingsOf, flagsOfConfig, withNegations } from '../check-config.ts';
import { namedBy, unnamedDocument } from '../check-document.ts';
import { withCheckOptions } from '../check-options.ts';
import { run } from '../check-run.ts';
import { type Flags, mergedChoices } from '../choices.ts';
import { findConfig } from '../config.ts';
import { documentHere } from '../document-here.ts';
import { compileLess, growSlowly } from '../engine.ts';
import { helpEnd } from '../options/help-end.ts';
import { serviceUrl } from '../options/service-url.ts';
import type { Terminal } from '../terminal.ts';

export function checkCommand(terminal: Terminal): Command {
  const command = new Command('check')
    .description('Send the documented requests to a target, and report where the service and its document differ.')
    .argument('[target]', 'base URL of the service, with its base path; the servers of the document are not used')
    .argument(
      '[document]',
      'path or URL of an OpenAPI document (default: openapi or swagger .yaml, .yml or .json in this folder, else the document that the target publishes)',
    )
    .action(async (target: string | undefined, document: string | undefined, flags: Flags, command: Command) => {
      compileLess();
      growSlowly();
      process.exitCode = await check({ given: target, documentText: document }, flags, command, terminal);
    });
  return withNegations(withCheckOptions(command)).addHelpText('after', HELP_END);
}

const HELP_END = helpEnd(
  [
    ['standin check http://127.0.0.1:3000 openapi.yaml --wait 30s', 'check a service that is starting'],
    ['standin check --self openapi.yaml', 'check the mock of the document: the whole loop'],
    ['standin check http://127.0.0.1:3000 --report html=report.html', 'also write a page'],
  ],
  [0, 1, 2, 3, 70, 130],
);

/** The target and the document, as they were typed. */
interface CheckedNames {
  readonly given: string | undefined;
  readonly documentText: string | undefined;
}

async function check(
  { given, documentText }: CheckedNames,
  typed: Flags,
  command: Command,
  terminal: Terminal,
): Promise<number> {
  const found = await findConfig(typed['config'] as string | undefined);
  const flags: Flags = { ...flagsOfConfig(found, command), ...typed };
  const { self, har } = flags;
  const isEmbedded = flags['petstore'] === true;
  const named = namedBy(given, documentText, flags);
  if (isEmbedded && named.document !== undefined)
    throw new StandinError('usage', `--petstore and ${named.document} both name a document. Give only one of them.`);
  const targetText = named.target ?? (self === undefined ? found?.config.check?.target : undefined);
  if (typeof flags['clean'] === 'string') return cleanUp(flags['clean'], targetText, flags, terminal);
  const chosenHere = mergedChoices(named.document, {}, found);
  // Without `--self`, the target may publish a document of its own.
  const configured = self === undefined ? chosenHere : documentHere(chosenHere, flags, terminal);
  const key = randomUUID();
  const served = servedAs(configured, named.document);
  const opened = self === undefined ? undefined : await openMock(choicesOfSelf(served, key, flags['now']));
  const mock = opened?.mock;
  let world: OwnWorld | undefined;
  try {
    const own = mock === undefined ? undefined : key;
    const isSilent = flags['dryRun'] === true || har !== undefined;
    const url = targetText === undefined ? undefined : targetUrl(targetText, named.document);
    if (mock === undefined && !isSilent && url === undefined) targetUrl(undefined);
    const document = isEmbedded ? undefined : (configured.document as string | undefined);
    const typedChoices = choicesFrom(document, await withAuthentication(flags), own);
    const { wait } = typedChoices;
    world =
      isSilent || url === undefined
        ? undefined
        : await openOwnWorld(url, { now: Date.now, draw: randomUUID, ...(wait === undefined ? {} : { wait }) });
    const credentials =
      world?.key === undefined ? typedChoices.credentials : { ...typedChoices.credentials, key: world.key };
    const chosen = { ...typedChoices, ...(credentials === undefined ? {} : { credentials }), ...world?.options };
    const request = { flags, credentials, wait, ...(isSilent || url === undefined ? {} : { target: url }) };
    const settled: Choices = {
      ...chosen,
      ...checkSettingsOf(found),
      ...(self === undefined ? {} : { isOwnMock: true }),
      ...(opened === undefined ? {} : { ownDocument: opened.assembly() }),
      ...(typeof flags['authCmd'] === 'string' ? { renew: renewalOf(flags, document, own) } : {}),
    };
    const isUnnamed = self === undefined && document === undefined;
    const choose = async (): Promise<Choices> =>
      isUnnamed ? { ...settled, ...(await unnamedDocument(request, terminal)) } : settled;
    if (flags['dryRun'] === true) return await dryRun(await choose(), url, flags['json'] === true, terminal);
    if (typeof har === 'string')
      return await run(async () => judgeRecording(await choose(), har, targetText), flags, terminal);
    const target = mock === undefined ? (url ?? targetUrl(undefined)) : new URL((await mock.listen({ port: 0 })).url);
    const isOwn = mock !== undefined || world !== undefined;
    const ledger =
      typeof flags['ledger'] === 'string' && !isOwn
        ? openLedger(flags['ledger'], baseOf(target), Date.now())
        : undefined;
    try {
      const noted = ledger === undefined ? {} : { onLedger: ledger.note };
      return await run(
        async () => ({ ...(await choose()), ...noted, ...(mock === undefined ? {} : { disposable: true }), target }),
        flags,
        terminal,
      );
    } finally {
      ledger?.close();
    }
  } finally {
    await world?.drop();
    await mock?.close();
  }
}

/** Runs `--auth-cmd` again when the credential has expired. */
function renewalOf(flags: Flags, ...rest: [document: string | undefined, key: string | undefined]) {
  const [document, key] = rest;
  return async (): Promise<NonNullable<Choices['credentials']>> =>
    choicesFrom(document, await withAuthentication(flags), key).credentials ?? {};
}

/** The mock that is checked with its own document. No request reads its journal, and its answers may be large. */
export function choicesOfSelf(served: MockChoices, key: string, now: unknown): MockChoices {
  const time = typeof now === 'string' ? { now } : {};
  return { ...served, ...mocksOfCopy(served), apiKeys: [key], journalSize: 0, ...time };
}

/** Options of the config file for the mock that is checked. Its mocks and data count only with its own document. */
function servedAs(configured: ReturnType<typeof mergedChoices>, named: string | undefined): MockChoices {
  const { document, mocks, data, strictDocument, remoteRefs, root, documentBytes } = configured;
  const own = named === undefined ? { mocks, data } : {};
  const all = { document, strictDocument, remoteRefs, root, documentBytes, ...own };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
}

async function cleanUp(
  path: string,
  targetText: string | undefined,
  flags: Flags,
  terminal: Terminal,
): Promise<number> {
  if (flags['self'] !== undefined)
    throw new StandinError(
      'usage',
      '--clean does not work with --self: a new mock has nothing to remove. Name the target instead.',
    );
  const target = targetText === undefined ? undefined : targetUrl(targetText);
  const { credentials } = choicesFrom(undefined, await withAuthentication(flags), undefined);
  const left = await cleanUpAfter(path, target, {
    now: Date.now,
    ...(credentials === undefined ? {} : { credentials }),
  });
  for (const entry of left) terminal.out(`still there: ${terminal.safe(leftText(entry))}\n`);
  if (left.length === 0) terminal.out('All records of that run are removed.\n');
  return left.length === 0 ? 0 : 1;
}

/** `pets /pets/7 (DELETE gave 500)`. A record without a path is named by the operation that created it, and the time. */
function leftText({ resource, path, operation, createdAt, reason }: LedgerEntry): string {
  const which = path ?? `of ${operation}, created ${new Date(createdAt).toISOString()}`;
  return `${resource} ${which}${reason === undefined ? '' : ` (${reason})`}`;
}

/** A run that judges recorded traffic and sends no request. */
async function judgeRecording(choices: Choices, path: string, base: string | undefined): Promise<ContractChoices> {
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    throw new StandinError('data.invalid', `The recorded traffic ${path} cannot be read: ${unreadable(cause)}.`, {
      cause,
    });
  });
  const silent = (): Promise<Response> =>
    Promise.reject(new StandinError('internal', 'A run over recorded traffic sent a request.'));
  return { ...choices, phases: ['traffic'], traffic: readTraffic(text, path, base), target: silent };
}

/** The URL as the runner writes it: without user info, query and trailing slash. */
function baseOf({ origin, pathname }: URL): string {
  return `${origin}${pathname.replace(/\/$/, '')}`;
}

function targetUrl(text: string | undefined, document?: string): URL {
  if (text === undefined)
    throw new StandinError('usage', 'The target URL is missing.', {
      hint: 'Write standin check http://127.0.0.1:4010 openapi.yaml. To check the mock of the document: standin check --self openapi.yaml.',
    });
  return serviceUrl(text, meantBy(text, document));
}

function meantBy(text: string, document: string | undefined): string {
  if (document !== undefined && /^https?:\/\//.test(document))
    return `The target comes first: standin check ${document} ${text}`;
  const [, scheme = '', rest] = /^([a-z]+):\/*([^/].*)$/i.exec(text) ?? [];
  const near = rest === undefined || /^\d+(\/|$)/.test(rest) ? undefined : nearestName(scheme, ['http', 'https']);
  if (near !== undefined) return `Did you mean ${near}://${rest}?`;
  if (/^(localhost|[\w.-]+:\d+)(\/|$)/.test(text)) return `Did you mean http://${text}?`;
  if (/\.(ya?ml|json)$/i.test(text)) return `To check the mock of a document: standin check --self ${text}`;
  return 'standin check http://127.0.0.1:4010 openapi.yaml';
}

const LINES_AT_ONCE = 500;

async function dryRun(choices: Choices, target: URL | undefined, json: boolean, terminal: Terminal): Promise<number> {
  const loopback = target === undefined || isLoopback(target.hostname);
  const { cases, counts } = await planContractFor({ ...choices, loopback });
  const lines = cases.map((each) => {
    if (json) return `${JSON.stringify(each)}\n`;
    const { method, path, query } = each.request;
    return `${each.id}\n  ${terminal.colours.dim(`${method} ${terminal.safe(path)}${query === '' ? '' : `?${terminal.safe(query)}`} → ${terminal.safe(each.expectation.text)}`)}\n`;
  });
  // One system call per line would cost more than the lines, of which there may be tens of thousands.
  for (let at = 0; at < lines.length; at += LINES_AT_ONCE) terminal.out(lines.slice(at, at + LINES_AT_ONCE).join(''));
  if (!json) {
    for (const { operation, reason, count } of counts.leftOut)
      terminal.out(`left out: ${count} × ${operation === undefined ? '' : `${operation}, `}${terminal.safe(reason)}\n`);
    terminal.out(`${cases.length} cases of ${counts.operations} operations\n`);
  }
  return 0;
}
