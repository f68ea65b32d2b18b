import type { Offer } from '@phr/loader/resolve';
import { slotsFor } from '../features/dashboard/dashboard.model.ts';
import type { ModulePart } from '../services/loader/module-part.ts';
import type { Route } from '../core/routes.ts';
import { sourcesFor } from '../core/sources.ts';

/**
 * Module parts a screen needs at once: a module's own view; for the dashboard its top places and the sources of
 * "today". Parts further down load when scrolled near.
 */
export function partsOf(route: Pick<Route, 'screen' | 'module'> | undefined, offer: Offer): readonly ModulePart[] {
  if (route?.module !== undefined) return [{ module: route.module, kind: 'view', part: 'app' }];
  if (route?.screen !== 'dashboard') return [];
  return [...slotsFor(offer, 'dashboard.main', 0).slice(0, 1), ...sourcesFor(offer, 'today.signals')].map(
    ({ module, slot }): ModulePart => ({ module, kind: 'slot', part: slot }),
  );
}
