/** How much a finding weighs. Reports of a comparison say `breaking`, `risky` and `note`. */
export type Severity = 'error' | 'warning' | 'info';

/** 1: on by default, and silent on a correct server. 2: on with `strict`. 3: information only. */
export type Tier = 1 | 2 | 3;
