/** Writes one entity after the other and says so after each, until it is killed. Arguments: engine, path, folder of modules. */
import { writeSync } from 'node:fs';
import { createMemoryStore, createSqliteStore, loadState, saveState } from '../../src/state/index.ts';

const [engine, path = '', modules] = process.argv.slice(2);
const now = (): number => 0;
const store =
  engine === 'sqlite'
    ? await createSqliteStore({ path, now, ...(modules === undefined ? {} : { resolveFrom: modules }) })
    : createMemoryStore({ now });
if (engine === 'file') await loadState(store, path);
const world = await store.world('default');

for (;;) {
  const id = await world.transaction(async (tx) => {
    const given = await tx.collection('pets').nextId();
    await tx.collection('pets').put(String(given), { id: Number(given), text: 'x'.repeat(Number(given) % 1_000) });
    await tx.setRecord('last', Number(given));
    return given;
  });
  if (engine === 'file') await saveState(store, path);
  tell(`${id}\n`);
}

function tell(line: string): void {
  for (;;) {
    try {
      writeSync(1, line);
      return;
    } catch (error) {
      // The reader is slow and the pipe is full: nothing was written.
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
    }
  }
}
