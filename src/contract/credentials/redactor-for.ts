import type { Json } from '../../core/index.ts';
import type { Api } from '../../spec/index.ts';
import type { RecordedTraffic } from '../../traffic/index.ts';
import { stringifyJson } from '../../wire/index.ts';
import type { ContractOptions, PlanOptions } from '../model/options.ts';
import type { Scenario } from '../model/scenario.ts';
import { bodyBytes } from '../transport/body-bytes.ts';
import { createRedactor, type Redactor } from '../transport/redactor.ts';
import { credentialSecrets } from './credentials.ts';

/** Removes secrets from all output of a run: the run's own, and those of recorded traffic and scenarios. */
export function redactorFor(options: PlanOptions & Pick<ContractOptions, 'secrets'>): Redactor {
  const { api, credentials = {}, secrets = [], traffic = [], scenarios = [] } = options;
  const redactor = createRedactor(credentialSecrets(credentials, secrets), credentialParameters(api));
  redactor.learn({ headers: credentials.headers ?? [] });
  for (const recorded of traffic) learnRecorded(redactor, recorded);
  for (const scenario of scenarios) learnScenario(redactor, scenario);
  return redactor;
}

/** Names of header fields and query parameters that the document calls credentials. */
function credentialParameters({ securitySchemes }: Api): readonly string[] {
  return Object.values(securitySchemes).flatMap((scheme) => (scheme.kind === 'apiKey' ? [scheme.name] : []));
}

function learnRecorded(redactor: Redactor, { request, headers, bytes, url }: RecordedTraffic): void {
  const { query } = request;
  redactor.learn({ query, headers: request.headers, text: scenarioText(bodyBytes(request.body)) });
  redactor.learn({ headers, text: scenarioText(bytes) });
  if (url !== undefined) redactor.learn({ text: url });
}

function learnScenario(redactor: Redactor, { steps }: Scenario): void {
  for (const { headers = {}, request = '', parameters, body, expect } of steps) {
    redactor.learn({ headers: Object.entries(headers), text: request });
    const values: readonly (Json | undefined)[] = [parameters, body, expect?.body, expect?.headers];
    for (const value of values) if (value !== undefined) redactor.learn({ text: stringifyJson(value) });
  }
}

/** Content as a string, for the search for secrets. */
export function scenarioText(bytes: Uint8Array | undefined): string {
  return bytes === undefined ? '' : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString();
}
