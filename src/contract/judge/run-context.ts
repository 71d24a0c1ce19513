import type { HeaderFields, HttpRequest } from '../../core/index.ts';
import type { Fuzzer } from '../../generation/index.ts';
import type { StandIn } from '../../resources/index.ts';
import type { Operation } from '../../spec/index.ts';
import type { Ledger } from '../cleanup/ledger.ts';
import type { KeyedMutex } from '../concurrency/keyed-mutex.ts';
import type { CredentialRefresh } from '../credentials/credential-refresh.ts';
import type { Hints } from '../hints/hints.ts';
import type { CaseContext, ExchangeOptions, Fixtures } from '../model/case-context.ts';
import type { Exchange } from '../model/exchange.ts';
import type { ContractOptions, Credentials } from '../model/options.ts';
import type { Purpose } from '../model/purpose.ts';
import type { StepEnd } from '../model/step-end.ts';
import type { Outages } from '../outage/outages.ts';
import type { CommandRecords } from '../ownership/command-records.ts';
import type { SettingsKeeper } from '../ownership/settings-keeper.ts';
import type { WriteGate } from '../ownership/write-gate.ts';
import type { Creations } from '../repeat/history.ts';
import type { ModelIndex } from '../resource-index/model-index.ts';
import type { createdId } from '../responses/created-id.ts';
import type { Redactor } from '../transport/redactor.ts';
import type { OnSent, Sender } from '../transport/sender.ts';
import type { BodyValidation } from './body-validation.ts';
import type { CheckPolicy } from './check-policy.ts';
import type { ObserveOptions } from './create-exchange.ts';
import type { PersistenceEvidence } from './persistence-evidence.ts';

/** What all parts of a run share. */
export interface RunContext extends ObserveOptions {
  readonly index: ModelIndex;
  readonly generator: CaseContext['generator'];
  readonly seed: number;
  readonly fixtures: Fixtures;
  readonly sender: Sender;
  readonly base: string;
  readonly policy: CheckPolicy;
  readonly redactor: Redactor;
  /** The `Accept` field of each operation. */
  readonly offers: Map<Operation | undefined, HeaderFields[number]>;
  credentials: Credentials;
  /** Header fields of every request. */
  readonly fields: HeaderFields;
  /** Gets another credential when ours is refused. */
  readonly renewal?: CredentialRefresh;
  /** Names of the schemes that the credential of each operation satisfies. */
  readonly credentialKeys: Map<Operation, string>;
  /** What calls by name stand for. */
  readonly standIns: readonly StandIn[];
  readonly ledger: Ledger;
  /** Which exchange created which item. The script of a finding creates such items again. */
  readonly creations: Creations;
  /** Blocks writes to records that this run did not create. */
  readonly writeGate: WriteGate;
  /** What commands by name have made. */
  readonly commandRecords: CommandRecords;
  readonly settingsKeeper: SettingsKeeper;
  readonly memory: PersistenceEvidence;
  /** Sends writes to the same path one after the other. */
  readonly turns: KeyedMutex;
  outages: Outages | undefined;
  /** Disruptive operations that are not sent. */
  heldBack: ReadonlySet<Operation>;
  readonly bodyValidation: BodyValidation;
  /** Operations that answered 2xx. */
  readonly worked: Set<string>;
  /** Operations that answered 2xx with an entity tag. */
  readonly tagged: Set<string>;
  /** Whether the target answers reads without a credential, and the run has none. */
  admitsAll: boolean;
  /** Security alternatives whose credential was accepted. */
  readonly taken: Set<string>;
  /** The number of idempotency keys so far, those that were drawn, and a salt that keeps them apart from those of other runs. */
  readonly keys: { count: number; readonly salt: string; readonly used: Set<string> };
  /** What descriptions and refusals say of values. */
  readonly hints: Hints;
  /** Operations that had no success when they were tried before the phases, with the reason. */
  readonly refusing: Map<string, string>;
  readonly isGiven: (operation: Operation, place: string) => boolean;
  readonly givenPath: NonNullable<ContractOptions['givenPath']>;
  readonly vary: NonNullable<ContractOptions['vary']>;
  readonly fuzzer: () => Fuzzer;
  readonly stopped: () => boolean;
  /** The case that first showed a finding, by fingerprint. */
  readonly firstCases: Map<string, string>;
  /** The place of each case in the order in which cases show a finding, by its id. */
  places: ReadonlyMap<string, number>;
  /** How findings were reported, by fingerprint. */
  readonly reported: Map<string, EarlierReport>;
  /** The id in each answer to a create. */
  readonly made: WeakMap<Exchange, ReturnType<typeof createdId>>;
  /** Called with every request that is sent and the id of its case; absent where no caller needs it. */
  onExchange?: (caseId: string, ...heard: Parameters<OnSent>) => void;
  /** Called with every judged answer. */
  onSeen(exchange: Exchange): void;
}

/** How a finding with a fingerprint was reported: by one command, or by steps, and the place of its case. */
export interface EarlierReport {
  readonly place: number;
  readonly byOne: boolean;
}

/** One request on its way through a case. */
export interface SentRequest {
  readonly operation: Operation | undefined;
  readonly request: HttpRequest;
  readonly purpose: Purpose;
  readonly url: string;
  readonly options: ExchangeOptions;
  /** Set if the run's own request is not what it was meant to be. The case is then inconclusive. */
  readonly spoilt: StepEnd | undefined;
  /** Only the quick verdict says that the request is broken. The full validator confirms it before a finding is made. */
  readonly unproven: boolean;
}
