import { Button } from '@phr/ui/button';
import { IconPrint } from '@phr/ui/icons';
import { useUiText } from '@phr/ui/ui-text';
import { notifyManager, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { createContext, use, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';

type Preparation = () => Promise<unknown>;

/** Tasks of a screen's parts before printing. */
export const Preparations = createContext<Set<Preparation> | undefined>(undefined);

/** Registers a task to finish before the screen's button prints, such as loading all rows of a list (UX-20). */
export function useBeforePrint(prepare: Preparation): void {
  const all = use(Preparations);
  const latest = useRef(prepare);
  useEffect(() => {
    latest.current = prepare;
  });
  useEffect(() => {
    if (all === undefined) return undefined;
    const own = () => latest.current();
    all.add(own);
    return () => {
      all.delete(own);
    };
  }, [all]);
}

/** Prints the whole screen: opens closed sections and loads missing data first. */
export function PrintButton() {
  const text = useUiText();
  const client = useQueryClient();
  const all = use(Preparations);
  const [busy, setBusy] = useState(false);
  const here = useRef(true);
  useEffect(() => {
    here.current = true;
    return () => {
      here.current = false;
    };
  }, []);

  async function print() {
    setBusy(true);
    // shows everything that is visible in print only
    window.dispatchEvent(new Event('beforeprint'));
    await settled(client);
    await Promise.all([...(all ?? [])].map((prepare) => prepare()));
    await settled(client);
    await shown();
    if (!here.current) {
      window.dispatchEvent(new Event('afterprint'));
      return;
    }
    setBusy(false);
    window.print();
  }

  return (
    <Button icon={IconPrint} busy={busy} onClick={() => void print()}>
      {text('print.button')}
    </Button>
  );
}

/** Resolves when no query is running. */
function settled(client: QueryClient): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (client.isFetching() > 0) return;
      stop();
      resolve();
    };
    const stop = client.getQueryCache().subscribe(look);
    look();
  });
}

/** Resolves when loaded data is rendered: components are notified after the callers. */
async function shown(): Promise<void> {
  await new Promise<void>((resolve) => {
    notifyManager.schedule(resolve);
  });
  flushSync(() => undefined);
}
