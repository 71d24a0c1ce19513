import { useEffect, useState } from 'preact/hooks';
import { useApp } from './app.ts';
import type { ControlOutcome } from './control.ts';

/**
 * The answer of a control route about the chosen world. Fetched again when `path` or the world changes, and after changes by this page. Fetches after `pause`
 * milliseconds without another change, so that typing does not send a request for each letter.
 */
export function useFetched<T>(
  path: string | undefined,
  pause = 0,
): {
  readonly outcome: ControlOutcome<T> | undefined;
  readonly again: () => void;
} {
  const app = useApp();
  const [kept, keep] = useState<{ readonly path: string | undefined; readonly outcome: ControlOutcome<T> }>();
  const [turn, setTurn] = useState(0);
  const world = app.world.value;
  const changes = app.changes.value;
  const reach = app.control.reach.value;
  useEffect(() => {
    if (path === undefined) return undefined;
    let isWanted = true;
    const ask = async (): Promise<void> => {
      const outcome = await app.call<T>('GET', path);
      if (isWanted) keep({ path, outcome });
    };
    const timer = pause === 0 ? void ask() : setTimeout(ask, pause);
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, [path, pause, world, changes, turn, reach]);
  return { outcome: kept?.path === path ? kept?.outcome : undefined, again: () => setTurn((before) => before + 1) };
}
