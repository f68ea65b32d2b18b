import { type DataSet, itemsOf, TAG } from './data-set.model.ts';

/**
 * Looks up a macro's attributes for one frame (PS3.3 C.7.6.16): the frame's own group, the shared group, then the top
 * level. `frame` counts from 1.
 */
export function scopeOf(dataSet: DataSet, frame: number, macroSequence: string): DataSet {
  const own = itemsOf(dataSet, TAG.perFrameFunctionalGroups)[frame - 1];
  const [shared] = itemsOf(dataSet, TAG.sharedFunctionalGroups);
  for (const group of [own, shared]) {
    const [macro] = group ? itemsOf(group, macroSequence) : [];
    if (macro) return macro;
  }
  return dataSet;
}
