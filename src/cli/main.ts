#!/usr/bin/env node
import { run } from './run.ts';

// Arguments may hold credentials, and everybody on a machine can read the titles of its processes.
process.title = 'standin';
process.exitCode = await run(process.argv.slice(2));
