import { planContractFor } from '../../dist/src/library/index.js';

/** Loads a document and plans its contract run: `plan.mjs <document>`. */
const [document = ''] = process.argv.slice(2);
const begun = performance.now();
const { cases } = await planContractFor({ document, loopback: true });
console.log(JSON.stringify({ cases: cases.length, milliseconds: performance.now() - begun }));
