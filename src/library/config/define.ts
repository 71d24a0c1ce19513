import type {
  ComparisonFailOn,
  ComparisonLevel,
  ComparisonPolicy,
  UndocumentedValues,
} from '../../comparison/index.ts';
import type { FailOn, GivenValues, Phase } from '../../contract/index.ts';
import type { CheckSettings } from '../../findings/index.ts';
import type { Mocks } from '../../mock/index.ts';
import { checkedMocks } from '../package/checked-mocks.ts';
import type { MocksOf, StandinTypes } from '../world/typed-names.ts';
import type { MockChoices } from './options.ts';

/** Returns the mocks module, with its names and types checked. Throws `mocks.invalid` for an unknown part. */
export function defineMocks<T = StandinTypes>(mocks: MocksOf<T>): Mocks {
  // The names of a document exist only as types.
  return checkedMocks(mocks, 'given');
}

/** What a `standin.config` file may hold: the options of the command line, in camelCase. */
export interface StandinConfig
  extends Omit<MockChoices, 'onDefect' | 'onExchange' | 'cwd' | 'mocks' | 'data' | 'document'> {
  /** Address of the JSON schema, for editors. */
  readonly $schema?: string;
  readonly document?: string;
  readonly mocks?: string;
  readonly data?: string;
  readonly port?: number;
  readonly host?: string;
  readonly watch?: boolean;
  readonly log?: boolean;
  /** The options of `standin check`. */
  readonly check?: CheckConfig;
  /** The options of `standin diff`. */
  readonly diff?: DiffConfig;
  /** The options of `standin gate`. */
  readonly gate?: GateConfig;
}

type OneOrMore<T> = T | readonly T[];

/**
 * The options of `standin check` by name, in camelCase; a flag on the command line takes precedence. Paths
 * are relative to the folder of the config file.
 */
export interface CheckConfig {
  /** Base URL of the service; an argument of the command takes precedence. */
  readonly target?: string;
  /** The document is the embedded petstore. */
  readonly petstore?: boolean;
  /** Severity, tier and on or off of individual checks. */
  readonly checks?: CheckSettings;
  readonly strict?: boolean;
  readonly phase?: OneOrMore<Phase>;
  readonly operation?: OneOrMore<string>;
  readonly tag?: OneOrMore<string>;
  readonly exclude?: OneOrMore<string>;
  readonly seed?: number;
  readonly now?: string;
  readonly fuzz?: number;
  readonly scenarios?: string;
  readonly fixtures?: string;
  /** Records that exist at the target, by resource: a data file of a mock. */
  readonly data?: string;
  /** Values that the target takes, by place, or the file or module that holds them. */
  readonly values?: string | GivenValues;
  readonly header?: OneOrMore<string>;
  readonly bearer?: string;
  readonly basic?: string;
  readonly apiKey?: OneOrMore<string>;
  readonly authCmd?: string;
  readonly authCheck?: boolean;
  readonly allowWrites?: boolean;
  readonly touchExisting?: boolean;
  readonly disruptive?: boolean;
  readonly concurrency?: number;
  readonly rate?: string;
  readonly timeout?: number;
  readonly maxBytes?: number;
  readonly follow?: boolean;
  readonly insecure?: boolean;
  readonly wait?: string;
  /** Such as `5m`. */
  readonly timeLimit?: string;
  readonly report?: OneOrMore<string>;
  readonly compare?: string;
  readonly baseline?: string;
  readonly ledger?: string;
  readonly failOn?: OneOrMore<FailOn>;
  readonly sunsetWarn?: number;
  readonly sunsetFail?: number;
  readonly deprecationBudget?: number;
  readonly minCoverage?: OneOrMore<string>;
  readonly timeBudget?: number;
  readonly shard?: string;
  readonly secondOpinion?: 'dredd';
  readonly secondOpinionHooks?: OneOrMore<string>;
  readonly har?: string;
}

/**
 * The options of `standin diff` by name, in camelCase; a flag on the command line takes precedence. Paths
 * are relative to the folder of the config file.
 */
export interface DiffConfig {
  /** Severity of individual checks, by id or a pattern such as `response.*`. */
  readonly checks?: NonNullable<ComparisonPolicy['checks']>;
  readonly remoteRefs?: boolean;
  readonly anyway?: boolean;
  readonly operation?: OneOrMore<string>;
  readonly tag?: OneOrMore<string>;
  readonly exclude?: OneOrMore<string>;
  readonly usage?: OneOrMore<string>;
  readonly since?: string;
  readonly ignoreClient?: OneOrMore<string>;
  readonly minCalls?: number;
  readonly unused?: 'warning' | 'info';
  readonly level?: ComparisonLevel;
  readonly undocumented?: UndocumentedValues;
  readonly failOn?: OneOrMore<ComparisonFailOn>;
  readonly strict?: boolean;
  readonly exempt?: OneOrMore<string>;
  readonly grace?: OneOrMore<string>;
  readonly removal?: OneOrMore<string>;
  readonly openEnums?: boolean;
  readonly prove?: boolean;
  readonly proveOn?: string;
  readonly header?: OneOrMore<string>;
  readonly allowWrites?: boolean;
  readonly baseline?: string;
  readonly now?: string;
  readonly report?: OneOrMore<string>;
}

/**
 * The options of `standin gate` by name, in camelCase; a flag on the command line takes precedence. Paths
 * are relative to the folder of the config file.
 */
export interface GateConfig {
  readonly registry?: string;
  readonly usage?: OneOrMore<string>;
  readonly ignoreClient?: OneOrMore<string>;
  /** Such as `7d`. */
  readonly fresh?: string;
  /** Percent. */
  readonly minCoverage?: number;
  readonly allowUnused?: boolean;
  readonly now?: string;
  readonly report?: OneOrMore<string>;
}

/** Returns the configuration, with its types checked. */
export function defineConfig(config: StandinConfig): StandinConfig {
  return config;
}
