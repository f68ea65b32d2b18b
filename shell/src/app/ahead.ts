import type { Offer } from '@phr/loader/resolve';
import { slotsFor } from '../features/dashboard/dashboard.model.ts';
import type { ModulePart } from '../services/loader/module-part.ts';
import type { Route } from '../core/routes.ts';
import { sourcesFor } from '../core/sources.ts';

/** Screens that query the sources of "today": for the person on screen, and for each relative. */
const ASKING: readonly (string | undefined)[] = ['dashboard', 'family'];

/**
 * Module parts a screen needs at once: a module's own view; the dashboard's top places; the sources of "today" where
 * they are queried. Parts further down load when scrolled near.
 */
export function partsOf(route: Pick<Route, 'screen' | 'module'> | undefined, offer: Offer): readonly ModulePart[] {
  if (route?.module !== undefined) return [{ module: route.module, kind: 'view', part: 'app' }];
  const first = route?.screen === 'dashboard' ? slotsFor(offer, 'dashboard.main', 0).slice(0, 1) : [];
  const sources = ASKING.includes(route?.screen) ? sourcesFor(offer, 'today.signals') : [];
  return [...first, ...sources].map(({ module, slot }): ModulePart => ({ module, kind: 'slot', part: slot }));
}
