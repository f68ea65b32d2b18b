import { Button } from '@phr/ui/button';
import { IconPrint } from '@phr/ui/icons';
import { useUiText } from '@phr/ui/ui-text';
import { notifyManager, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { createContext, use, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';

type Preparation = () => Promise<unknown>;

/** What the parts of a screen do before it is printed. */
export const Preparations = createContext<Set<Preparation> | undefined>(undefined);

/** Has `prepare` done, to its end, before the button of the screen prints: all rows of a list go on paper, not just those on screen (UX-20). */
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

/** Prints the screen with everything that belongs to it: what is closed is opened, what was not read yet is read. */
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
    // all that shows itself on paper only is shown from here on
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

/** Resolves when nothing is being read. */
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

/** Resolves when everything that was read is in the page: components hear of it after those who asked. */
async function shown(): Promise<void> {
  await new Promise<void>((resolve) => {
    notifyManager.schedule(resolve);
  });
  flushSync(() => undefined);
}
