import { bodies } from './bodies.ts';
import type { Deviation } from './deviation.ts';
import { exactNumbers } from './exact-numbers.ts';
import { formats } from './formats.ts';
import { inheritedNames } from './inherited-names.ts';
import { mediaTypes } from './media-types.ts';
import { parameterDialect } from './parameter-dialect.ts';
import { parameterText } from './parameter-text.ts';
import { parts } from './parts.ts';
import { patterns } from './patterns.ts';
import { decoding } from './percent-decoding.ts';
import { statuses } from './statuses.ts';
import { textScalars } from './text-scalars.ts';
import { unaskedParameters } from './unasked-parameters.ts';
import { unevaluatedMembers } from './unevaluated-members.ts';
import { writeOnly } from './write-only.ts';

/** All differences to Prism's verdict. Without a deviation, Prism decides. */
export const DEVIATIONS: readonly Deviation[] = [
  decoding,
  unaskedParameters,
  parameterText,
  parameterDialect,
  statuses,
  mediaTypes,
  bodies,
  parts,
  textScalars,
  exactNumbers,
  patterns,
  formats,
  writeOnly,
  inheritedNames,
  unevaluatedMembers,
];
