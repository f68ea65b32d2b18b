import { createStore } from '@phr/contract/store';
import type { Offer } from '@phr/loader/resolve';
import { useEffect, useState } from 'react';
import { type Shell, useShell, useStore } from '../../core/shell.tsx';
import { sourcesFor } from '../../core/sources.ts';
import { type NamedSearch, openIndex, type SearchIndex, type Searched } from './index.model.ts';

const NOTHING = createStore<readonly Searched[]>([]);

/**
 * The search index of the record on screen while the search is open; rebuilt for another person, another language, and
 * when a module is switched off.
 */
export function useSearchIndex(patientId: string | undefined): readonly Searched[] {
  const shell = useShell();
  const offer = useStore(shell.offer);
  const { locale } = useStore(shell.texts);
  const [opened] = useState(() => createStore<(SearchIndex & { readonly patientId: string }) | undefined>(undefined));
  useEffect(() => {
    if (patientId === undefined) return undefined;
    const index = openIndex(sourcesOf(shell, offer), {
      patientId,
      isScreen: (screen) => shell.routes.get().routes.some((route) => route.screen === screen),
    });
    opened.set({ ...index, patientId });
    return index.stop;
  }, [shell, offer, locale, patientId, opened]);
  const index = useStore(opened);
  const searched = useStore(index?.state ?? NOTHING);
  // between a switch and its effect the index still belongs to the previous person
  return index?.patientId === patientId ? searched : NOTHING.get();
}

function sourcesOf(shell: Shell, offer: Offer): readonly NamedSearch[] {
  return sourcesFor(offer, 'search').map(({ module, slot, text, isOn }) => ({
    key: `${module}/${slot}`,
    text,
    open: async () => (isOn ? (await shell.modules.get(module)).instance.sources?.search : undefined),
  }));
}
