import type { PatientSummary } from '@phr/contract/host-api';
import { mayIn } from '@phr/contract/may';
import type { ActionEntry } from '@phr/contract/registry';
import type { Offer } from '@phr/loader/resolve';
import type { RouteTable } from './routes.ts';

/** Something a person can start, with its screen. */
export type Action = Pick<ActionEntry, 'screen' | 'text' | 'icon'>;

/**
 * Actions modules offer for a person, in manifest order: none in a read-only record, and owner-only actions in the own
 * record only. A switched-off module offers none.
 */
export function actionsFor(
  offer: Offer,
  { routes }: RouteTable,
  person: PatientSummary,
  isOwnRecord: boolean,
): readonly Action[] {
  if (!mayIn(person, 'create')) return [];
  return offer
    .filter(({ state }) => state !== 'killed')
    .flatMap(({ manifest }) => manifest.actions ?? [])
    .filter(({ screen }) =>
      routes.some((route) => route.screen === screen && (isOwnRecord || route.mainPatientOnly !== true)),
    )
    .toSorted((a, b) => a.order - b.order);
}

/** The action belonging to a menu screen if there is exactly one: booking beneath the list of visits. */
export function actionBeneath(actions: readonly Action[], { routes }: RouteTable, menu: string): Action | undefined {
  const beneath = actions.filter(({ screen }) => routes.find((route) => route.screen === screen)?.menu === menu);
  return beneath.length === 1 ? beneath[0] : undefined;
}
