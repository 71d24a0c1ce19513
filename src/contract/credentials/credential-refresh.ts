import type { Credentials } from '../model/options.ts';
import type { Purpose } from '../model/purpose.ts';
import type { Redactor } from '../transport/redactor.ts';
import type { Outcome } from '../transport/target.ts';
import { credentialSecrets } from './credentials.ts';

/** Gets another credential, once a run. Returns whether there is one. */
export type CredentialRefresh = (renewed: RenewedCredential) => Promise<boolean>;

/** What a new credential replaces. */
interface RenewedCredential {
  readonly redactor: Redactor;
  credentials: Credentials;
}

/** Calls `renew` once; calls in the meantime wait for the same result. Old and new values are redacted. */
export function createCredentialRefresh(renew: () => Promise<Credentials>): CredentialRefresh {
  let renewed: Promise<boolean> | undefined;
  return (parts) => {
    renewed ??= renew().then(
      (credentials) => {
        parts.redactor.add(credentialSecrets(credentials, []));
        parts.credentials = credentials;
        return true;
      },
      // If no other credential can be had, the refusal of the old one stands and is reported.
      () => false,
    );
    return renewed;
  };
}

/** Whether our credential was refused in a request that does not test credentials: it may have expired. */
export function isRefused(outcome: Outcome, { story }: Purpose, bare: boolean): boolean {
  return outcome.kind === 'answered' && outcome.status === 401 && !bare && story.kind !== 'credential';
}
