import { createContext } from 'react';
import type { Route } from './routes.ts';

/** Prefetches a screen's code: its module, the modules of its places, or the shell's chunk. */
export type Prefetch = (screen: Pick<Route, 'screen' | 'module'> | undefined) => void;

/** Provided by the owner of the screens; does nothing by default. */
export const PrefetchContext = createContext<Prefetch>(() => undefined);
