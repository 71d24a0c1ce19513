import { resolve } from 'node:path';
import { Worker } from 'node:worker_threads';

const LIBRARY = resolve(import.meta.dirname, '../../dist/src/library/index.js');

/** Only catches what never ends, also where many others use the machine. */
const DEADLINE = 60_000;

export interface Asked {
  readonly name: string;
  readonly document: object;
  readonly paths: readonly string[];
  /** Whether an answer 500 is a fault, too. Judging a schema that applies itself to the same value has no end by its own meaning. */
  readonly isJudged: boolean;
}

/** What is wrong with how the commands deal with documents, each in turn in a thread of its own: steps that do not end, and errors without a word. */
export async function faultsOf(asked: readonly Asked[]): Promise<readonly string[]> {
  const faults: string[] = [];
  let worker: Worker | undefined;
  for (const each of asked) {
    worker ??= start();
    const found = await worked(worker, each);
    if (found.ended) faults.push(...found.faults.map((fault) => `${each.name}: ${fault}`));
    else {
      faults.push(`${each.name}: ${found.faults.join()} ${JSON.stringify(each.document).slice(0, 4_000)}`);
      await worker.terminate();
      worker = undefined;
    }
  }
  await worker?.terminate();
  return faults;
}

interface Worked {
  readonly ended: boolean;
  readonly faults: readonly string[];
}

function start(): Worker {
  return new Worker(new URL('./bounded-worker.mjs', import.meta.url), { workerData: { library: LIBRARY } });
}

function worked(worker: Worker, { document, paths, isJudged }: Asked): Promise<Worked> {
  return new Promise((done) => {
    let step = 'start';
    const end = (found: Worked): void => {
      clearTimeout(timer);
      worker.removeAllListeners('message');
      worker.removeAllListeners('error');
      done(found);
    };
    const timer = setTimeout(() => end({ ended: false, faults: [`${step} does not end`] }), DEADLINE);
    worker.on('error', (error) => end({ ended: false, faults: [`${step}: ${error.message}`] }));
    worker.on('message', (told: { readonly step?: string; readonly faults?: readonly string[] }) => {
      if (told.faults !== undefined) end({ ended: true, faults: told.faults });
      else step = told.step ?? step;
    });
    worker.postMessage({ document, paths, isJudged });
  });
}
