import type { NewObservation } from './builders.ts';
import { withDigitsOf } from './digits.ts';

type Resource = { readonly [element: string]: unknown };

/** What a form writes of an observation; whatever else is stored stays. */
const WRITTEN = [
  'code',
  'effectiveDateTime',
  'issued',
  'performer',
  'valueString',
  'valueQuantity',
  'interpretation',
  'referenceRange',
  'component',
  'bodySite',
  'note',
] as const;

/**
 * A stored observation as its form would write it now. It says that it was corrected; what came with it and the form does not show stays, and so do the
 * digits of a number that nobody changed (7.0).
 * @param keeps elements of `next` that nobody touched and so stay as they were sent
 */
export function correctedObservation(stored: Resource, next: NewObservation, keeps: readonly string[] = []): Resource {
  const kept: Record<string, unknown> = { ...stored };
  for (const element of WRITTEN) {
    if (keeps.includes(element)) continue;
    if (next[element] === undefined) delete kept[element];
    else kept[element] = withDigitsOf(stored[element], next[element]);
  }
  return { ...kept, status: 'corrected' };
}
