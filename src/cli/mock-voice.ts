import {
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
import type { Terminal } from './terminal.ts';

/** The output of `standin mock` while it serves: text for people, or one JSON object per line. */
export interface Voice {
  started(mock: StandinMock, server: Listening): void;
  surveyed(mock: StandinMock, server: Listening, resources: readonly string[]): void;
  exchanged(note: ExchangeNote): void;
  reloaded(misfits: readonly Misfit[], mock: StandinMock): void;
  reloadFailed(error: unknown): void;
  defect(error: unknown): void;
  stopping(): void;
}

export function createVoice(
  terminal: Terminal,
  json: boolean,
  { host, controlPrefix = CONTROL_PREFIX, strictBasePath = false }: ReturnType<typeof mergedChoices>,
): Voice {
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
    surveyed({ api, seed }, { url }, resources) {
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
          ? `  ${colours.yellow('!')} ${safe(host)} can be reached from other machines.\n`
          : '';
      line(
        'surveyed',
        { resources, unenforceable: api.diagnostics.length },
        `  ${counted(api.operations.length, 'operation')} · ${counted(resources.length, 'resource')}${safe(namesOf(resources))} · seed ${seed}\n` +
          `${trouble.join('')}${more}${open}` +
          [
            `Try:  curl ${url}${safe(firstPath(api, strictBasePath))}`,
            `More: ${url}/ in a browser, ${url}${controlPrefix}/openapi.json`,
            'Stop: Ctrl-C',
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
        `  ${colours.green('reloaded')} ${counted(mock.api.operations.length, 'operation')}, data kept\n${shown.join('')}${misfits.length > 5 ? `  … and ${misfits.length - 5} more\n` : ''}`,
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
      else terminal.err(`  ${colours.red('error')} while answering: ${safe(toldOf(error))}\n`);
    },
    stopping: () => line('stopping', {}, json ? '' : '\n  stopping\n'),
  };
}

/** Message and hint of a known error; a stack for a defect. */
function toldOf(error: unknown): string {
  if (error instanceof StandinError && error.code !== 'internal')
    return error.hint === undefined ? error.message : `${error.message} ${error.hint}`;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

function counted(count: number, thing: string): string {
  return `${count} ${thing}${count === 1 ? '' : 's'}`;
}

function namesOf(resources: readonly string[]): string {
  if (resources.length === 0) return '';
  return ` (${resources.slice(0, 6).join(', ')}${resources.length > 6 ? ', …' : ''})`;
}

/** The path of a GET that works without further knowledge; one without required parameters if there is any. */
function firstPath({ operations, basePaths }: StandinMock['api'], strictBasePath: boolean): string {
  const plain = operations.filter(({ method, path }) => method === 'GET' && !path.includes('{'));
  const free = plain.find(({ parameters }) => !parameters.some(({ required }) => required)) ?? plain[0];
  return free === undefined ? '/' : `${strictBasePath ? (basePaths[0] ?? '') : ''}${free.path}`;
}
