import { type DataSet, itemsOf, TAG } from './data-set.model.ts';

/**
 * Where the attributes of a macro stand for one frame (PS3.3 C.7.6.16): in the frame's own group, in the group that all frames share, or at the top of
 * the file, in this order. `frame` counts from 1.
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
