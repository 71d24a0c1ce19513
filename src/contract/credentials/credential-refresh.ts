import type { Credentials } from '../model/options.ts';
import type { Purpose } from '../model/purpose.ts';
import type { Redactor } from '../transport/redactor.ts';
import type { Outcome } from '../transport/target.ts';
import { credentialSecrets } from './credentials.ts';

/** Gets another credential, once a run: true where there is one now. */
export type CredentialRefresh = (parts: Renewed) => Promise<boolean>;

/** What a new credential changes. */
interface Renewed {
  readonly redactor: Redactor;
  credentials: Credentials;
}

/** Asks `renew` the first time; whoever comes meanwhile waits for the same answer. Old and new values stay secrets. */
export function createCredentialRefresh(renew: () => Promise<Credentials>): CredentialRefresh {
  let renewed: Promise<boolean> | undefined;
  return (parts) => {
    renewed ??= renew().then(
      (credentials) => {
        parts.redactor.add(credentialSecrets(credentials, []));
        parts.credentials = credentials;
        return true;
      },
      // Without another credential the refusal stands, and says so by itself.
      () => false,
    );
    return renewed;
  };
}

/** A credential of ours that is refused where it should do: it may have run out. */
export function isRefused(outcome: Outcome, { story }: Purpose, bare: boolean): boolean {
  return outcome.kind === 'answered' && outcome.status === 401 && !bare && story.kind !== 'credential';
}
