import { testRepetition } from './repetition-laws.ts';
import { fourthShare } from './shares.ts';
import { testVerdicts } from './verdict-laws.ts';

testVerdicts(fourthShare);
testRepetition(fourthShare);
