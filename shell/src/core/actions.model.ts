import type { PatientSummary } from '@phr/contract/host-api';
import { mayIn } from '@phr/contract/may';
import type { ActionEntry } from '@phr/contract/registry';
import type { Offer } from '@phr/loader/resolve';
import type { RouteTable } from './routes.ts';

/** Something that a person can begin, with the screen on which she does. */
export type Action = Pick<ActionEntry, 'screen' | 'text' | 'icon'>;

/**
 * What the modules offer to begin for a person, in the order of their manifests: none in a record that may only be looked at, nor what is
 * for the owner's own record only in another one. A module that is turned off offers nothing.
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

/** What is begun beneath a screen of the menu, where it is just one thing: a visit is booked beneath the list of visits. */
export function actionBeneath(actions: readonly Action[], { routes }: RouteTable, menu: string): Action | undefined {
  const beneath = actions.filter(({ screen }) => routes.find((route) => route.screen === screen)?.menu === menu);
  return beneath.length === 1 ? beneath[0] : undefined;
}
