import { testRepetition } from './repetition-laws.ts';
import { thirdShare } from './shares.ts';
import { testVerdicts } from './verdict-laws.ts';

testVerdicts(thirdShare);
testRepetition(thirdShare);
