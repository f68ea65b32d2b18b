import type { Signal } from '@phr/contract/today';
import { readList, type SourceContext, type Teller } from '@phr/module-kit/signal-source';
import manifest from '../../module.json' with { type: 'json' };
import { readGoal } from '../features/list/goal.entity.ts';
import { GOALS } from '../features/list/goals.api.ts';

const DAY = 24 * 60 * 60 * 1000;

/** Signals that no goal has been agreed yet. */
export function goals(context: SourceContext): Teller {
  const { patientId } = context;
  const list = readList(context, { ...GOALS, read: readGoal });
  return {
    reads: [list],
    tell: (now, { t }): readonly Signal[] => {
      if (list.data()?.length !== 0) return [];
      return [
        {
          id: `${manifest.name}/none/${patientId}@goals`,
          patientId,
          kind: 'gap',
          rank: 50,
          title: t('empty'),
          icon: 'form',
          at: now.toISOString(),
          expiresAt: new Date(now.getTime() + DAY).toISOString(),
          sources: [],
          place: { screen: '__screen__', patientId },
          actions: [],
          dismiss: '30d',
        },
      ];
    },
  };
}
