import {
  authOf,
  CONTROL_PREFIX,
  type ExchangeNote,
  isLoopback,
  type Listening,
  type Misfit,
  StandinError,
  type StandinMock,
} from '../library/index.ts';
import type { mergedChoices } from './choices.ts';
import { exchangeText } from './exchange-text.ts';
import { lanUrls } from './serve/lan-urls.ts';
import type { Terminal } from './terminal.ts';

/** The output of `standin mock` while it serves: text for people, or one JSON object per line. */
export interface MockOutput {
  started(mock: StandinMock, server: Listening): void;
  surveyed(mock: StandinMock, server: Listening, resources: readonly string[]): void;
  exchanged(note: ExchangeNote): void;
  reloaded(misfits: readonly Misfit[], mock: StandinMock): void;
  reloadFailed(error: unknown): void;
  defect(error: unknown): void;
  stopping(): void;
}

type Choices = ReturnType<typeof mergedChoices>;
type Operation = StandinMock['api']['operations'][number];

export function createMockOutput(terminal: Terminal, json: boolean, choices: Choices): MockOutput {
  const { host, controlPrefix = CONTROL_PREFIX } = choices;
  const { colours, safe } = terminal;
  const line = (event: string, facts: Readonly<Record<string, unknown>>, text: string): void =>
    terminal.out(json ? `${JSON.stringify({ event, ...facts })}\n` : text);
  const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
  return {
    started({ api, seed }, { url }) {
      line(
        'started',
        { url, title: api.title, version: api.version, operations: api.operations.length, seed },
        `\n  ${colours.bold(safe(api.title))} ${colours.dim(safe(api.version))}  ${colours.cyan(url)}\n`,
      );
    },
    surveyed({ api, seed }, { url, port }, resources) {
      const trouble = api.diagnostics
        .slice(0, 3)
        .map(
          (each) =>
            `  ${colours.yellow('!')} ${safe(each.position === undefined ? each.pointer : `${each.position.file}:${each.position.line}:${each.position.column}`)} ${safe(each.message)}\n`,
        );
      const more =
        api.diagnostics.length > 3
          ? `  ${colours.dim(`… and ${api.diagnostics.length - 3} more: standin inspect`)}\n`
          : '';
      const open =
        host !== undefined && !isLoopback(host)
          ? `  ${colours.yellow('!')} ${safe(host)} can be reached from other machines.\n${lanUrls(host, port)
              .map((each) => `  Network:  ${colours.cyan(each)}\n`)
              .join('')}`
          : '';
      line(
        'surveyed',
        { resources, unenforceable: api.diagnostics.length },
        `  ${countText(api.operations.length, 'operation')} · ${countText(resources.length, 'resource')}${safe(namesOf(resources))} · seed ${seed}\n` +
          `${trouble.join('')}${more}${open}` +
          [
            `Try:      ${safe(firstCall(api, url, choices))}`,
            `Check:    ${safe(checkOf(api, url, choices))}`,
            `Page:     ${url}/`,
            `Console:  ${url}${controlPrefix}/`,
            `Document: ${url}/openapi.json`,
            `Control:  ${url}${controlPrefix}/openapi.json`,
            terminal.interactive ? 'Keys:     h for help · q or Ctrl-C to stop' : 'Stop:     Ctrl-C',
          ]
            .map((each) => `  ${colours.dim(each)}\n`)
            .join('') +
          '\n',
      );
    },
    exchanged: (note) => line('exchange', { ...note }, exchangeText(note, terminal)),
    reloaded(misfits, mock) {
      const shown = misfits
        .slice(0, 5)
        .map(
          (each) =>
            `  ${colours.yellow('!')} ${safe(each.resource)} ${safe(each.key)} no longer fits: ${safe(each.message)}\n`,
        );
      line(
        'reloaded',
        { operations: mock.api.operations.length, misfits },
        `  ${colours.green('reloaded')} ${countText(mock.api.operations.length, 'operation')}, data kept\n${shown.join('')}${misfits.length > 5 ? `  … and ${misfits.length - 5} more\n` : ''}`,
      );
    },
    reloadFailed(error) {
      line(
        'reload-failed',
        { message: messageOf(error) },
        `  ${colours.red('not reloaded')}, the last working version keeps running: ${safe(messageOf(error))}\n`,
      );
    },
    defect(error) {
      if (json) terminal.err(`${JSON.stringify({ event: 'defect', message: messageOf(error) })}\n`);
      else terminal.err(`  ${colours.red('error')} while answering: ${safe(errorText(error))}\n`);
    },
    stopping: () => line('stopping', {}, json ? '' : '\n  stopping\n'),
  };
}

