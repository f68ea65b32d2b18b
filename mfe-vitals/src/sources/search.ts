import type { SearchAnswer } from '@phr/contract/today';
import { VITALS } from '@phr/clinical/vitals/index';
import type { SearchContext } from '@phr/module-kit/search-source';
import { detailsTargetOf, nameOf } from '../features/vital/vital.model.ts';

/** Every vital by its names and parts in all languages; each leads to its readings. Makes no call. */
export async function find({ locale }: Pick<SearchContext, 'locale'>): Promise<SearchAnswer> {
  return {
    entries: VITALS.map(({ key, names, longNames, parts }) => ({
      title: nameOf(key, locale),
      words: [names, longNames, ...parts.map((part) => part.names)].flatMap((one) =>
        one === undefined ? [] : Object.values(one),
      ),
      place: detailsTargetOf(key),
    })),
  };
}
