import type { Mocks } from '../mock/index.ts';
import type { MockChoices } from './options.ts';

/** Types and returns what a mocked API knows of its own domain. */
export function defineMocks(mocks: Mocks): Mocks {
  return mocks;
}

/** What a `standin.config` file may hold: the options of the command line, in camelCase. */
export interface StandinConfig extends Omit<MockChoices, 'onDefect' | 'cwd' | 'mocks' | 'data' | 'document'> {
  readonly document?: string;
  readonly mocks?: string;
  readonly data?: string;
  readonly port?: number;
  readonly host?: string;
  readonly watch?: boolean;
}

/** Types and returns a configuration. */
export function defineConfig(config: StandinConfig): StandinConfig {
  return config;
}
