import { testRepetition } from './repetition-laws.ts';
import { secondShare } from './shares.ts';
import { testVerdicts } from './verdict-laws.ts';

testVerdicts(secondShare);
testRepetition(secondShare);
