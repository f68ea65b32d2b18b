import { createFederation, type Federation } from '@phr/loader/federation';
import { OFFERS } from './offered.ts';

/** The page's federation host with everything it offers. */
export function startFederation(): Federation {
  return createFederation({ offers: OFFERS, origin: '' });
}