/** Message and hint of a known error; a stack for a defect. */
function errorText(error: unknown): string {
  if (error instanceof StandinError && error.code !== 'internal')
    return error.hint === undefined ? error.message : `${error.message} ${error.hint}`;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

function countText(count: number, thing: string): string {
  return `${count} ${thing}${count === 1 ? '' : 's'}`;
}

function namesOf(resources: readonly string[]): string {
  if (resources.length === 0) return '';
  return ` (${resources.slice(0, 6).join(', ')}${resources.length > 6 ? ', …' : ''})`;
}

/** The check of this mock, with the credentials that it needs. The command names the document, or the embedded petstore. */
function checkOf({ securitySchemes, basePaths }: StandinMock['api'], url: string, choices: Choices): string {
  const { apiKeys = [], document } = choices;
  const named = typeof document === 'string' ? ` ${quoteForShell(document)}` : ' --petstore';
  const flags = Object.entries(apiKeys.length === 0 ? {} : securitySchemes).map(([name, scheme]) => {
    if (scheme.kind === 'apiKey') return ` --api-key ${quoteForShell(`${name}=<key>`)}`;
    return scheme.kind === 'http' && scheme.scheme === 'basic' ? " --basic 'demo:<key>'" : " --bearer '<key>'";
  });
  return `standin check ${rootOf(basePaths, url, choices)}${named}${[...new Set(flags)].join('')}`;
}

/** Where the paths of the document begin. A mock that shares its port has its base in its address. */
function rootOf(basePaths: readonly string[], url: string, { strictBasePath = false, base = '' }: Choices): string {
  const path = strictBasePath ? (basePaths[0] ?? '') : base;
  return base !== '' && url.endsWith(base) ? url.slice(0, -base.length) + path : url + path;
}

/** As a shell reads it. */
function quoteForShell(text: string): string {
  return /^[\w./:@=-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

/** A first request that works as it is printed: without parameters and, where there is such an operation, without a credential. */
function firstCall({ operations, basePaths }: StandinMock['api'], url: string, choices: Choices): string {
  const plain = operations.filter(
    ({ method, path, parameters }) =>
      method === 'GET' && !path.includes('{') && !parameters.some(({ required }) => required),
  );
  const isOpen = ({ security }: Operation): boolean =>
    authOf(choices) === 'off' || security.length === 0 || security.some((uses) => uses.length === 0);
  const chosen = plain.find(isOpen) ?? plain[0];
  if (chosen === undefined) return `curl ${url}/`;
  const { flags, query } = isOpen(chosen)
    ? { flags: '', query: '' }
    : credentialsOf(chosen, (choices.apiKeys ?? []).length === 0 ? 'demo' : '<key>');
  return `curl ${flags}${rootOf(basePaths, url, choices)}${chosen.path}${query}`;
}

/** Credentials for the first way that an operation can be used, as flags of curl. */
function credentialsOf({ security }: Operation, key: string): { readonly flags: string; readonly query: string } {
  const flags: string[] = [];
  const query: string[] = [];
  for (const { scheme } of security[0] ?? []) {
    if (scheme.kind === 'http' && scheme.scheme === 'basic') flags.push(`-u demo:${key} `);
    else if (scheme.kind === 'apiKey' && scheme.in === 'header') flags.push(`-H '${scheme.name}: ${key}' `);
    else if (scheme.kind === 'apiKey' && scheme.in === 'cookie') flags.push(`-b '${scheme.name}=${key}' `);
    else if (scheme.kind === 'apiKey') query.push(`${scheme.name}=${key}`);
    else flags.push(`-H 'Authorization: Bearer ${key}' `);
  }
  return { flags: flags.join(''), query: query.length === 0 ? '' : `?${query.join('&')}` };
}
