import { createFederation, type Federation } from '@phr/loader/federation';
import { OFFERS } from './offered.ts';

/** The federation host of this page with all that it offers. */
export function startFederation(): Federation {
  return createFederation({ offers: OFFERS, origin: '' });
}
