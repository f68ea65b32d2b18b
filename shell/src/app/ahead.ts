import type { Offer } from '@phr/loader/resolve';
import { slotsFor } from '../features/dashboard/dashboard.model.ts';
import type { ModulePart } from '../services/loader/module-part.ts';
import type { Route } from '../core/routes.ts';
import { sourcesFor } from '../core/sources.ts';

/** Screens that ask the sources of "today": about the person whose record is open, and about each relative. */
const ASKING: readonly (string | undefined)[] = ['dashboard', 'family'];

/**
 * The parts of modules that a screen needs at once: a module's own screen; of the dashboard what stands first; the sources of "today" where they are asked. What
 * stands further down comes when it is near.
 */
export function partsOf(route: Pick<Route, 'screen' | 'module'> | undefined, offer: Offer): readonly ModulePart[] {
  if (route?.module !== undefined) return [{ module: route.module, kind: 'view', part: 'app' }];
  const first = route?.screen === 'dashboard' ? slotsFor(offer, 'dashboard.main', 0).slice(0, 1) : [];
  const sources = ASKING.includes(route?.screen) ? sourcesFor(offer, 'today.signals') : [];
  return [...first, ...sources].map(({ module, slot }): ModulePart => ({ module, kind: 'slot', part: slot }));
}
