import { testRepetition } from './repetition-laws.ts';
import { firstShare } from './shares.ts';
import { testVerdicts } from './verdict-laws.ts';

testVerdicts(firstShare);
testRepetition(firstShare);
