#!/usr/bin/env node
import { runCommandLine } from './run.ts';

// Arguments may hold credentials, and all users of a machine can read the titles of its processes.
process.title = 'standin';
process.exitCode = await runCommandLine(process.argv.slice(2));
