import type { ApplicationVersion } from '../model/decision.ts';

/** Declares an environment before anything is deployed there. */
export const ENVIRONMENT_FILE = '_environment.json';

/** The files of facts, relative to the folder of the registry. */
export const FACT_PATHS = {
  document: ({ name, version }: ApplicationVersion): string => `providers/${name}/${version}/document.json`,
  check: ({ name, version }: ApplicationVersion): string => `providers/${name}/${version}/check.json`,
  uses: ({ name, version }: ApplicationVersion, provider: string, kind: 'uses' | 'pact'): string =>
    `consumers/${name}/${version}/${provider}.${kind}.json`,
  deployed: (environment: string, application: string): string => `environments/${environment}/${application}.json`,
  environment: (environment: string): string => `environments/${environment}/${ENVIRONMENT_FILE}`,
} as const;
