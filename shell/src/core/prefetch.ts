import { createContext } from 'react';
import type { Route } from './routes.ts';

/** Fetches what a screen is made of before it is shown: its module, the modules of its places, or the shell's own file. */
export type Prefetch = (screen: Pick<Route, 'screen' | 'module'> | undefined) => void;

/** Given by who knows all screens; does nothing without one. */
export const PrefetchContext = createContext<Prefetch>(() => undefined);
