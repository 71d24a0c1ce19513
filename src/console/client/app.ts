import { type ReadonlySignal, type Signal, signal } from '@preact/signals';
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { DrawnRequest, ShortOperation } from '../model/control-types.ts';
import { type PageRoute, parseHash } from '../model/route.ts';
import type { Control, ControlOutcome } from './control.ts';
import type { Live } from './live.ts';
import { createOpenedReport, type OpenedReport } from './opened-report.ts';

export interface DocumentFacts {
  readonly title: string;
  readonly version: string;
  readonly operations: readonly ShortOperation[];
}

/** A short message, and a function that undoes the change. */
export interface Toast {
  readonly text: string;
  readonly isError?: boolean;
  readonly undo?: () => Promise<void>;
}

/** State that all pages share. */
export interface ConsoleApp {
  readonly control: Control;
  readonly live: Live;
  readonly route: ReadonlySignal<PageRoute>;
  readonly world: Signal<string>;
  readonly facts: ReadonlySignal<DocumentFacts | undefined>;
  readonly toast: Signal<Toast | undefined>;
  /** A request from another page for the try-it form. */
  readonly draft: Signal<(DrawnRequest & { readonly operation: string }) | undefined>;
  /** The run on the check page. */
  readonly report: OpenedReport;
  /** Number of changes by this page. A change fetches shown data again. */
  readonly changes: Signal<number>;
  /** Path of a control route for the chosen world. */
  call<T>(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<ControlOutcome<T>>;
  /** Shows the result of a change. Returns whether it succeeded. */
  showResult(outcome: ControlOutcome<unknown>, text: string, undo?: () => Promise<void>): boolean;
  loadFacts(): Promise<void>;
}

const WORLD = 'standin.world';

export function createConsoleApp(control: Control, live: Live, view: Window): ConsoleApp {
  const route = signal(parseHash(view.location.hash));
  view.addEventListener('hashchange', () => {
    route.value = parseHash(view.location.hash);
  });
  const world = signal(view.sessionStorage.getItem(WORLD) ?? 'default');
  world.subscribe((name) => view.sessionStorage.setItem(WORLD, name));
  const facts = signal<DocumentFacts>();
  const toast = signal<Toast>();
  const changes = signal(0);
  return {
    control,
    live,
    route,
    world,
    facts,
    toast,
    changes,
    draft: signal(),
    report: createOpenedReport(),
    call: (method, path, body, headers) =>
      control.call(
        method,
        `${path}${path.includes('?') ? '&' : '?'}world=${encodeURIComponent(world.peek())}`,
        body,
        headers,
      ),
    showResult(outcome, text, undo) {
      toast.value = outcome.ok
        ? { text, ...(undo === undefined ? {} : { undo }) }
        : { text: outcome.detail, isError: true };
      if (outcome.ok) changes.value += 1;
      return outcome.ok;
    },
    async loadFacts() {
      const found = await control.call<DocumentFacts>('GET', `operations?world=${encodeURIComponent(world.peek())}`);
      if (found.ok) facts.value = found.value;
    },
  };
}

export const AppContext = createContext<ConsoleApp | undefined>(undefined);

export function useApp(): ConsoleApp {
  const app = useContext(AppContext);
  if (app === undefined) throw new Error('A part of the console stands outside of it.');
  return app;
}
