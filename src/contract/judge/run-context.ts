import type { HeaderFields, HttpRequest } from '../../core/index.ts';
import type { Fuzzer } from '../../generation/index.ts';
import type { Operation } from '../../spec/index.ts';
import type { Ledger } from '../cleanup/ledger.ts';
import type { KeyedMutex } from '../concurrency/keyed-mutex.ts';
import type { CredentialRefresh } from '../credentials/credential-refresh.ts';
import type { CaseContext, ExchangeOptions, Fixtures } from '../model/case-context.ts';
import type { Exchange } from '../model/exchange.ts';
import type { Credentials } from '../model/options.ts';
import type { Purpose } from '../model/purpose.ts';
import type { StepEnd } from '../model/step-end.ts';
import type { Outages } from '../outage/outages.ts';
import type { SettingsKeeper } from '../ownership/settings-keeper.ts';
import type { WriteGate } from '../ownership/write-gate.ts';
import type { Creations } from '../repeat/history.ts';
import type { ModelIndex } from '../resource-index/model-index.ts';
import type { createdId } from '../responses/created-id.ts';
import type { Redactor } from '../transport/redactor.ts';
import type { Heard, Sender } from '../transport/sender.ts';
import type { BodyValidation } from './body-validation.ts';
import type { CheckPolicy } from './check-policy.ts';
import type { ObserveOptions } from './create-exchange.ts';
import type { PersistenceEvidence } from './persistence-evidence.ts';

/** What all stages of a run share. */
export interface RunContext extends ObserveOptions {
  readonly index: ModelIndex;
  readonly generator: CaseContext['generator'];
  readonly seed: number;
  readonly fixtures: Fixtures;
  readonly sender: Sender;
  readonly base: string;
  readonly policy: CheckPolicy;
  readonly redactor: Redactor;
  /** What each operation is asked for, as an `Accept` field. */
  readonly offers: Map<Operation | undefined, HeaderFields[number]>;
  credentials: Credentials;
  /** Header fields of every request. */
  readonly fields: HeaderFields;
  /** Gets another credential when ours is refused. */
  readonly renewal?: CredentialRefresh;
  /** Names of the schemes that each operation's credential satisfies. */
  readonly credentialKeys: Map<Operation, string>;
  readonly ledger: Ledger;
  /** Which exchange created which item, for findings that have to create it again. */
  readonly creations: Creations;
  /** Holds back writes to what this run did not create. */
  readonly writeGate: WriteGate;
  readonly settingsKeeper: SettingsKeeper;
  readonly memory: PersistenceEvidence;
  /** Writes that name a version of what is at a path. */
  readonly turns: KeyedMutex;
  outages: Outages | undefined;
  /** Disruptive operations that are not sent at all. */
  heldBack: ReadonlySet<Operation>;
  readonly heed: BodyValidation;
  /** Operations that have given 2xx. */
  readonly worked: Set<string>;
  /** … with an entity tag in the answer. */
  readonly tagged: Set<string>;
  /** Security alternatives whose credential has been taken. */
  readonly taken: Set<string>;
  /** Idempotency keys given so far, and what tells them from those of other runs. */
  readonly keys: { count: number; readonly salt: string };
  readonly isGiven: (operation: Operation, pointer: string) => boolean;
  readonly fuzzer: () => Fuzzer;
  readonly stopped: () => boolean;
  /** The case that first showed a finding, by fingerprint. */
  readonly shown: Map<string, string>;
  /** Fingerprints of findings whose steps have been told. */
  readonly withSteps: Set<string>;
  /** What answers told of something that was created. */
  readonly made: WeakMap<Exchange, ReturnType<typeof createdId>>;
  /** Told of every request that goes out, with the id of its case, where somebody wants to know. */
  onExchange?: (caseId: string, ...heard: Parameters<Heard>) => void;
  /** Told of every answer that was judged. */
  onSeen(seen: Exchange): void;
}

/** One request on its way through a case. */
export interface Sent {
  readonly operation: Operation | undefined;
  readonly request: HttpRequest;
  readonly purpose: Purpose;
  readonly url: string;
  readonly options: ExchangeOptions;
  /** Set where our own request is not what it was meant to be, so that nothing can be said. */
  readonly spoilt: StepEnd | undefined;
  /** Broken by the quick verdict alone: the last word is asked for before anything is held against the target. */
  readonly unproven: boolean;
}
