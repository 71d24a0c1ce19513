import { type Act, type Flow, inconclusive } from '../model/flow.ts';
import { type PutBackTools, type Restore, readyToRestore } from '../outage/put-back.ts';
import type { LastFlow } from '../plan/order-disruptive.ts';

/** A flow that reads the state before each attempt and restores it afterwards. */
export interface RestoringFlow {
  readonly flow: Flow;
  /** Restores the state that a stopped flow has left. Returns why that failed. */
  end(): Promise<readonly string[]>;
}

/** `anyway`: runs the flow even if it cannot be undone. */
export function restoringFlow(flow: LastFlow, tools: PutBackTools, anyway: boolean): RestoringFlow {
  const { putBack } = flow;
  const trouble = new Set<string>();
  let restore: Restore | undefined;
  let refusal: string | undefined;

  async function before(): Promise<void> {
    await after();
    const ready = putBack === undefined ? undefined : await readyToRestore(tools, putBack);
    refusal = typeof ready === 'string' && !anyway ? ready : undefined;
    restore = typeof ready === 'string' ? undefined : ready;
  }

  async function after(): Promise<void> {
    const why = await restore?.();
    restore = undefined;
    if (why !== undefined) trouble.add(`${flow.acts.method} ${flow.acts.path} could not be put back: ${why}`);
  }

  function around(act: Act, at: number, acts: readonly Act[]): Act {
    return async (caseContext) => {
      if (at === 0) await before();
      if (refusal !== undefined) return inconclusive(`it could not be put back: ${refusal}`);
      try {
        return await act(caseContext);
      } finally {
        if (at === acts.length - 1) await after();
      }
    };
  }

  return {
    flow: { ...flow, begin: () => flow.begin().map(around) },
    async end() {
      await after();
      return [...trouble];
    },
  };
}
