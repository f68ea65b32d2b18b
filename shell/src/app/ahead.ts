import type { Registry } from '@phr/contract/registry';
import { slotsFor } from '../features/dashboard/dashboard.model.ts';
import type { ModulePart } from '../services/loader/modules.ts';
import type { Route } from '../core/routes.ts';

/** The parts of modules that a screen is made of: a module's own screen, or those at the dashboard's places, in the order in which they are needed. */
export function partsOf(
  route: Pick<Route, 'screen' | 'module'> | undefined,
  registry: Registry,
): readonly ModulePart[] {
  if (route?.module !== undefined) return [{ module: route.module, kind: 'view', part: 'app' }];
  if (route?.screen !== 'dashboard') return [];
  return ['dashboard.main', 'dashboard.side']
    .flatMap((place) => slotsFor(registry, place))
    .map(({ module, slot }): ModulePart => ({ module, kind: 'slot', part: slot }));
}
