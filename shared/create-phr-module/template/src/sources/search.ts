import type { SearchAnswer } from '@phr/contract/today';
import { readWhole, type SearchContext } from '@phr/module-kit/search-source';
import { readGoal } from '../features/list/goal.entity.ts';
import { GOALS } from '../features/list/goals.api.ts';

/** Every goal by its text; each leads to the list. */
export async function find(context: SearchContext): Promise<SearchAnswer> {
  const goals = (await readWhole(context, GOALS)).map(readGoal).filter((goal) => goal !== undefined);
  return {
    entries: goals.map(({ words }) => ({
      title: words,
      words: [],
      place: { screen: '__screen__', patientId: context.patientId },
    })),
  };
}
